package figures

import (
	"image"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Surface is a named function of two numbers in [0, 1].
type Surface struct {
	Name string
	Of   func(a, b float64) float64
}

// TNorms draws conjunctions side by side as heat maps over the unit square, with
// lines where they reach 0.2, 0.4, 0.6 and 0.8.
func TNorms(surfaces ...Surface) *Panels {
	row, widths := []*plot.Plot{}, []float64{}
	for i, s := range surfaces {
		y := ""
		if i == 0 {
			y = "membership μ(m(B))"
		}
		p := newPlot(s.Name, "mass m(A)", y)
		p.Add(surfaceImage(s), levelLines(s))
		within(&p.X, 0, 1)
		within(&p.Y, 0, 1)
		row, widths = append(row, p), append(widths, 1)
	}
	row, widths = append(row, colorBar("T", 0, 1)), append(widths, 0.06)
	return &Panels{plots: [][]*plot.Plot{row}, widths: widths, aspect: 0.36}
}

func surfaceImage(s Surface) *plotter.Image {
	const side = 128
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	for i := range side {
		for j := range side {
			a, b := (float64(i)+0.5)/side, (float64(j)+0.5)/side
			img.Set(i, side-1-j, ramp(s.Of(a, b)))
		}
	}
	return plotter.NewImage(img, 0, 0, 1, 1)
}

// levelLines finds, column by column, where an increasing function of b crosses a
// level. It needs no mesh, as t-norms increase in both arguments.
func levelLines(s Surface) plot.Plotter {
	var lines contour
	for _, level := range []float64{0.2, 0.4, 0.6, 0.8} {
		var line plotter.XYs
		const steps = 200
		for k := range steps + 1 {
			a := float64(k) / steps
			if s.Of(a, 1) < level {
				continue
			}
			low, high := 0.0, 1.0
			for range 40 {
				if mid := (low + high) / 2; s.Of(a, mid) < level {
					low = mid
				} else {
					high = mid
				}
			}
			if len(line) == 0 { // a t-norm is symmetric: it also starts at b = 1
				line = append(line, plotter.XY{X: a, Y: 1})
			}
			line = append(line, plotter.XY{X: a, Y: high})
		}
		lines = append(lines, levelLine{level, line})
	}
	return lines
}

type levelLine struct {
	level  float64
	points plotter.XYs
}

// contour draws labelled level lines.
type contour []levelLine

func (l contour) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, line := range l {
		if len(line.points) == 0 {
			continue
		}
		points := make([]vg.Point, len(line.points))
		nearest, distance := 0, math.Inf(1)
		for i, q := range line.points {
			points[i] = vg.Point{X: x(q.X), Y: y(q.Y)}
			if d := math.Abs(q.X - q.Y); d < distance { // the label goes on the diagonal
				nearest, distance = i, d
			}
		}
		ink := inkOn(line.level)
		c.StrokeLines(stroke(ink, 0.6), points)
		style := colored(aligned(sans(tinySize), draw.XLeft, draw.YBottom), ink)
		write(c, style, points[nearest].Add(vg.Point{X: 1.5, Y: 1}), short(line.level))
	}
}
