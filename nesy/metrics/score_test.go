package metrics

import (
	"math"
	"testing"
)

func TestEntropy(t *testing.T) {
	near(t, "entropy of certainty", Entropy([]float64{1, 0, 0}), 0)
	near(t, "entropy of a fair coin", Entropy([]float64{0.5, 0.5}), math.Ln2)
	near(t, "of eight equal labels", Entropy([]float64{.125, .125, .125, .125, .125, .125, .125, .125}), math.Log(8))
	near(t, "mean", MeanEntropy([][]float64{{1, 0}, {0.5, 0.5}}), math.Ln2/2)
	panics(t, "metrics: no samples", func() { MeanEntropy(nil) })
}

func TestNLL(t *testing.T) {
	near(t, "NLL", NLL([][]float64{{0.5, 0.5}, {0.25, 0.75}}, []int{0, 0}), (math.Log(2)+math.Log(4))/2)
	near(t, "NLL of the impossible", NLL([][]float64{{0, 1}}, []int{0}), 12*math.Log(10))
	panics(t, "metrics: label out of range", func() { NLL([][]float64{{0, 1}}, []int{2}) })
	panics(t, "metrics: length mismatch", func() { NLL([][]float64{{0, 1}, {1}}, []int{0, 0}) })
}

func TestBrier(t *testing.T) {
	// (0.25-1)^2 + 0.75^2 = 1.125 and (0.5-1)^2 + 0.5^2 = 0.5.
	near(t, "Brier", Brier([][]float64{{0.25, 0.75}, {0.5, 0.5}}, []int{0, 1}), (1.125+0.5)/2)
	near(t, "Brier at its best", Brier([][]float64{{1, 0}}, []int{0}), 0)
	near(t, "Brier at its worst", Brier([][]float64{{1, 0}}, []int{1}), 2)
}
