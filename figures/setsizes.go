package figures

import (
	"fmt"

	"gonum.org/v1/plot"
)

// Sizes is the number of labels of each set of a named family.
type Sizes struct {
	Name  string
	Sizes []int
}

// SetSizes draws how many focal sets have each size, the families side by side.
func SetSizes(families ...Sizes) *Panels {
	largest := 1
	for _, f := range families {
		for _, size := range f.Sizes {
			largest = max(largest, size)
		}
	}
	p := newGridPlot("", "labels in the set", "focal sets")
	width := 0.8 / float64(len(families))
	var keys []key
	var labels notes
	for i, f := range families {
		counts := make([]int, largest+1)
		for _, size := range f.Sizes {
			counts[size]++
		}
		fill := Color(i)
		var bars boxes
		for size, n := range counts {
			if n == 0 {
				continue
			}
			left := float64(size) - 0.4 + float64(i)*width
			bars.list = append(bars.list, box{left + 0.02, left + width - 0.02, 0, float64(n), fill, stroke(fill, 0)})
			labels = append(labels, note{left + width/2, float64(n), fmt.Sprint(n), barLabel, barLabelLift})
		}
		if len(bars.list) > 0 {
			p.Add(bars)
		}
		keys = append(keys, key{fmt.Sprintf("%s (%d)", f.Name, len(f.Sizes)), sample{fill: fill}})
	}
	p.Add(labels)
	within(&p.X, 0.5, float64(largest)+0.5)
	p.Y.Min = 0
	p.X.Tick.Marker = wholeNumbers(largest)
	return &Panels{plots: [][]*plot.Plot{{p}}, legend: keys, aspect: 0.55}
}

// wholeNumbers labels 1 to n, or every few of them.
func wholeNumbers(n int) plot.ConstantTicks {
	every := 1 + n/20
	var ticks plot.ConstantTicks
	for k := 1; k <= n; k += every {
		ticks = append(ticks, plot.Tick{Value: float64(k), Label: fmt.Sprint(k)})
	}
	return ticks
}
