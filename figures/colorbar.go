package figures

import (
	"image"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// colorBar is the key of a heat map, a plot to stand in a narrow last column.
func colorBar(title string, low, high float64) *plot.Plot {
	const steps = 128
	img := image.NewRGBA(image.Rect(0, 0, 1, steps))
	for j := range steps {
		img.Set(0, steps-1-j, ramp((float64(j)+0.5)/steps))
	}
	p := bare(newPlot("", "", ""))
	p.Add(plotter.NewImage(img, 0, low, 1, high))
	within(&p.X, 0, 1)
	within(&p.Y, low, high)
	p.Add(frame{})

	style := aligned(sans(smallSize), draw.XLeft, draw.YCenter)
	var labels notes
	for _, t := range (plainTicks{}).Ticks(low, high) {
		labels = append(labels, note{1, t.Value, t.Label, style, vg.Point{X: 3}})
	}
	labels = append(labels, note{0, high, title, aligned(sans(labelSize), draw.XLeft, draw.YBottom), vg.Point{Y: 4}})
	p.Add(labels)
	return p
}

// frame outlines the data area.
type frame struct{}

func (frame) Plot(c draw.Canvas, _ *plot.Plot) {
	corners := rectangle(c.Min, c.Max)
	c.StrokeLines(stroke(axisInk, 0.6), append(corners, corners[0]))
}

// short writes a number of a table or a mark, with two digits at most.
func short(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	if s[len(s)-1] == '0' {
		s = s[:len(s)-1]
	}
	return s
}
