package metrics

import (
	"math/rand/v2"
	"testing"
)

// Six samples of three labels:
//
//	truth      0 0 0 1 1 2
//	predicted  0 0 1 1 1 0
//
// label 0: 2 hits of 3 predicted, 3 true: P 2/3, R 2/3, F1 2/3
// label 1: 2 hits of 3 predicted, 2 true: P 2/3, R 1, F1 4/5
// label 2: never predicted, once true: P 0 by convention, R 0, F1 0
var (
	sixTrue      = []int{0, 0, 0, 1, 1, 2}
	sixPredicted = []int{0, 0, 1, 1, 1, 0}
)

func TestConfusion(t *testing.T) {
	want := [][]int{{2, 1, 0}, {0, 2, 0}, {1, 0, 0}}
	got := Confusion(sixTrue, sixPredicted, 3)
	for i := range want {
		for j := range want[i] {
			if got[i][j] != want[i][j] {
				t.Errorf("entry [%d][%d] = %d, want %d", i, j, got[i][j], want[i][j])
			}
		}
	}
	panics(t, "metrics: label out of range", func() { Confusion(sixTrue, sixPredicted, 2) })
}

func TestPerLabel(t *testing.T) {
	want := []PRF{{2. / 3, 2. / 3, 2. / 3}, {2. / 3, 1, 0.8}, {0, 0, 0}}
	for label, got := range PerLabel(Confusion(sixTrue, sixPredicted, 3)) {
		near(t, "precision", got.Precision, want[label].Precision)
		near(t, "recall", got.Recall, want[label].Recall)
		near(t, "F1", got.F1, want[label].F1)
	}
}

func TestMacro(t *testing.T) {
	for _, classes := range []int{3, 7} { // labels that neither occur nor are predicted do not count
		got := Macro(sixTrue, sixPredicted, classes)
		near(t, "macro precision", got.Precision, 4./9)
		near(t, "macro recall", got.Recall, 5./9)
		near(t, "macro F1", got.F1, (2./3+0.8)/3)
	}
}

// TestMacroAgainstCounting counts hits label by label, without a confusion
// matrix, and checks that with equally many samples a label macro recall is
// accuracy, as in the paper's tables.
func TestMacroAgainstCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 2))
	const classes, each = 8, 25
	var truth, predicted []int
	for i := range classes * each {
		truth = append(truth, i%classes)
		predicted = append(predicted, (i%classes+rng.IntN(2)*rng.IntN(3))%classes)
	}
	var want PRF
	for label := range classes {
		hits, occurs, claims := 0., 0., 0.
		for i := range truth {
			if truth[i] == label {
				occurs++
			}
			if predicted[i] == label {
				claims++
			}
			if truth[i] == label && predicted[i] == label {
				hits++
			}
		}
		precision, recall := hits/claims, hits/occurs
		want.Precision += precision / classes
		want.Recall += recall / classes
		want.F1 += 2 * precision * recall / (precision + recall) / classes
	}
	got := Macro(truth, predicted, classes)
	near(t, "macro precision", got.Precision, want.Precision)
	near(t, "macro recall", got.Recall, want.Recall)
	near(t, "macro F1", got.F1, want.F1)
	near(t, "macro recall of equal classes", got.Recall, Accuracy(truth, predicted))
}
