package paper

import (
	"fmt"
	"math"
	"slices"

	"nesybook/nesy/belief"
	"nesybook/nesy/consistency"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/hierarchy"
)

// formulaClaims are about formulas of section 3 and appendix B, and are tested on
// them: their findings depend on no evidence. Ours are about what this library uses
// in the formula's place.
func formulaClaims() []Claim {
	return []Claim{
		{
			ID: "mobius-inverts", Place: "3.2, eq. 3",
			Content:  "The restricted inversion turns beliefs into masses.",
			Check:    "sets {a}, {b}, {c}, {a, b, c} of four labels, belief 1 in those with a: the masses sum to 1",
			Test:     func(Evidence) Finding { return massesSum(belief.Restricted) },
			OurCheck: "the same with the exact inversion",
			OurTest:  func(Evidence) Finding { return massesSum(belief.Exact) },
		},
		{
			ID: "betp-distribution", Place: "3.2, eq. 6",
			Content:  "BetP is a probability distribution over the labels.",
			Check:    "masses 0.5 on {a} and 0.2 on {a, b, c}, the rest on all four labels: BetP sums to 1",
			Test:     func(Evidence) Finding { return betpSum(belief.PaperBetP) },
			OurCheck: "the same with Ω's mass shared by all labels",
			OurTest: func(Evidence) Finding {
				return betpSum(func(f *focal.Family, m []float64) []float64 { return belief.BetP(f, belief.Complete(m)) })
			},
		},
		{
			ID: "cons-bounded", Place: "3.3.3, eq. 16",
			Content:  "Cons lies in [0, 1].",
			Check:    "the score of masses that eq. 3 gives for sigmoid outputs near 1, ten fine labels and one set of nine",
			Test:     func(Evidence) Finding { return consBounded(consistency.Paper) },
			OurCheck: "the same with the self-normalised form",
			OurTest:  func(Evidence) Finding { return consBounded(consistency.SelfNormalised) },
		},
		{
			ID: "loss-vanishes", Place: "3.3.3, eq. 17",
			Content:  "The consistency loss vanishes for perfectly consistent predictions.",
			Check:    "1 - Cons where all mass is on one fine label and on its parent, same family",
			Test:     func(Evidence) Finding { return lossVanishes(consistency.Paper) },
			OurCheck: "the same with the self-normalised form",
			OurTest:  func(Evidence) Finding { return lossVanishes(consistency.SelfNormalised) },
		},
		{
			ID: "worked-example", Place: "app. B",
			Content: "The example's four contributions are 0.5736, 0.2001, 0.0956 and 0.0334.",
			Check:   "computed from its masses and sizes, each to within 0.0001",
			Test:    workedExample,
		},
	}
}

// nested is the family {a}, {b}, {c}, {d}, {a, b, c} of four labels.
func nested() *focal.Family { return focal.NewFamily(4, focal.NewSet(0, 1, 2)) }

func sum(values []float64) (s float64) {
	for _, v := range values {
		s += v
	}
	return s
}

func massesSum(inversion belief.Inversion) Finding {
	f := nested()
	masses := belief.Masses(f.Targets(0), belief.Mobius(f, inversion)) // certain of a
	return Finding{verdict(math.Abs(sum(masses)-1) < 1e-9), fmt.Sprintf("the masses sum to %.4g, {a, b, c} has %.4g",
		sum(masses), masses[f.Len()-1])}
}

func betpSum(betp func(*focal.Family, []float64) []float64) Finding {
	f := nested()
	masses := make([]float64, f.Len())
	masses[0], masses[f.Len()-1] = 0.5, 0.2
	total := sum(betp(f, masses))
	return Finding{verdict(math.Abs(total-1) < 1e-9), fmt.Sprintf("BetP sums to %.4g", total)}
}

// smallFamily is two coarse labels over ten fine ones, and a fine set of nine.
func smallFamily() (h *hierarchy.Hierarchy, fine, coarse *focal.Family) {
	var names []string
	parents := make([]int, 10)
	for y := range parents {
		names = append(names, fmt.Sprint("fine ", y))
		parents[y] = y / 5
	}
	h, err := hierarchy.TwoLevel(names, []string{"coarse 0", "coarse 1"}, parents)
	if err != nil {
		panic("paper: " + err.Error())
	}
	fine = focal.NewFamily(10, focal.NewSet(0, 1, 2, 3, 4, 5, 6, 7, 8))
	return h, fine, fine.Project(h, 0)
}

func consBounded(form consistency.Form) Finding {
	h, fine, coarse := smallFamily()
	config := consistency.PaperConfig()
	config.Form = form
	term := consistency.New(h, 0, fine, coarse, config)
	masses := func(f *focal.Family) []float64 {
		beliefs := slices.Repeat([]float64{1 / (1 + math.Exp(-8))}, f.Len()) // logits of 8
		return belief.Masses(beliefs, belief.Mobius(f, belief.Restricted))
	}
	score := term.Score(masses(fine), masses(coarse))
	return Finding{verdict(score >= 0 && score <= 1), fmt.Sprintf("Cons = %.4f", score)}
}

func lossVanishes(form consistency.Form) Finding {
	h, fine, coarse := smallFamily()
	config := consistency.PaperConfig()
	config.Form, config.Membership = form, fuzzy.Triangular(0, 1, 1) // 0 at mass 0, which favours the claim
	term := consistency.New(h, 0, fine, coarse, config)
	mf, mc := make([]float64, fine.Len()), make([]float64, coarse.Len())
	mf[0], mc[h.Parent(0, 0)] = 1, 1
	loss := 1 - term.Score(mf, mc)
	return Finding{verdict(math.Abs(loss) < 1e-9), fmt.Sprintf("loss = %.4f", loss)}
}

// workedExample computes equation 15 for appendix B's sets of one and two labels,
// all of compatibility 1, with exponents 1: a weight is one over a set's size.
func workedExample(Evidence) Finding {
	printed := []float64{0.5736, 0.2001, 0.0956, 0.0334}
	fine, coarse := []float64{0.6, 0.2}, []float64{0.7, 0.1}
	membership := fuzzy.Gaussian(1)
	holds, computed := true, []string{}
	for a, mf := range fine {
		for b, mc := range coarse {
			s := fuzzy.Product.Of(mf, membership.At(mc)) / float64((a+1)*(b+1))
			holds = holds && math.Abs(s-printed[2*a+b]) <= 1e-4
			computed = append(computed, fmt.Sprintf("%.6f", s))
		}
	}
	return Finding{verdict(holds), fmt.Sprint(computed)}
}
