package belief_test

import (
	"fmt"

	"nesybook/nesy/belief"
	"nesybook/nesy/focal"
)

// A family without the pairs {a,b}, {a,c} and {b,c}: whoever is certain of a gives
// it, and every set that holds it, the belief 1. Equation 3 then counts a twice.
func ExampleMobius() {
	f := focal.NewFamily(4, focal.NewSet(0, 1, 2)) // a, b, c, d and {a, b, c}
	bel := []float64{1, 0, 0, 0, 1}
	for _, inv := range []belief.Inversion{belief.Restricted, belief.Exact} {
		m := belief.Masses(bel, belief.Mobius(f, inv))
		sum := 0.0
		for _, v := range m {
			sum += v
		}
		fmt.Println(inv, m, "sum", sum)
	}
	// Output:
	// restricted [1 0 0 0 2] sum 3
	// exact [1 0 0 0 0] sum 1
}

func ExampleBetP() {
	f := focal.NewFamily(3, focal.NewSet(0, 1))
	m := belief.Complete([]float64{0.4, 0, 0, 0.3}) // {a}, {b}, {c}, {a, b}
	lower, upper := belief.Bounds(f, m)
	fmt.Printf("Omega %.2f\n", m.Omega)
	for y, p := range belief.BetP(f, m) {
		fmt.Printf("%c: %.2f <= %.2f <= %.2f\n", 'a'+y, lower[y], p, upper[y])
	}
	// Output:
	// Omega 0.30
	// a: 0.40 <= 0.65 <= 1.00
	// b: 0.00 <= 0.25 <= 0.60
	// c: 0.00 <= 0.10 <= 0.30
}
