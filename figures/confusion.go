package figures

import "gonum.org/v1/plot"

// Confusion draws which labels are taken for which: counts[t][p] is the number of
// samples of the true label t predicted as p. Each row is scaled to sum 1, so that
// the diagonal shows each label's recall. Shares are written in small matrices.
func Confusion(counts [][]int, names []string) *Panels {
	if len(counts) != len(names) {
		panic("figures: length mismatch")
	}
	shares := make([][]float64, len(counts))
	for t, row := range counts {
		total := 0
		for _, n := range row {
			total += n
		}
		shares[t] = make([]float64, len(row))
		for p, n := range row {
			if total > 0 {
				shares[t][p] = float64(n) / float64(total)
			}
		}
	}
	format := ""
	if len(names) <= 10 {
		format = "%.2f"
	}
	p := newPlot("", "predicted", "true")
	matrix(p, shares, 0, 1, format, tinySize)
	p.X.Tick.Marker, p.Y.Tick.Marker = nameTicks(names), downwards(names)
	upright(&p.X, tinySize)
	p.Y.Tick.Label.Font.Size = tinySize
	return &Panels{
		plots:  [][]*plot.Plot{{p, colorBar("share", 0, 1)}},
		widths: []float64{1, 0.04},
		aspect: 0.88,
	}
}
