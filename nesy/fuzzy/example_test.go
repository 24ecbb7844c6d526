package fuzzy_test

import (
	"fmt"

	"nesybook/nesy/fuzzy"
)

// The memberships of appendix B, and what each t-norm makes of them with a fine mass
// of 0.6.
func Example() {
	mu := fuzzy.Gaussian(1)
	fmt.Printf("mu(0.7) = %.7f, mu(0.1) = %.7f\n", mu.At(0.7), mu.At(0.1))
	for _, t := range fuzzy.TNorms {
		fmt.Printf("%v %.4f\n", t, t.Of(0.6, mu.At(0.7)))
	}
	// Output:
	// mu(0.7) = 0.9559975, mu(0.1) = 0.6669768
	// product 0.5736
	// godel 0.6000
	// lukasiewicz 0.5560
}

func ExampleDefaults() {
	for _, mu := range fuzzy.Defaults() {
		fmt.Printf("%-22v", mu)
		for _, x := range []float64{0, 0.3, 0.6, 1} {
			fmt.Printf(" %.2f", mu.At(x))
		}
		fmt.Println()
	}
	// Output:
	// gaussian:1             0.61 0.78 0.92 1.00
	// triangular:0,1,1       0.00 0.30 0.60 1.00
	// trapezoidal:0,0.6,1,1  0.00 0.50 1.00 1.00
}
