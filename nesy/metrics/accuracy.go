package metrics

// Accuracy returns the share of samples whose predicted label is the true one.
func Accuracy(truth, predicted []int) float64 {
	checkPaired(len(truth), len(predicted))
	right := 0
	for i, y := range truth {
		if predicted[i] == y {
			right++
		}
	}
	return float64(right) / float64(len(truth))
}

// Argmax returns the most probable label of each sample, the lowest of equals.
func Argmax(probabilities [][]float64) []int {
	labels := make([]int, len(probabilities))
	for i, p := range probabilities {
		labels[i] = argmax(p)
	}
	return labels
}

func argmax(values []float64) int {
	best := 0
	for i, v := range values {
		if v > values[best] {
			best = i
		}
	}
	return best
}

// checkPaired panics unless there are as many of the one as of the other, and at
// least one.
func checkPaired(a, b int) {
	if a != b {
		panic("metrics: length mismatch")
	}
	if a == 0 {
		panic("metrics: no samples")
	}
}

// checkProbabilities panics unless every row of p is a list of probabilities over
// the same labels, with the true one among them. It returns their number.
func checkProbabilities(p [][]float64, truth []int) int {
	checkPaired(len(p), len(truth))
	classes := len(p[0])
	for i, row := range p {
		if len(row) != classes {
			panic("metrics: length mismatch")
		}
		if y := truth[i]; y < 0 || y >= classes {
			panic("metrics: label out of range")
		}
	}
	return classes
}
