package consistency

import (
	. "github.com/gomlx/gomlx/core/graph"

	"nesybook/nesy/fuzzy"
)

// conjunction returns the sum over all pairs of weight times T(a, b), where a [fine,
// batch] are masses and b [coarse, batch] memberships, in [0,1]. The result is
// [batch].
//
// The product sums as b W a. The other two t-norms are piecewise linear: once compare
// has found on which side of its crease each pair lies, outside the gradient, what is
// left is linear in a and b, so that the value and the gradient, wherever there is
// one, are exact:
//
//	min(a, b)      = b where a > b, else a
//	max(0, a+b-1)  = a - (1-b) where a > 1-b, else 0
func (p pairing) conjunction(tnorm fuzzy.TNorm, a, b *Node) *Node {
	switch tnorm {
	case fuzzy.Product:
		weighted := DotGeneral(ConstAs(a, p.weights), []int{0}, nil, a, []int{0}, nil) // [coarse, batch]
		return total(Mul(weighted, b))
	case fuzzy.Godel:
		atMost, above := p.compare(a, b, true)
		return Add(total(Mul(a, atMost)), total(Mul(b, above)))
	case fuzzy.Lukasiewicz:
		c := OneMinus(b)
		ofFine, ofCoarse := p.compare(a, c, false)
		return Sub(total(Mul(a, ofFine)), total(Mul(c, ofCoarse)))
	}
	panic("consistency: no graph for t-norm " + tnorm.String())
}

// total sums [sets, batch] over the sets, as a matrix product because that is the Go
// backend's fastest reduction.
func total(x *Node) *Node {
	ones := BroadcastToDims(ScalarOne(x.Graph(), x.DType()), 1, x.Shape().Dim(0))
	return Squeeze(MatMul(ones, x), 0) // [batch]
}
