package fuzzy_test

import (
	"math"
	"strings"
	"testing"

	"nesybook/nesy/fuzzy"
)

func memberships() []fuzzy.Membership {
	return append(fuzzy.Defaults(),
		fuzzy.Gaussian(0.3),
		fuzzy.Triangular(0.2, 0.5, 0.9),
		fuzzy.Triangular(0.4, 0.4, 0.8),     // a vertical left side
		fuzzy.Triangular(0.1, 0.6, 0.6),     // a vertical right side
		fuzzy.Trapezoidal(0.1, 0.3, 0.6, 1), // both sides slope
		fuzzy.Trapezoidal(0.2, 0.2, 0.7, 0.7),
	)
}

func TestMembershipAt(t *testing.T) {
	peak, box := fuzzy.Triangular(0.2, 0.5, 0.9), fuzzy.Trapezoidal(0.2, 0.2, 0.7, 0.7)
	for _, c := range []struct {
		mu      fuzzy.Membership
		x, want float64
	}{
		{fuzzy.Gaussian(1), 1, 1}, {fuzzy.Gaussian(1), 0, math.Exp(-0.5)}, {fuzzy.Gaussian(0.5), 0.5, math.Exp(-0.5)},
		{fuzzy.Gaussian(1), 2, math.Exp(-0.5)}, // its formula continues
		{peak, 0.2, 0}, {peak, 0.35, 0.5}, {peak, 0.5, 1}, {peak, 0.7, 0.5}, {peak, 0.9, 0}, {peak, 1, 0},
		{box, 0.19, 0}, {box, 0.2, 1}, {box, 0.7, 1}, {box, 0.71, 0},
		{fuzzy.Triangular(0, 1, 1), 1 + 1e-7, 1}, // rounding does not fall off the side
		{fuzzy.Triangular(0, 1, 1), -3, 0},
		{fuzzy.Trapezoidal(0, 0.6, 1, 1), 0.3, 0.5}, {fuzzy.Trapezoidal(0, 0.6, 1, 1), 70, 1},
	} {
		if got := c.mu.At(c.x); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%v at %g is %g, want %g", c.mu, c.x, got, c.want)
		}
	}
}

func TestDefaultsRiseToOne(t *testing.T) {
	for _, mu := range fuzzy.Defaults() {
		if mu.At(1) != 1 {
			t.Errorf("%v of mass 1 is %g", mu, mu.At(1))
		}
		for i := range 100 {
			x := float64(i) / 100
			if mu.At(x+0.01) < mu.At(x) || mu.At(x) < 0 || mu.At(x) > 1 {
				t.Errorf("%v falls or leaves [0,1] at %g", mu, x)
			}
		}
	}
	identity := fuzzy.Defaults()[fuzzy.TriangularKind]
	if identity.At(0.37) != 0.37 {
		t.Errorf("%v is not the identity", identity)
	}
}

func TestParseMembership(t *testing.T) {
	for _, mu := range memberships() {
		got, err := fuzzy.ParseMembership(strings.ToUpper(mu.String()))
		if err != nil || got.String() != mu.String() {
			t.Errorf("ParseMembership(%q) = %v, %v", mu, got, err)
		}
	}
	for _, mu := range fuzzy.Defaults() {
		if got, err := fuzzy.ParseMembership(mu.Kind.String()); err != nil || got.String() != mu.String() {
			t.Errorf("ParseMembership(%q) = %v, %v", mu.Kind, got, err)
		}
	}
	for _, bad := range []string{"", "bell", "gaussian:", "gaussian:0", "gaussian:-1", "gaussian:NaN", "gaussian:1,2",
		"gaussian:1e", "triangular:1", "triangular:1,0,1", "trapezoidal:0,1,1", "trapezoidal:0,1,Inf,Inf"} {
		if mu, err := fuzzy.ParseMembership(bad); err == nil {
			t.Errorf("ParseMembership(%q) = %v, want an error", bad, mu)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("ParseMembership(%q): error of several lines: %v", bad, err)
		}
	}
}

func TestConstructorsPanic(t *testing.T) {
	for name, call := range map[string]func(){
		"sigma 0":            func() { fuzzy.Gaussian(0) },
		"sigma not a number": func() { fuzzy.Gaussian(math.NaN()) },
		"falling corners":    func() { fuzzy.Triangular(0, 1, 0.5) },
		"corner at infinity": func() { fuzzy.Trapezoidal(0, 0, 1, math.Inf(1)) },
		"zero value":         func() { fuzzy.Membership{Kind: fuzzy.TriangularKind}.At(0.5) },
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.HasPrefix(text, "fuzzy: ") {
					t.Errorf("%s: panic %q", name, text)
				}
			}()
			call()
		}()
	}
}
