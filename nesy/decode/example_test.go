package decode_test

import (
	"fmt"

	"nesybook/nesy/decode"
)

// The fine level is sure of "tulip"; the coarse level mistakes the flower for a
// fruit. Equation 21 sides with the fine level; with a stricter threshold it
// keeps the contradiction, which Joint cannot.
func ExampleDecode() {
	fineNames, coarseNames := []string{"rose", "tulip", "pear"}, []string{"flowers", "fruit"}
	parents := []int{0, 0, 1}
	fine, coarse := []float64{0.25, 0.55, 0.20}, []float64{0.35, 0.65}

	show := func(rule string, p decode.Prediction) {
		fmt.Printf("%-14s %s, %s\n", rule, fineNames[p.Fine], coarseNames[p.Coarse])
	}
	for _, t := range []decode.Thresholds{decode.DefaultThresholds(), {Fine: 0.6, Coarse: 0.5}} {
		show(t.String(), decode.Decode(fine, coarse, parents, t))
	}
	show("joint", decode.Joint(fine, coarse, parents))
	// Output:
	// (0.5, 0.5)     tulip, flowers
	// (0.6, 0.5)     tulip, fruit
	// joint          tulip, flowers
}
