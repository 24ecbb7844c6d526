// Package decode turns the pignistic probabilities of the two levels into one
// fine and one coarse label: section 3.4 of the paper, "Constrained output",
// equations 18 to 21 as LaTeX numbers them.
//
// Equations 18 and 19, from beliefs to BetP, are those of package belief; this
// package starts at BetP:
//
//	p := decode.Decode(betpFine, betpCoarse, parents, decode.DefaultThresholds())
//	if p.Overridden {
//		fmt.Println("the fine label", p.Fine, "moved the coarse one to", p.Coarse)
//	}
//
// Decode is the paper's rule, which may still leave a coarse label that is not
// the parent of the fine one. Joint is an alternative that never does.
package decode
