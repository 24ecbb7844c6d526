// Package belief holds the random-set mathematics of section 3.2: how the beliefs a
// network predicts for the sets of a budgeted family become masses (equation 3), what
// keeps those masses valid (equations 4 and 5), and how masses become probabilities
// (equation 6) and their bounds.
//
// A vector of beliefs or masses has one entry per set of a focal.Family, in the
// family's order. The whole frame, Omega, is never in the family: it takes the mass
// that the sets leave.
//
//	f := focal.NewFamily(3, focal.NewSet(0, 1))
//	inverse := belief.Mobius(f, belief.Exact)
//	m := belief.Complete(belief.Masses([]float64{0.5, 0.1, 0.2, 0.8}, inverse))
//	p := belief.BetP(f, m)               // a distribution over the three labels
//	lower, upper := belief.Bounds(f, m)  // around p, label by label
//
// What the loss and the prediction are computed from exists twice: in float64, to be
// read beside the paper, and as a GoMLX graph function of the same name ending in
// Graph, over batches.
package belief
