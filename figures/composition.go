package figures

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Composition draws which labels each set holds: a row a label, a column a set.
// Labels of one group stand together, in the group's colour and between lines.
// sets[k] lists the labels of the k-th set; parents[y] is the group of label y.
// With more labels than can be named, the groups are named alone.
func Composition(sets [][]int, labels []string, parents []int, groups []string) *Panels {
	if len(labels) != len(parents) {
		panic("figures: length mismatch")
	}
	row := make([]int, len(labels)) // of a label, from the bottom
	next := len(labels) - 1
	var lines rules
	var groupTicks plot.ConstantTicks
	width := float64(len(sets)) - 0.5
	for g, name := range groups {
		first := next
		for y, parent := range parents {
			if parent == g {
				row[y] = next
				next--
			}
		}
		if next < first {
			middle := float64(first+next+1) / 2
			groupTicks = append(groupTicks, plot.Tick{Value: middle, Label: name})
			edge := float64(next) + 0.5
			lines = append(lines, rule{-0.5, edge, width, edge, stroke(gridInk, 0.6)})
		}
	}

	p := newPlot("", fmt.Sprintf("%d focal sets", len(sets)), "")
	var cells boxes
	for k, set := range sets {
		for _, y := range set {
			x, top := float64(k), float64(row[y])
			fill := Color(parents[y])
			cells.list = append(cells.list, box{x - 0.5, x + 0.5, top - 0.5, top + 0.5, fill, draw.LineStyle{}})
		}
	}
	p.Add(lines)
	if len(cells.list) > 0 {
		p.Add(cells)
	}
	p.Add(frame{})
	within(&p.X, -0.5, width)
	within(&p.Y, -0.5, float64(len(labels))-0.5)
	p.X.Tick.Marker = noTicks{}
	p.X.Label.Padding = 4
	p.Y.Tick.Length = 0
	p.X.LineStyle.Width, p.Y.LineStyle.Width = 0, 0
	p.Y.Tick.Label.Font.Size = tinySize
	if len(labels) <= 40 {
		names := make(nameTicks, len(labels))
		for y, name := range labels {
			names[row[y]] = name
		}
		p.Y.Tick.Marker = names
		p.Add(groupBands(row, parents, len(groups), width))
	} else {
		p.Y.Tick.Marker = groupTicks
	}
	return &Panels{plots: [][]*plot.Plot{{p}}, aspect: 0.66}
}

// groupBands marks, right of the matrix, where each group's rows are.
func groupBands(row, parents []int, groups int, width float64) plot.Plotter {
	bands := sideBands{at: width, low: make([]float64, groups), high: make([]float64, groups)}
	for g := range groups {
		bands.low[g], bands.high[g] = 1e9, -1e9
	}
	for y, g := range parents {
		bands.low[g] = min(bands.low[g], float64(row[y])-0.5)
		bands.high[g] = max(bands.high[g], float64(row[y])+0.5)
	}
	return bands
}

type sideBands struct {
	at        float64
	low, high []float64
}

const bandWidth = 5

func (b sideBands) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for g := range b.low {
		if b.low[g] > b.high[g] {
			continue
		}
		left := x(b.at) + 3
		c.FillPolygon(Color(g), rectangle(
			vg.Point{X: left, Y: y(b.low[g]) + 0.7}, vg.Point{X: left + bandWidth, Y: y(b.high[g]) - 0.7}))
	}
}

func (b sideBands) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{{X: p.X.Norm(b.at), Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: 3 + bandWidth, Y: 1}}}}
}
