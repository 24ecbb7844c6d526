package metrics

// Confusion counts predictions: entry [t][p] is the number of samples of the true
// label t predicted as p, both in [0, classes).
func Confusion(truth, predicted []int, classes int) [][]int {
	checkPaired(len(truth), len(predicted))
	counts := make([][]int, classes)
	for t := range counts {
		counts[t] = make([]int, classes)
	}
	for i, t := range truth {
		p := predicted[i]
		if t < 0 || t >= classes || p < 0 || p >= classes {
			panic("metrics: label out of range")
		}
		counts[t][p]++
	}
	return counts
}

// PRF holds precision, recall and their harmonic mean F1, each in [0, 1].
type PRF struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

// PerLabel returns precision, recall and F1 of each label of a confusion matrix.
//
// A ratio with denominator zero is 0: the precision of a label never predicted,
// the recall of a label that never occurs, and the F1 of a label without a hit.
func PerLabel(confusion [][]int) []PRF {
	scores := make([]PRF, len(confusion))
	for label := range confusion {
		hits, occurs, predicted := confusion[label][label], 0, 0
		for other := range confusion {
			occurs += confusion[label][other]
			predicted += confusion[other][label]
		}
		scores[label] = PRF{
			Precision: ratio(hits, predicted),
			Recall:    ratio(hits, occurs),
			F1:        ratio(2*hits, occurs+predicted), // = 2PR / (P + R)
		}
	}
	return scores
}

// Macro returns the unweighted means of PerLabel over the labels that occur or
// are predicted at least once. A label that does neither says nothing about the
// predictions and is left out. The macro F1 is the mean of the labels' F1, not
// the F1 of the means.
func Macro(truth, predicted []int, classes int) PRF {
	confusion := Confusion(truth, predicted, classes)
	var sum PRF
	present := 0
	for label, s := range PerLabel(confusion) {
		touched := 0
		for other := range confusion {
			touched += confusion[label][other] + confusion[other][label]
		}
		if touched == 0 {
			continue
		}
		present++
		sum.Precision += s.Precision
		sum.Recall += s.Recall
		sum.F1 += s.F1
	}
	n := float64(present)
	return PRF{Precision: sum.Precision / n, Recall: sum.Recall / n, F1: sum.F1 / n}
}

// ratio returns a/b, and 0 where b is 0.
func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
