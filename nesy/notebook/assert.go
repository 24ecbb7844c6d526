package notebook

import (
	"fmt"
	"math"
	"os"
)

// Must returns v, or ends the cell with err.
func Must[T any](v T, err error) T {
	Check(err)
	return v
}

// Check ends the cell with err where there is one.
func Check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

// Assert prints the claim with a tick where it holds, and ends the cell where it
// does not.
func Assert(claim string, holds bool) {
	if !holds {
		fail("does not hold: " + claim)
	}
	fmt.Println("✓", claim)
}

// Near asserts that |got - want| <= tolerance and prints got.
func Near(claim string, got, want, tolerance float64) {
	if !(math.Abs(got-want) <= tolerance) {
		fail(fmt.Sprintf("does not hold: %s = %.7g, want %.7g within %g", claim, got, want, tolerance))
	}
	fmt.Printf("✓ %s = %.7f\n", claim, got)
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "✗", message)
	os.Exit(1)
}
