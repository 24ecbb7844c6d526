package consistency

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"

	"nesybook/nesy/fuzzy"
)

// Graph is Score over a batch: mf [batch, fine sets] and mc [batch, coarse sets] give
// [batch], with gradients in both. The consistency loss of equation 17 is the mean
// over the batch of 1 less this.
//
// No tensor of batch by fine by coarse sets is made: the product t-norm factorises
// into matrix products, and for the other two see pairing.compare.
func (t *Term) Graph(mf, mc *Node) *Node {
	t.checkShapes(mf, mc)
	return t.graph(mf, t.config.Membership.Graph(t.config.Form.massesGraph(mc)))
}

// GraphWithSigma is Graph with the Gaussian's width taken from a scalar node, with a
// gradient in it too, so that it can be learnt. It panics unless the configured
// membership is a Gaussian.
func (t *Term) GraphWithSigma(mf, mc, sigma *Node) *Node {
	t.checkShapes(mf, mc)
	if t.config.Membership.Kind != fuzzy.GaussianKind {
		panic(fmt.Sprintf("consistency: a %v membership has no sigma to learn", t.config.Membership.Kind))
	}
	return t.graph(mf, fuzzy.GaussianGraph(t.config.Form.massesGraph(mc), sigma))
}

// graph returns the score [batch] of raw fine masses and coarse memberships.
func (t *Term) graph(mf, b *Node) *Node {
	a := t.config.Form.massesGraph(mf) // [batch, fine]
	if t.config.Form != SelfNormalised {
		agreement := conjunction(t.config.TNorm, a, b, t.compatible)[0] // [batch]
		return DivScalar(agreement, t.totalKappa)
	}
	sums := conjunction(t.config.TNorm, a, b, t.compatible, t.every)
	agreement, evidence := sums[0], sums[1] // [batch]
	return Div(AddScalar(agreement, leastEvidence), AddScalar(evidence, leastEvidence))
}

// massesGraph is masses over a batch.
func (f Form) massesGraph(m *Node) *Node {
	if f != Paper {
		m = MaxScalar(m, 0)
	}
	if f == Normalised {
		m = Div(m, MaxScalar(ReduceAndKeep(m, ReduceSum, -1), 1))
	}
	return m
}

func (t *Term) checkShapes(mf, mc *Node) {
	mf.AssertDims(-1, len(t.fineWeights))
	mc.AssertDims(-1, len(t.coarseWeights))
}
