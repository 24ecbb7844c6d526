package consistency

import (
	"math"

	"nesybook/nesy/focal"
)

// Specificity returns the weight (1/|A|)^exponent of every set of the family,
// equation 13. With meanOne the weights are divided by their mean, so that the
// singletons of a family with larger sets weigh more than 1.
func Specificity(f *focal.Family, exponent float64, meanOne bool) []float64 {
	w := make([]float64, f.Len())
	sum := 0.0
	for i, a := range f.Sets {
		w[i] = math.Pow(1/float64(a.Len()), exponent)
		sum += w[i]
	}
	if meanOne {
		mean := sum / float64(f.Len())
		for i := range w {
			w[i] /= mean
		}
	}
	return w
}
