package figures

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// Uncertainty holds a measure of uncertainty, such as the entropy of BetP or the
// mass of Omega, for the samples predicted rightly and wrongly.
type Uncertainty struct {
	Name         string // of the panel
	Unit         string // the label of the axis, with its unit
	Right, Wrong []float64
}

// RightWrong draws, for each measure, how it is distributed over the right and
// over the wrong predictions, each scaled to sum 1: a good measure parts them.
func RightWrong(measures ...Uncertainty) *Panels {
	row := make([]*plot.Plot, len(measures))
	for i, m := range measures {
		y := ""
		if i == 0 {
			y = "share of predictions"
		}
		row[i] = distributions(m, y)
	}
	return &Panels{
		plots: [][]*plot.Plot{row},
		legend: []key{
			{"right", sample{fill: tint(right, 0.55), line: stroke(right, 0.6)}},
			{"wrong", sample{line: stroke(wrong, 1.4)}},
		},
		aspect: 0.7/float64(len(measures)) + 0.05,
	}
}

func distributions(m Uncertainty, y string) *plot.Plot {
	const bins = 24
	low, high := math.Inf(1), math.Inf(-1)
	for _, values := range [][]float64{m.Right, m.Wrong} {
		for _, v := range values {
			low, high = math.Min(low, v), math.Max(high, v)
		}
	}
	if low > high { // no samples at all
		low, high = 0, 1
	}
	if low >= 0 && low < 0.2*high {
		low = 0
	}
	if low == high {
		high = low + 1
	}
	p := newGridPlot(m.Name, m.Unit, y)
	width := (high - low) / bins
	edge := func(b int) float64 { return low + float64(b)*width }

	var bars boxes
	for b, share := range histogram(m.Right, low, width, bins) {
		bars.list = append(bars.list, box{edge(b), edge(b + 1), 0, share, tint(right, 0.55), stroke(right, 0.4)})
	}
	p.Add(bars)
	var steps plotter.XYs
	for b, share := range histogram(m.Wrong, low, width, bins) {
		steps = append(steps, plotter.XY{X: edge(b), Y: share}, plotter.XY{X: edge(b + 1), Y: share})
	}
	addLine(p, steps, stroke(wrong, 1.4))
	within(&p.X, low, high)
	within(&p.Y, 0, 1.05*math.Max(p.Y.Max, 1e-9))
	if p.Title.Text != "" {
		p.Title.Text = fmt.Sprintf("%s (%d right, %d wrong)", m.Name, len(m.Right), len(m.Wrong))
	}
	return p
}

// histogram returns the share of the values in each bin.
func histogram(values []float64, low, width float64, bins int) []float64 {
	shares := make([]float64, bins)
	for _, v := range values {
		b := min(max(int((v-low)/width), 0), bins-1)
		shares[b] += 1 / float64(len(values))
	}
	return shares
}
