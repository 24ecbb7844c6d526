package fuzzy_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"nesybook/nesy/fuzzy"
)

// degrees returns random points of [0,1], its ends and middle more often than chance
// would.
func degrees(r *rand.Rand, n int) []float64 {
	d := make([]float64, n)
	for i := range d {
		d[i] = []float64{0, 0.5, 1, r.Float64(), r.Float64(), r.Float64()}[r.IntN(6)]
	}
	return d
}

func TestTNormLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for _, T := range fuzzy.TNorms {
		for range 2000 {
			d := degrees(r, 4)
			a, b, c := d[0], d[1], d[2]
			if T.Of(a, b) != T.Of(b, a) {
				t.Fatalf("%v does not commute at %g, %g", T, a, b)
			}
			if left, right := T.Of(T.Of(a, b), c), T.Of(a, T.Of(b, c)); math.Abs(left-right) > 1e-15 {
				t.Fatalf("%v does not associate at %g, %g, %g: %g and %g", T, a, b, c, left, right)
			}
			if more := max(b, d[3]); T.Of(a, more) < T.Of(a, b) {
				t.Fatalf("%v falls from %g to %g at %g", T, b, more, a)
			}
			if got := T.Of(a, 1); math.Abs(got-a) > 1e-15 {
				t.Fatalf("%v(%g, 1) = %g", T, a, got)
			}
			if got := T.Of(a, b); got < 0 || got > 1 {
				t.Fatalf("%v(%g, %g) = %g", T, a, b, got)
			}
		}
	}
}

func TestTNormOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for range 2000 {
		d := degrees(r, 2)
		l, p, g := fuzzy.Lukasiewicz.Of(d[0], d[1]), fuzzy.Product.Of(d[0], d[1]), fuzzy.Godel.Of(d[0], d[1])
		if l > p+1e-15 || p > g {
			t.Fatalf("at %v: %g, %g, %g do not rise", d, l, p, g)
		}
	}
}

func TestParseTNorm(t *testing.T) {
	for text, want := range map[string]fuzzy.TNorm{
		"product": fuzzy.Product, "Godel": fuzzy.Godel, "gödel": fuzzy.Godel,
		"lukasiewicz": fuzzy.Lukasiewicz, "Łukasiewicz": fuzzy.Lukasiewicz,
	} {
		if got, err := fuzzy.ParseTNorm(text); err != nil || got != want {
			t.Errorf("ParseTNorm(%q) = %v, %v", text, got, err)
		}
	}
	if _, err := fuzzy.ParseTNorm("min"); err == nil {
		t.Error("no error for an unknown name")
	}
}
