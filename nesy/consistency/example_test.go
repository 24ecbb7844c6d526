package consistency_test

import (
	"fmt"

	"nesybook/nesy/consistency"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/hierarchy"
)

// flowers is the example of appendix B: the focal sets {rose} and {rose, tulip},
// {flower} and {flower, tree}. Its families hold these sets alone, without the other
// singletons.
func flowers() (h *hierarchy.Hierarchy, fine, coarse *focal.Family) {
	h, err := hierarchy.TwoLevel(
		[]string{"rose", "tulip", "oak", "trout"},
		[]string{"flower", "tree", "fish"},
		[]int{0, 0, 1, 2})
	if err != nil {
		panic(err)
	}
	fine = &focal.Family{Frame: 4, Sets: []focal.Set{focal.NewSet(0), focal.NewSet(0, 1)}}
	coarse = &focal.Family{Frame: 3, Sets: []focal.Set{focal.NewSet(0), focal.NewSet(0, 1)}}
	return h, fine, coarse
}

// appendixB is the configuration of the example: exponents 1, weights as they are.
func appendixB(form consistency.Form, tnorm fuzzy.TNorm) consistency.Config {
	return consistency.Config{Form: form, TNorm: tnorm, Membership: fuzzy.Gaussian(1), FineExponent: 1, CoarseExponent: 1}
}

// The worked example of appendix B. The paper prints 0.0334 for the last pair
// because it rounds the memberships first.
func Example() {
	h, fine, coarse := flowers()
	mf, mc := []float64{0.6, 0.2}, []float64{0.7, 0.1}
	term := consistency.New(h, 0, fine, coarse, appendixB(consistency.Paper, fuzzy.Product))
	for _, p := range term.Pairs(mf, mc) {
		fmt.Printf("%-13s %-14s kappa %.0f  weight %.2f  T %.4f  s %.7f\n",
			fine.Sets[p.A].Format(h.Names(0)), coarse.Sets[p.B].Format(h.Names(1)), p.Kappa, p.Weight, p.T, p.Score)
	}
	fmt.Println()
	for _, tnorm := range fuzzy.TNorms {
		term := consistency.New(h, 0, fine, coarse, appendixB(consistency.Paper, tnorm))
		fmt.Printf("%-11v Cons %.7f\n", tnorm, term.Score(mf, mc))
	}
	// Output:
	// {rose}        {flower}       kappa 1  weight 1.00  T 0.5736  s 0.5735985
	// {rose}        {flower, tree} kappa 1  weight 0.50  T 0.4002  s 0.2000930
	// {rose, tulip} {flower}       kappa 1  weight 0.50  T 0.1912  s 0.0955997
	// {rose, tulip} {flower, tree} kappa 1  weight 0.25  T 0.1334  s 0.0333488
	//
	// product     Cons 0.2256600
	// godel       Cons 0.2625000
	// lukasiewicz Cons 0.1918712
}

// What the three forms make of a prediction that is certain and consistent, certain
// and contradictory, or made of nothing.
func ExampleForm() {
	h, _, _ := flowers()
	fine := focal.NewFamily(4, focal.NewSet(0, 1))
	coarse := fine.Project(h, 0)
	rose, flower, fish := []float64{1, 0, 0, 0, 0}, []float64{1, 0, 0}, []float64{0, 0, 1}
	nothing := make([]float64, 5)
	for _, form := range consistency.Forms {
		c := consistency.PaperConfig()
		c.Form, c.Membership = form, fuzzy.Triangular(0, 1, 1)
		term := consistency.New(h, 0, fine, coarse, c)
		fmt.Printf("%-15v rose and flower %.2f, rose and fish %.2f, nothing %.2f\n", form,
			term.Score(rose, flower), term.Score(rose, fish), term.Score(nothing, flower))
	}
	// Output:
	// paper           rose and flower 0.21, rose and fish 0.00, nothing 0.00
	// normalised      rose and flower 0.21, rose and fish 0.00, nothing 0.00
	// self-normalised rose and flower 1.00, rose and fish 0.00, nothing 1.00
}

func ExampleKappa() {
	h, _, _ := flowers()
	roseOak, flower, fish := focal.NewSet(0, 2), focal.NewSet(0), focal.NewSet(2)
	fmt.Println(consistency.Kappa(h, 0, roseOak, flower), consistency.Feasible(h, 0, roseOak, flower))
	fmt.Println(consistency.Kappa(h, 0, roseOak, fish), consistency.Feasible(h, 0, roseOak, fish))
	// Output:
	// 0.5 true
	// 0 false
}
