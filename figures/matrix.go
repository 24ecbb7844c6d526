package figures

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// matrix draws values[row][column], the first row on top, as cells coloured over
// [low, high], with the values written into them where format is not empty.
func matrix(p *plot.Plot, values [][]float64, low, high float64, format string, size vg.Length) {
	rows, columns := len(values), len(values[0])
	cells := boxes{bleed: 0.15}
	var labels notes
	for j, row := range values {
		if len(row) != columns {
			panic("figures: length mismatch")
		}
		for i, v := range row {
			if math.IsNaN(v) {
				continue
			}
			share := 0.5
			if high > low {
				share = (v - low) / (high - low)
			}
			x, y := float64(i), float64(rows-1-j)
			cells.list = append(cells.list, box{x - 0.5, x + 0.5, y - 0.5, y + 0.5, ramp(share), draw.LineStyle{}})
			if format != "" {
				style := colored(aligned(sans(size), draw.XCenter, draw.YCenter), inkOn(share))
				labels = append(labels, note{x, y, fmt.Sprintf(format, v), style, vg.Point{}})
			}
		}
	}
	if len(cells.list) > 0 {
		p.Add(cells)
	}
	p.Add(frame{})
	if len(labels) > 0 {
		p.Add(labels)
	}
	within(&p.X, -0.5, float64(columns)-0.5)
	within(&p.Y, -0.5, float64(rows)-0.5)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.LineStyle.Width = 0
		axis.Tick.Length = 0
		axis.Padding = 3
	}
}

// downwards reverses names, for rows counted from the top.
func downwards(names []string) nameTicks {
	reversed := make(nameTicks, len(names))
	for i, name := range names {
		reversed[len(names)-1-i] = name
	}
	return reversed
}

// upright turns the names of columns by a quarter.
func upright(axis *plot.Axis, size vg.Length) {
	axis.Tick.Label.Rotation = math.Pi / 2
	axis.Tick.Label.XAlign = draw.XRight
	axis.Tick.Label.YAlign = draw.YCenter
	axis.Tick.Label.Font.Size = size
}
