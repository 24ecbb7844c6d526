package figures

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Result is one labelled run of a trade-off.
type Result struct {
	Name string
	X, Y float64
	Kind string // runs of one kind share colour and shape
}

// Tradeoff draws runs as labelled points, such as fine accuracy against logical
// consistency. Labels are moved around their points until they do not overlap.
func Tradeoff(axes Axes, results ...Result) *Panels {
	p := newGridPlot("", axes.X, axes.Y)
	var kinds []string
	number := map[string]int{}
	for _, r := range results {
		if _, known := number[r.Kind]; !known {
			number[r.Kind] = len(kinds)
			kinds = append(kinds, r.Kind)
		}
	}
	var keys []key
	for k, kind := range kinds {
		style := draw.GlyphStyle{Color: Color(k), Radius: 3, Shape: glyphs[k%len(glyphs)]}
		var points plotter.XYs
		for _, r := range results {
			if r.Kind == kind {
				points = append(points, plotter.XY{X: r.X, Y: r.Y})
			}
		}
		p.Add(&plotter.Scatter{XYs: points, GlyphStyle: style})
		keys = append(keys, key{kind, sample{glyph: style}})
	}
	if len(kinds) == 1 {
		keys = nil
	}
	p.Add(placedLabels(results))
	air(&p.X)
	air(&p.Y)
	return &Panels{plots: [][]*plot.Plot{{p}}, Title: axes.Title, legend: keys, aspect: 0.68}
}

// placedLabels writes each result's name at the first of eight places around its
// point where it hits neither a point, nor a name, nor the frame.
type placedLabels []Result

func (l placedLabels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := aligned(sans(tinySize+0.5), draw.XLeft, draw.YBottom)
	var taken []vg.Rectangle
	for _, r := range l {
		at := vg.Point{X: x(r.X), Y: y(r.Y)}
		taken = append(taken, around(at, 3))
	}
	for _, r := range l {
		at := vg.Point{X: x(r.X), Y: y(r.Y)}
		size := style.Rectangle(r.Name).Size()
		best, fewest := vg.Rectangle{}, 1<<30
		for _, place := range places(at, size, 5) {
			hits := 0
			for _, t := range taken {
				if overlap(place, t) {
					hits++
				}
			}
			if place.Min.X < c.Min.X || place.Max.X > c.Max.X || place.Min.Y < c.Min.Y || place.Max.Y > c.Max.Y {
				hits += 2
			}
			if hits < fewest {
				best, fewest = place, hits
			}
		}
		taken = append(taken, best)
		write(c, style, best.Min.Add(vg.Point{Y: 1}), r.Name)
	}
}

func around(p vg.Point, r vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: p.X - r, Y: p.Y - r}, Max: vg.Point{X: p.X + r, Y: p.Y + r}}
}

// places are the rectangles of a size around a point, at a distance.
func places(p, size vg.Point, d vg.Length) []vg.Rectangle {
	var list []vg.Rectangle
	for _, corner := range []vg.Point{
		{X: d, Y: -size.Y / 2}, {X: -d - size.X, Y: -size.Y / 2}, // right, left
		{X: -size.X / 2, Y: d}, {X: -size.X / 2, Y: -d - size.Y}, // above, below
		{X: d, Y: d - 2}, {X: d, Y: 2 - d - size.Y}, {X: -d - size.X, Y: d - 2}, {X: -d - size.X, Y: 2 - d - size.Y},
	} {
		low := p.Add(corner)
		list = append(list, vg.Rectangle{Min: low, Max: low.Add(size)})
	}
	return list
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}
