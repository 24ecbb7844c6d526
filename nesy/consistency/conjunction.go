package consistency

import (
	. "github.com/gomlx/gomlx/core/graph"

	"nesybook/nesy/fuzzy"
)

// conjunction returns, for each pairing, the sum over all pairs of weight times
// T(a, b), where a [batch, fine] are masses and b [batch, coarse] memberships, in
// [0,1]. The results are [batch].
//
// The product sums as a W b. The other two t-norms are piecewise linear: once compare
// has found on which side of its crease each pair lies, outside the gradient, what is
// left is linear in a and b, so that the value and the gradient, wherever there is
// one, are exact:
//
//	min(a, b)      = b where a > b, else a
//	max(0, a+b-1)  = a - (1-b) where a > 1-b, else 0
func conjunction(tnorm fuzzy.TNorm, a, b *Node, pairings ...pairing) []*Node {
	if tnorm != fuzzy.Product {
		a, b = Transpose(a, 0, 1), Transpose(b, 0, 1) // [sets, batch]
	}
	sums := make([]*Node, len(pairings))
	for i, p := range pairings {
		switch tnorm {
		case fuzzy.Product:
			sums[i] = ReduceSum(Mul(MatMul(a, ConstAs(a, p.weights)), b), -1)
		case fuzzy.Godel:
			atMost, above := p.compare(a, b, true)
			sums[i] = Add(total(Mul(a, atMost)), total(Mul(b, above)))
		case fuzzy.Lukasiewicz:
			c := OneMinus(b)
			ofFine, ofCoarse := p.compare(a, c, false)
			sums[i] = Sub(total(Mul(a, ofFine)), total(Mul(c, ofCoarse)))
		default:
			panic("consistency: no graph for t-norm " + tnorm.String())
		}
	}
	return sums
}

// total sums [sets, batch] over the sets, as a matrix product because that is the Go
// backend's fastest reduction.
func total(x *Node) *Node {
	ones := BroadcastToDims(ScalarOne(x.Graph(), x.DType()), 1, x.Shape().Dim(0))
	return Squeeze(MatMul(ones, x), 0) // [batch]
}
