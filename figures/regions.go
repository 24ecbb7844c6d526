package figures

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// Region is a Gaussian in the plane, fitted to the points of a class.
type Region struct {
	Name       string
	Mean       []float64   // [2]; nil for a class that has no region
	Covariance [][]float64 // [2][2]
	Points     [][]float64 // [points][2], drawn where the region is marked
}

// regionReach is how many standard deviations hold 95 % of a Gaussian in the plane.
var regionReach = math.Sqrt(-2 * math.Log(0.05))

// Regions draws the ellipse that holds 95 % of each region: those marked filled, in
// colour and with their points, the others as thin outlines.
func Regions(title string, regions []Region, marked ...int) *Panels {
	p := newPlot(title, "dimension 1", "dimension 2")
	rest := outlines{style: stroke(unknown, 0.5)}
	isMarked := map[int]bool{}
	for _, y := range marked {
		isMarked[y] = true
	}
	for y, region := range regions {
		if region.Mean != nil && !isMarked[y] {
			rest.list = append(rest.list, ellipse(region.Mean, region.Covariance, regionReach))
		}
	}
	p.Add(rest)
	var keys []key
	var lines []plot.Plotter // over every fill
	for i, y := range marked {
		hue, dash := palette[i%len(palette)], dashes[i%len(dashes)]
		curve := []plotter.XYs{ellipse(regions[y].Mean, regions[y].Covariance, regionReach)}
		p.Add(outlines{list: curve, fill: tint(hue, 0.25)})
		lines = append(lines, outlines{list: curve, style: stroke(hue, 1.4, dash...)})

		points := make(plotter.XYs, len(regions[y].Points))
		for k, q := range regions[y].Points {
			points[k] = plotter.XY{X: q[0], Y: q[1]}
		}
		glyph := draw.GlyphStyle{Color: hue, Radius: 1.8, Shape: glyphs[i%len(glyphs)]}
		if len(points) > 0 {
			lines = append(lines, &plotter.Scatter{XYs: points, GlyphStyle: glyph})
		}
		keys = append(keys, key{regions[y].Name, sample{line: stroke(hue, 1.4, dash...), glyph: glyph}})
	}
	p.Add(lines...)
	keys = append(keys, key{"other classes", sample{line: rest.style}})
	if !math.IsInf(p.X.Min, 0) {
		air(&p.X)
		air(&p.Y)
	}
	return &Panels{plots: [][]*plot.Plot{{p}}, legend: keys, aspect: 0.75}
}
