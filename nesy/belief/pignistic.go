package belief

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	. "github.com/gomlx/gomlx/core/graph"

	"nesybook/nesy/focal"
)

// BetP returns the pignistic probability of each label: every set shares its mass
// equally among its labels, Omega among all of them (Smets, Decision making in the
// TBM, 2005). It is equation 6 with the mass that the equation leaves out, so it sums
// to 1. It panics if m is not on f.
func BetP(f *focal.Family, m Mass) []float64 {
	p := PaperBetP(f, m.Sets)
	for y := range p {
		p[y] += m.Omega / float64(f.Frame)
	}
	return p
}

// PaperBetP is equation 6 as written, on the masses as they come: no mass is clamped
// and none goes to Omega, so the result need not be a distribution. It panics if m
// is not on f.
func PaperBetP(f *focal.Family, m []float64) []float64 {
	checkLength(f, m)
	p := make([]float64, f.Frame)
	for i, a := range f.Sets {
		for _, y := range a.Labels() {
			p[y] += m[i] / float64(a.Len())
		}
	}
	return p
}

// BetPGraph is BetP over a batch: sets [batch, sets] and omega [batch] give [batch,
// labels].
func BetPGraph(f *focal.Family, sets, omega *Node) *Node {
	share := DivScalar(InsertAxes(omega, -1), f.Frame) // [batch, 1]
	return Add(PaperBetPGraph(f, sets), share)         // [batch, labels]
}

// PaperBetPGraph is PaperBetP over a batch: m [batch, sets] gives [batch, labels].
func PaperBetPGraph(f *focal.Family, m *Node) *Node {
	shares := mat.NewDense(f.Len(), f.Frame, nil)
	for i, a := range f.Sets {
		for _, y := range a.Labels() {
			shares.Set(i, y, 1/float64(a.Len()))
		}
	}
	return MatMul(m, constant(m, shares)) // [batch, labels]
}

func checkLength(f *focal.Family, m []float64) {
	if len(m) != f.Len() {
		panic(fmt.Sprintf("belief: length mismatch: %d masses, family of %d sets", len(m), f.Len()))
	}
}
