package figures

import (
	"strconv"

	"gonum.org/v1/plot"
)

// Grid is one measure over the pairs of decoding thresholds: Values[i][j] belongs
// to Fine[i] and Coarse[j].
type Grid struct {
	Name         string
	Fine, Coarse []float64
	Values       [][]float64
}

// Thresholds draws measures over the decoding thresholds side by side, each
// coloured over its own range.
func Thresholds(grids ...Grid) *Panels {
	row := make([]*plot.Plot, len(grids))
	for k, g := range grids {
		y := ""
		if k == 0 {
			y = "fine threshold τᶠ"
		}
		low, high := g.Values[0][0], g.Values[0][0]
		for _, values := range g.Values {
			for _, v := range values {
				low, high = min(low, v), max(high, v)
			}
		}
		p := newPlot(g.Name, "coarse threshold τᶜ", y)
		matrix(p, g.Values, low-0.3*(high-low), high, "%.4f", smallSize)
		p.X.Tick.Marker, p.Y.Tick.Marker = numbers(g.Coarse), downwards(numbers(g.Fine))
		row[k] = p
	}
	return &Panels{plots: [][]*plot.Plot{row}, aspect: 0.85/float64(len(grids)) + 0.06}
}

func numbers(values []float64) nameTicks {
	names := make(nameTicks, len(values))
	for i, v := range values {
		names[i] = strconv.FormatFloat(v, 'g', 4, 64)
	}
	return names
}
