package metrics

import "math"

// Entropy returns the Shannon entropy of one distribution in nats:
// -sum p log p, from 0 (certain) to log(len(p)) (uniform). 0 log 0 is 0.
// Divide by log 2 for bits, the unit of the Random-Set Neural Network's published
// results.
func Entropy(p []float64) float64 {
	h := 0.0
	for _, v := range p {
		if v > 0 {
			h -= v * math.Log(v)
		}
	}
	return h
}

// MeanEntropy returns the mean entropy of the rows in nats.
func MeanEntropy(p [][]float64) float64 {
	checkPaired(len(p), len(p))
	sum := 0.0
	for _, row := range p {
		sum += Entropy(row)
	}
	return sum / float64(len(p))
}
