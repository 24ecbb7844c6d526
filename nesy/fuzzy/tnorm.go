package fuzzy

import (
	"fmt"
	"strings"

	. "github.com/gomlx/gomlx/core/graph"
)

// TNorm is a continuous t-norm T: [0,1]^2 -> [0,1], the fuzzy "and" of section 3.3.3:
// commutative, associative, non-decreasing in both arguments, with 1 as its neutral
// element. Everywhere Lukasiewicz <= Product <= Godel.
type TNorm int

// The three t-norms of the paper.
const (
	Product     TNorm = iota // ab
	Godel                    // min(a, b)
	Lukasiewicz              // max(0, a+b-1)
)

// TNorms lists the t-norms in the order of their declaration.
var TNorms = [...]TNorm{Product, Godel, Lukasiewicz}

var tnormNames = [...]string{"product", "godel", "lukasiewicz"}

// String returns the name in lower case and without accents, as ParseTNorm reads it.
func (t TNorm) String() string {
	if t < 0 || int(t) >= len(tnormNames) {
		return fmt.Sprintf("TNorm(%d)", int(t))
	}
	return tnormNames[t]
}

// Label returns the name as it is written in figures and tables.
func (t TNorm) Label() string {
	switch t {
	case Product:
		return "Product"
	case Godel:
		return "Gödel"
	case Lukasiewicz:
		return "Łukasiewicz"
	}
	return t.String()
}

// ParseTNorm reads the name of a t-norm, with or without accents, in any case.
func ParseTNorm(s string) (TNorm, error) {
	name := strings.ToLower(strings.TrimSpace(s))
	for _, t := range TNorms {
		if name == t.String() || name == strings.ToLower(t.Label()) {
			return t, nil
		}
	}
	return 0, fmt.Errorf("fuzzy: unknown t-norm %q: want %s", s, strings.Join(tnormNames[:], ", "))
}

// MarshalText writes the t-norm's name.
func (t TNorm) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads the t-norm's name.
func (t *TNorm) UnmarshalText(text []byte) (err error) {
	*t, err = ParseTNorm(string(text))
	return err
}

// Of returns T(a, b). Arguments outside [0,1], which raw masses can be, go into the
// same formula.
func (t TNorm) Of(a, b float64) float64 {
	switch t {
	case Product:
		return a * b
	case Godel:
		return min(a, b)
	case Lukasiewicz:
		return max(0, a+b-1)
	}
	panic(fmt.Sprintf("fuzzy: unknown %v", t))
}

// Graph returns T(a, b) element by element; the shapes are equal or broadcast.
func (t TNorm) Graph(a, b *Node) *Node {
	switch t {
	case Product:
		return Mul(a, b)
	case Godel:
		return Min(a, b)
	case Lukasiewicz:
		return MaxScalar(AddScalar(Add(a, b), -1), 0)
	}
	panic(fmt.Sprintf("fuzzy: unknown %v", t))
}
