package features

import "math"

// Scaling standardises features: each dimension less its mean, divided by its
// standard deviation.
type Scaling struct {
	Mean []float32 `json:"mean"`
	Std  []float32 `json:"std"` // 1 for a dimension that never varies
}

// FitScaling measures the rows named by their indices, which should be the
// training rows alone. Sums run in float64.
func FitScaling(rows [][]float32, indices []int) Scaling {
	if len(indices) == 0 {
		panic("features: no rows to fit a scaling to")
	}
	dim := len(rows[indices[0]])
	mean, variance := make([]float64, dim), make([]float64, dim)
	for _, i := range indices {
		for k, v := range rows[i] {
			mean[k] += float64(v)
		}
	}
	n := float64(len(indices))
	for k := range mean {
		mean[k] /= n
	}
	for _, i := range indices {
		for k, v := range rows[i] {
			d := float64(v) - mean[k]
			variance[k] += d * d
		}
	}
	s := Scaling{Mean: make([]float32, dim), Std: make([]float32, dim)}
	for k := range mean {
		s.Mean[k], s.Std[k] = float32(mean[k]), float32(math.Sqrt(variance[k]/n))
		if s.Std[k] == 0 {
			s.Std[k] = 1
		}
	}
	return s
}

// Apply returns the rows standardised. It panics if a row is not as long as those
// the scaling was fitted to.
func (s Scaling) Apply(rows [][]float32) [][]float32 {
	scaled := make([][]float32, len(rows))
	for i, row := range rows {
		if len(row) != len(s.Mean) {
			panic("features: length mismatch")
		}
		scaled[i] = make([]float32, len(row))
		for k, v := range row {
			scaled[i][k] = (v - s.Mean[k]) / s.Std[k]
		}
	}
	return scaled
}
