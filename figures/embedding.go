package figures

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// Cloud is a set of points in the plane with a label and perhaps a cluster each.
type Cloud struct {
	Title     string
	Points    [][]float64 // [points][2]
	Labels    []int       // index into Names
	Names     []string    // of the coarse labels; those of the first cloud make the legend
	Clusters  []int       // nil for none: the largest are outlined
	Explained []float64   // shares of the variance that principal components hold; nil for other embeddings
}

// outlined is how many clusters an embedding outlines, of five points or more: the
// ellipses of all would hide the points.
const outlined = 8

// Embedding draws clouds side by side, points coloured and shaped by their label. The
// eight largest clusters are outlined by the ellipse at 1.5 standard deviations.
func Embedding(clouds ...Cloud) *Panels {
	row := make([]*plot.Plot, len(clouds))
	for i, cloud := range clouds {
		row[i] = scatter(cloud)
	}
	var keys []key
	for g, name := range clouds[0].Names {
		style := labelGlyph(g)
		style.Radius = 2.6
		keys = append(keys, key{name, sample{glyph: style}})
	}
	aspect := 0.8
	if len(clouds) > 1 {
		aspect = 1/float64(len(clouds)) + 0.08
	}
	return &Panels{plots: [][]*plot.Plot{row}, legend: keys, aspect: aspect}
}

func scatter(cloud Cloud) *plot.Plot {
	if len(cloud.Points) != len(cloud.Labels) || cloud.Clusters != nil && len(cloud.Clusters) != len(cloud.Points) {
		panic("figures: length mismatch")
	}
	p := newPlot(cloud.Title, cloud.axis(0), cloud.axis(1))
	if cloud.Clusters != nil {
		p.Add(ellipses(cloud))
	}
	groups := make([]plotter.XYs, len(cloud.Names))
	for i, point := range cloud.Points {
		g := cloud.Labels[i]
		groups[g] = append(groups[g], plotter.XY{X: point[0], Y: point[1]})
	}
	for g, points := range groups {
		if len(points) > 0 {
			p.Add(&plotter.Scatter{XYs: points, GlyphStyle: labelGlyph(g)})
		}
	}
	air(&p.X)
	air(&p.Y)
	return p
}

// labelGlyph is one of eight colours times eight shapes, the shapes changing fastest
// at first so that neighbours differ in both.
func labelGlyph(g int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: Color(g), Radius: 1.7, Shape: glyphs[(g+g/len(palette))%len(glyphs)]}
}

func (c Cloud) axis(k int) string {
	if c.Explained == nil {
		return fmt.Sprintf("dimension %d", k+1)
	}
	return fmt.Sprintf("component %d (%.0f %% of variance)", k+1, 100*c.Explained[k])
}

func ellipses(cloud Cloud) outlines {
	members := map[int][][]float64{}
	for i, k := range cloud.Clusters {
		members[k] = append(members[k], cloud.Points[i])
	}
	largest := slices.SortedFunc(maps.Keys(members), func(a, b int) int {
		return cmp.Or(cmp.Compare(len(members[b]), len(members[a])), cmp.Compare(a, b))
	})
	curves := outlines{style: stroke(ink, 0.8)}
	for _, k := range largest[:min(outlined, len(largest))] {
		if len(members[k]) >= 5 {
			mean, covariance := moments(members[k])
			curves.list = append(curves.list, ellipse(mean, covariance, 1.5))
		}
	}
	return curves
}
