package belief

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	. "github.com/gomlx/gomlx/core/graph"

	"nesybook/nesy/focal"
)

// Inversion says how masses are computed from beliefs.
type Inversion int

const (
	// Exact inverts belief on the family itself: the masses are the only ones on
	// these sets whose beliefs are the given ones. It is the default.
	Exact Inversion = iota

	// Restricted is equation 3 as the paper and RS-NN write it: the alternating sum
	// over the subsets that happen to be in the family. It equals Exact where the
	// family holds every subset of each of its sets, and is no inverse elsewhere: a
	// set of three labels beside its singletons counts them twice.
	Restricted
)

var inversionNames = [...]string{"exact", "restricted"}

// String returns the inversion's name, as ParseInversion reads it.
func (inv Inversion) String() string {
	if inv < 0 || int(inv) >= len(inversionNames) {
		return fmt.Sprintf("Inversion(%d)", int(inv))
	}
	return inversionNames[inv]
}

// ParseInversion reads "exact" or "restricted", in any case.
func ParseInversion(s string) (Inversion, error) {
	for i, name := range inversionNames {
		if strings.EqualFold(strings.TrimSpace(s), name) {
			return Inversion(i), nil
		}
	}
	return 0, fmt.Errorf("belief: unknown inversion %q: want %s", s, strings.Join(inversionNames[:], " or "))
}

// MarshalText writes the inversion's name.
func (inv Inversion) MarshalText() ([]byte, error) { return []byte(inv.String()), nil }

// UnmarshalText reads the inversion's name.
func (inv *Inversion) UnmarshalText(text []byte) (err error) {
	*inv, err = ParseInversion(string(text))
	return err
}

// Zeta returns the matrix Z of belief on the family, such that bel = m Z for row
// vectors: Z[B][A] is 1 where B is a subset of A, so that Bel(A) is the sum of the
// masses of the subsets of A. It is square, with rows for masses and columns for
// beliefs, and upper triangular, because a family lists subsets before supersets.
func Zeta(f *focal.Family) *mat.Dense {
	n := f.Len()
	z := mat.NewDense(n, n, nil)
	for column, a := range f.Sets {
		for row, b := range f.Sets {
			if b.SubsetOf(a) {
				z.Set(row, column, 1)
			}
		}
	}
	return z
}

// Mobius returns the matrix M that turns beliefs into masses, m = bel M for row
// vectors: rows for beliefs, columns for masses. It depends on the family alone, so
// it is computed once.
func Mobius(f *focal.Family, inv Inversion) *mat.Dense {
	switch inv {
	case Exact:
		return exactMobius(f)
	case Restricted:
		return restrictedMobius(f)
	}
	panic(fmt.Sprintf("belief: unknown %v", inv))
}

// exactMobius inverts Zeta by forward substitution: the mass of A is its belief less
// the masses of its proper subsets, which the family lists before it.
func exactMobius(f *focal.Family) *mat.Dense {
	n := f.Len()
	m := mat.NewDense(n, n, nil)
	for column, a := range f.Sets {
		m.Set(column, column, 1)
		for subset, b := range f.Sets[:column] {
			if !b.SubsetOf(a) {
				continue
			}
			for row := range subset + 1 {
				m.Set(row, column, m.At(row, column)-m.At(row, subset))
			}
		}
	}
	return m
}

// restrictedMobius is equation 3.
func restrictedMobius(f *focal.Family) *mat.Dense {
	n := f.Len()
	m := mat.NewDense(n, n, nil)
	for column, a := range f.Sets {
		for row, b := range f.Sets {
			switch {
			case !b.SubsetOf(a):
			case (a.Len()-b.Len())%2 == 0:
				m.Set(row, column, 1)
			default:
				m.Set(row, column, -1)
			}
		}
	}
	return m
}

// Masses returns bel M, the masses that Mobius's matrix gives to the beliefs. They
// can be negative and can sum to more than 1: a network's beliefs need not come from
// any mass function. It panics if the lengths differ.
func Masses(bel []float64, m *mat.Dense) []float64 {
	rows, columns := m.Dims()
	if len(bel) != rows {
		panic(fmt.Sprintf("belief: length mismatch: %d beliefs, matrix of %d rows", len(bel), rows))
	}
	masses := make([]float64, columns)
	for a := range columns {
		for b, v := range bel {
			masses[a] += v * m.At(b, a)
		}
	}
	return masses
}

// MassesGraph is Masses over a batch: bel [batch, sets] gives [batch, sets].
func MassesGraph(bel *Node, m *mat.Dense) *Node {
	return MatMul(bel, constant(bel, m)) // [batch, sets]
}

// constant returns a matrix as a constant of base's graph and type.
func constant(base *Node, m *mat.Dense) *Node {
	rows, columns := m.Dims()
	values := make([][]float64, rows)
	for i := range values {
		values[i] = make([]float64, columns)
		mat.Row(values[i], i, m)
	}
	return ConstAs(base, values)
}
