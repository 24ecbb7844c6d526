package figures

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Cloud is a set of points in the plane with a label and perhaps a cluster each.
type Cloud struct {
	Points    [][]float64 // [points][2]
	Labels    []int       // index into Names
	Names     []string    // of the coarse labels
	Clusters  []int       // nil for none: each cluster with five points is outlined
	Explained []float64   // shares of the variance that principal components hold; nil for other embeddings
}

// Embedding draws points coloured and shaped by their label. Clusters are outlined
// by the ellipse at 1.5 standard deviations.
func Embedding(cloud Cloud) *Panels {
	if len(cloud.Points) != len(cloud.Labels) || cloud.Clusters != nil && len(cloud.Clusters) != len(cloud.Points) {
		panic("figures: length mismatch")
	}
	p := newPlot("", cloud.axis(0), cloud.axis(1))
	if cloud.Clusters != nil {
		p.Add(ellipses(cloud))
	}
	groups := make([]plotter.XYs, len(cloud.Names))
	for i, point := range cloud.Points {
		g := cloud.Labels[i]
		groups[g] = append(groups[g], plotter.XY{X: point[0], Y: point[1]})
	}
	var keys []key
	for g, points := range groups {
		// Eight colours times eight shapes, the shapes changing fastest at first so
		// that neighbours differ in both.
		style := draw.GlyphStyle{Color: Color(g), Radius: 1.7, Shape: glyphs[(g+g/len(palette))%len(glyphs)]}
		if len(points) > 0 {
			p.Add(&plotter.Scatter{XYs: points, GlyphStyle: style})
		}
		style.Radius = 2.6
		keys = append(keys, key{cloud.Names[g], sample{glyph: style}})
	}
	air(&p.X)
	air(&p.Y)
	return &Panels{plots: [][]*plot.Plot{{p}}, legend: keys, aspect: 0.8}
}

func (c Cloud) axis(k int) string {
	if c.Explained == nil {
		return fmt.Sprintf("dimension %d", k+1)
	}
	return fmt.Sprintf("component %d (%.0f %% of variance)", k+1, 100*c.Explained[k])
}

// outlines draws closed curves.
type outlines []plotter.XYs

func (o outlines) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, curve := range o {
		line := make([]vg.Point, len(curve))
		for i, q := range curve {
			line[i] = vg.Point{X: x(q.X), Y: y(q.Y)}
		}
		c.StrokeLines(stroke(axisInk, 0.5), c.ClipLinesXY(line)...)
	}
}

// DataRange implements plot.DataRanger.
func (o outlines) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, curve := range o {
		x0, x1, y0, y1 := plotter.XYRange(curve)
		xmin, xmax, ymin, ymax = min(xmin, x0), max(xmax, x1), min(ymin, y0), max(ymax, y1)
	}
	return xmin, xmax, ymin, ymax
}

func ellipses(cloud Cloud) outlines {
	members := map[int][][]float64{}
	last := -1
	for i, k := range cloud.Clusters {
		members[k] = append(members[k], cloud.Points[i])
		last = max(last, k)
	}
	var curves outlines
	for k := range last + 1 { // in order, so that the bytes repeat
		if len(members[k]) >= 5 {
			curves = append(curves, ellipse(members[k], 1.5))
		}
	}
	return curves
}

// ellipse outlines points at some standard deviations from their mean, by the
// eigenvectors of their 2 x 2 covariance.
func ellipse(points [][]float64, deviations float64) plotter.XYs {
	n := float64(len(points))
	var mx, my, xx, xy, yy float64
	for _, p := range points {
		mx, my = mx+p[0]/n, my+p[1]/n
	}
	for _, p := range points {
		dx, dy := p[0]-mx, p[1]-my
		xx, xy, yy = xx+dx*dx/n, xy+dx*dy/n, yy+dy*dy/n
	}
	angle := 0.5 * math.Atan2(2*xy, xx-yy)
	root := math.Hypot((xx-yy)/2, xy)
	major := deviations * math.Sqrt((xx+yy)/2+root)
	minor := deviations * math.Sqrt(math.Max(0, (xx+yy)/2-root))
	var curve plotter.XYs
	const steps = 48
	for k := range steps + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / steps)
		u, v := major*cos, minor*sin
		curve = append(curve, plotter.XY{X: mx + u*math.Cos(angle) - v*math.Sin(angle), Y: my + u*math.Sin(angle) + v*math.Cos(angle)})
	}
	return curve
}
