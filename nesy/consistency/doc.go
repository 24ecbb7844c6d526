// Package consistency measures how well the evidence for fine sets agrees with the
// evidence for coarse sets under the hierarchy: equations 11 to 17 of section 3.3,
// the neurosymbolic term of the loss.
//
// A pair of a fine set A and a coarse set B is feasible where the projection Pi(A)
// meets B; kappa says how much of Pi(A) lies in B; a t-norm joins A's mass with the
// fuzzy membership of B's; and the score of a sample sums that over the pairs, small
// sets counting more:
//
//	term := consistency.New(h, 0, fine, coarse, consistency.PaperConfig())
//	cons := term.Score(fineMasses, coarseMasses) // one sample, in float64
//	for _, pair := range term.Pairs(fineMasses, coarseMasses) { ... } // what it is made of
//	inGraph := term.Graph(mf, mc)                // [batch], with gradients
//
// The paper divides by the total compatibility of the family, whatever the masses
// are. Such a score is tiny for a certain and consistent prediction and grows with
// the sum of unnormalised masses, so two more forms stand beside it: see Form.
package consistency
