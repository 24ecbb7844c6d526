package decode

import "math"

// Prediction is the decoded pair of labels of one sample, and what led to it.
type Prediction struct {
	Fine   int `json:"fine"`   // final fine label
	Coarse int `json:"coarse"` // final coarse label

	FineBase   int `json:"fine_base"`   // argmax of the fine BetP
	CoarseBase int `json:"coarse_base"` // argmax of the coarse BetP

	FineConfidence   float64 `json:"fine_confidence"`   // q^f: BetP of Fine
	ParentConfidence float64 `json:"parent_confidence"` // q^c: BetP of the parent of Fine

	Overridden bool `json:"overridden"` // Coarse is not CoarseBase
}

// Decode applies the paper's constrained output, equations 20 and 21: the coarse
// argmax is kept unless the fine label is likely enough (q^f >= tau^f) while its
// parent is not (q^c < tau^c); then the parent replaces it. The fine label is
// always the fine argmax.
//
// fine and coarse hold BetP per label, in [0, 1]; parents[y] is the coarse label
// g(y) of the fine label y. Among equal probabilities the lowest label wins.
// Decode panics if the lengths disagree, a level is empty, a parent is out of
// range, or a probability is not a number.
func Decode(fine, coarse []float64, parents []int, t Thresholds) Prediction {
	check(fine, coarse, parents)
	y := argmax(fine)
	base := argmax(coarse)
	parent := parents[y]

	final := base
	if fine[y] >= t.Fine && coarse[parent] < t.Coarse { // equation 21, first case
		final = parent
	}
	return Prediction{
		Fine: y, Coarse: final,
		FineBase: y, CoarseBase: base,
		FineConfidence: fine[y], ParentConfidence: coarse[parent],
		Overridden: final != base,
	}
}

// Joint is an extension of the paper's rule that is coherent by construction: it
// returns the pair (y, g(y)) with the greatest BetP^f(y) * BetP^c(g(y)), the most
// likely pair among those the hierarchy allows if the two levels are taken as
// independent witnesses. It needs no thresholds, and may change the fine label
// where Decode changes the coarse one only.
//
// Among equal products the lowest fine label wins. Where every product is zero,
// the levels flatly contradict each other and the fine argmax and its parent are
// returned. Arguments and panics are those of Decode.
func Joint(fine, coarse []float64, parents []int) Prediction {
	check(fine, coarse, parents)
	fineBase, coarseBase := argmax(fine), argmax(coarse)

	best, greatest := fineBase, 0.0
	for y, p := range fine {
		if product := p * coarse[parents[y]]; product > greatest {
			best, greatest = y, product
		}
	}
	parent := parents[best]
	return Prediction{
		Fine: best, Coarse: parent,
		FineBase: fineBase, CoarseBase: coarseBase,
		FineConfidence: fine[best], ParentConfidence: coarse[parent],
		Overridden: parent != coarseBase,
	}
}

// Consistent reports whether the final coarse label is the parent of the final
// fine one, the event whose frequency the paper calls logical consistency.
func (p Prediction) Consistent(parents []int) bool { return parents[p.Fine] == p.Coarse }

// argmax returns the first index of the greatest value.
func argmax(p []float64) int {
	best := 0
	for y := range p {
		if p[y] > p[best] {
			best = y
		}
	}
	return best
}

func check(fine, coarse []float64, parents []int) {
	if len(fine) == 0 || len(coarse) == 0 {
		panic("decode: no labels")
	}
	if len(parents) != len(fine) {
		panic("decode: length mismatch")
	}
	for _, parent := range parents {
		if parent < 0 || parent >= len(coarse) {
			panic("decode: parent out of range")
		}
	}
	for _, level := range [][]float64{fine, coarse} {
		for _, p := range level {
			if math.IsNaN(p) {
				panic("decode: probability is not a number")
			}
		}
	}
}
