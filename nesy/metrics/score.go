package metrics

import "math"

// smallestProbability bounds the loss of one sample: a true label given
// probability 0 costs -log(1e-12), about 27.6 nats, and not infinity.
const smallestProbability = 1e-12

// NLL returns the mean negative log-likelihood of the true labels in nats, with
// probabilities below 1e-12 raised to it.
func NLL(p [][]float64, truth []int) float64 {
	checkProbabilities(p, truth)
	sum := 0.0
	for i, y := range truth {
		sum -= math.Log(max(p[i][y], smallestProbability))
	}
	return sum / float64(len(truth))
}

// Brier returns the mean squared distance between a distribution and the
// indicator of the true label, summed over labels: from 0 to 2 (Brier 1950,
// "Verification of forecasts expressed in terms of probability").
func Brier(p [][]float64, truth []int) float64 {
	checkProbabilities(p, truth)
	sum := 0.0
	for i, row := range p {
		for label, v := range row {
			if label == truth[i] {
				v--
			}
			sum += v * v
		}
	}
	return sum / float64(len(truth))
}
