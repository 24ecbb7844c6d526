package consistency

import (
	"fmt"

	"nesybook/nesy/focal"
	"nesybook/nesy/hierarchy"
)

// Term is the consistency of two families under a hierarchy: everything about
// equations 11 to 16 that does not depend on the masses. It is immutable and may be
// used concurrently.
type Term struct {
	config Config

	fineWeights, coarseWeights []float64   // specificity, equation 13
	kappa                      [][]float64 // [fine][coarse], equation 12
	totalKappa                 float64     // the denominator of equation 16

	compatible pairing // weights w^f(A) w^c(B) kappa(A, B)
	every      pairing // weights w^f(A) w^c(B)
}

// New returns the consistency between a family over a level of h and one over the
// next level. It panics if a family's frame is not its level's, or if no pair of
// sets is feasible, which cannot be where both families hold all singletons.
func New(h *hierarchy.Hierarchy, level int, fine, coarse *focal.Family, c Config) *Term {
	if fine.Frame != h.Size(level) || coarse.Frame != h.Size(level+1) {
		panic(fmt.Sprintf("consistency: families over %d and %d labels, hierarchy of %d and %d",
			fine.Frame, coarse.Frame, h.Size(level), h.Size(level+1)))
	}
	t := &Term{
		config:        c,
		fineWeights:   Specificity(fine, c.FineExponent, c.MeanOne),
		coarseWeights: Specificity(coarse, c.CoarseExponent, c.MeanOne),
		kappa:         make([][]float64, fine.Len()),
	}
	projections := make([]focal.Set, fine.Len())
	for i, a := range fine.Sets {
		projections[i] = a.Project(h, level)
		t.kappa[i] = make([]float64, coarse.Len())
		for j, b := range coarse.Sets {
			t.kappa[i][j] = inclusion(projections[i], b)
			t.totalKappa += t.kappa[i][j]
		}
	}
	if t.totalKappa == 0 {
		panic("consistency: no pair of sets is feasible")
	}
	t.compatible = newPairing(t.compatibleBlocks(projections, coarse))
	t.every = newPairing([]block{t.everyBlock()}, fine.Len(), coarse.Len())
	return t
}

// Config returns the configuration the term was made with.
func (t *Term) Config() Config { return t.config }

// checkLengths panics unless the masses are one sample's, one mass per set.
func (t *Term) checkLengths(mf, mc []float64) {
	if len(mf) != len(t.fineWeights) || len(mc) != len(t.coarseWeights) {
		panic(fmt.Sprintf("consistency: length mismatch: %d and %d masses, families of %d and %d sets",
			len(mf), len(mc), len(t.fineWeights), len(t.coarseWeights)))
	}
}
