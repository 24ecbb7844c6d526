package belief_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"nesybook/nesy/belief"
	"nesybook/nesy/focal"
)

var inversions = []belief.Inversion{belief.Exact, belief.Restricted}

// randomFamily returns a family over 3 to 9 labels with up to 20 random larger sets,
// many of them nested.
func randomFamily(r *rand.Rand) *focal.Family {
	frame := 3 + r.IntN(7)
	sets := make([]focal.Set, r.IntN(20))
	for i := range sets {
		labels := make([]int, 2+r.IntN(frame))
		for j := range labels {
			labels[j] = r.IntN(frame)
		}
		sets[i] = focal.NewSet(labels...)
	}
	return focal.NewFamily(frame, sets...)
}

// randomMasses returns a mass function's masses on n sets; what they leave of 1 is
// Omega's.
func randomMasses(r *rand.Rand, n int) []float64 {
	m := make([]float64, n)
	total := r.ExpFloat64()
	for i := range m {
		if r.IntN(3) > 0 {
			m[i] = r.ExpFloat64()
		}
		total += m[i]
	}
	floats.Scale(1/total, m)
	return m
}

// rawMasses returns masses as an inversion can give them: some negative, of any sum.
func rawMasses(r *rand.Rand, n int) []float64 {
	m := make([]float64, n)
	for i := range m {
		m[i] = r.NormFloat64() / float64(1+r.IntN(n))
	}
	return m
}

func TestExactInvertsZeta(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for range 50 {
		f := randomFamily(r)
		var product mat.Dense
		product.Mul(belief.Zeta(f), belief.Mobius(f, belief.Exact))
		identity := mat.NewDiagDense(f.Len(), nil)
		for i := range f.Len() {
			identity.SetDiag(i, 1)
		}
		// Integers throughout, so equality is exact.
		if !mat.Equal(&product, identity) {
			t.Fatalf("Z M is not the identity on %v", f.Sets)
		}
	}
}

func TestZetaSumsTheMassesOfSubsets(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for range 50 {
		f := randomFamily(r)
		m := randomMasses(r, f.Len())
		var bel mat.Dense
		bel.Mul(mat.NewDense(1, f.Len(), m), belief.Zeta(f))
		for i, a := range f.Sets {
			want := belief.Belief(f, belief.Mass{Sets: m}, a)
			if math.Abs(bel.At(0, i)-want) > 1e-12 {
				t.Fatalf("Bel(%v) = %g by Zeta, %g by definition", a, bel.At(0, i), want)
			}
		}
	}
}

func TestExactRecoversTrueMasses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for range 50 {
		f := randomFamily(r)
		want := randomMasses(r, f.Len())
		bel := make([]float64, f.Len())
		for i, a := range f.Sets {
			bel[i] = belief.Belief(f, belief.Mass{Sets: want}, a)
		}
		got := belief.Masses(bel, belief.Mobius(f, belief.Exact))
		if !floats.EqualApprox(got, want, 1e-11) {
			t.Fatalf("masses %v became %v on %v", want, got, f.Sets)
		}
	}
}

// The two inversions agree where every subset of a set is in the family, as in the
// power set, on which Mobius inversion is usually stated.
func TestRestrictedIsExactOnClosedFamilies(t *testing.T) {
	var sets []focal.Set
	for bits := 1; bits < 1<<4; bits++ {
		var labels []int
		for y := range 4 {
			if bits>>y&1 == 1 {
				labels = append(labels, y)
			}
		}
		sets = append(sets, focal.NewSet(labels...))
	}
	f := focal.NewFamily(5, sets...)
	if !mat.Equal(belief.Mobius(f, belief.Restricted), belief.Mobius(f, belief.Exact)) {
		t.Error("the inversions differ")
	}
	gap := focal.NewFamily(5, focal.NewSet(0, 1, 2))
	if mat.Equal(belief.Mobius(gap, belief.Restricted), belief.Mobius(gap, belief.Exact)) {
		t.Error("the inversions agree where pairs are missing")
	}
}

func TestComplete(t *testing.T) {
	cases := []struct {
		name  string
		raw   []float64
		sets  []float64
		omega float64
	}{
		{"a mass function with Omega", []float64{0.5, 0.25}, []float64{0.5, 0.25}, 0.25},
		{"a full one", []float64{0.5, 0.5}, []float64{0.5, 0.5}, 0},
		{"a negative mass", []float64{0.5, -0.25}, []float64{0.5, 0}, 0.5},
		{"too much", []float64{1, 3}, []float64{0.25, 0.75}, 0},
		{"too much, after clamping", []float64{2, -1}, []float64{1, 0}, 0},
		{"nothing", []float64{0, 0}, []float64{0, 0}, 1},
		{"less than nothing", []float64{-1, -2}, []float64{0, 0}, 1},
	}
	for _, c := range cases {
		got := belief.Complete(c.raw)
		if !floats.Equal(got.Sets, c.sets) || got.Omega != c.omega {
			t.Errorf("%s: Complete(%v) = %v, want %v and Omega %g", c.name, c.raw, got, c.sets, c.omega)
		}
	}
}

func TestCompleteSumsToOne(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	for range 200 {
		m := belief.Complete(rawMasses(r, 1+r.IntN(30)))
		if total := floats.Sum(m.Sets) + m.Omega; math.Abs(total-1) > 1e-12 || floats.Min(m.Sets) < 0 || m.Omega < 0 {
			t.Fatalf("%v sums to %g", m, total)
		}
	}
}

func TestBetPIsADistributionWithinBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	for range 100 {
		f := randomFamily(r)
		m := belief.Complete(rawMasses(r, f.Len()))
		p := belief.BetP(f, m)
		if math.Abs(floats.Sum(p)-1) > 1e-12 {
			t.Fatalf("BetP sums to %g", floats.Sum(p))
		}
		lower, upper := belief.Bounds(f, m)
		for y := range p {
			if p[y] < lower[y]-1e-12 || p[y] > upper[y]+1e-12 {
				t.Fatalf("BetP(%d) = %g outside [%g, %g]", y, p[y], lower[y], upper[y])
			}
		}
	}
}

func TestPaperBetPLeavesOmegaOut(t *testing.T) {
	f := focal.NewFamily(3, focal.NewSet(0, 1))
	got := belief.PaperBetP(f, []float64{0.5, 0, -0.1, 0.2})
	if want := []float64{0.6, 0.1, -0.1}; !floats.EqualApprox(got, want, 1e-15) {
		t.Errorf("PaperBetP = %v, want %v", got, want)
	}
}

// Belief and plausibility bound the probability of A over the credal set: of all the
// ways to give each set's mass to labels of it, those that favour A the least and
// the most.
func TestBeliefAndPlausibilityBoundAllocations(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	for range 100 {
		f := randomFamily(r)
		m := belief.Complete(rawMasses(r, f.Len()))
		a := f.Sets[r.IntN(f.Len())]
		least, most := 0.0, 0.0
		give := func(set focal.Set, mass float64) {
			inside := set.Intersection(a).Len()
			if inside > 0 {
				most += mass
			}
			if inside == set.Len() {
				least += mass
			}
		}
		for i, b := range f.Sets {
			give(b, m.Sets[i])
		}
		give(focal.Full(f.Frame), m.Omega)
		if got := belief.Belief(f, m, a); math.Abs(got-least) > 1e-12 {
			t.Fatalf("Bel(%v) = %g, want %g", a, got, least)
		}
		if got := belief.Plausibility(f, m, a); math.Abs(got-most) > 1e-12 {
			t.Fatalf("Pl(%v) = %g, want %g", a, got, most)
		}
	}
}

func TestBoundsAreBeliefAndPlausibility(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	for _, f := range []*focal.Family{focal.NewFamily(1), randomFamily(r), randomFamily(r)} {
		m := belief.Complete(rawMasses(r, f.Len()))
		lower, upper := belief.Bounds(f, m)
		for y := range f.Frame {
			a := focal.NewSet(y)
			if bel, pl := belief.Belief(f, m, a), belief.Plausibility(f, m, a); math.Abs(bel-lower[y]) > 1e-12 || math.Abs(pl-upper[y]) > 1e-12 {
				t.Errorf("bounds of %d are [%g, %g], want [%g, %g]", y, lower[y], upper[y], bel, pl)
			}
		}
	}
}

func TestBeliefOfExtremes(t *testing.T) {
	f := focal.NewFamily(3, focal.NewSet(0, 2))
	m := belief.Complete([]float64{0.1, 0.2, 0, 0.3})
	for _, c := range []struct {
		a       focal.Set
		bel, pl float64
	}{{focal.Set{}, 0, 0}, {focal.Full(3), 1, 1}} {
		if bel, pl := belief.Belief(f, m, c.a), belief.Plausibility(f, m, c.a); math.Abs(bel-c.bel) > 1e-15 || math.Abs(pl-c.pl) > 1e-15 {
			t.Errorf("of %v: belief %g, plausibility %g; want %g, %g", c.a, bel, pl, c.bel, c.pl)
		}
	}
}

func TestPenalties(t *testing.T) {
	for _, c := range []struct{ m, want []float64 }{ // want: negativity, excess
		{[]float64{0.5, 0.5}, []float64{0, 0}},
		{[]float64{0.5, 0.25}, []float64{0, 0}},
		{[]float64{0.5, -0.25, -0.5}, []float64{0.75, 0}},
		{[]float64{2, -0.5}, []float64{0.5, 0.5}},
	} {
		if got := []float64{belief.Negativity(c.m), belief.Excess(c.m)}; !floats.Equal(got, c.want) {
			t.Errorf("penalties of %v are %v, want %v", c.m, got, c.want)
		}
	}
}

func TestParseInversion(t *testing.T) {
	for _, inv := range inversions {
		if got, err := belief.ParseInversion(strings.ToUpper(inv.String())); err != nil || got != inv {
			t.Errorf("ParseInversion(%q) = %v, %v", inv, got, err)
		}
	}
	if _, err := belief.ParseInversion("mobius"); err == nil {
		t.Error("no error for an unknown name")
	}
}

func TestLengthMismatchPanics(t *testing.T) {
	f := focal.NewFamily(3)
	short := []float64{1, 0}
	for name, call := range map[string]func(){
		"Masses":       func() { belief.Masses(short, belief.Mobius(f, belief.Exact)) },
		"PaperBetP":    func() { belief.PaperBetP(f, short) },
		"BetP":         func() { belief.BetP(f, belief.Mass{Sets: short}) },
		"Belief":       func() { belief.Belief(f, belief.Mass{Sets: short}, focal.NewSet(0)) },
		"Plausibility": func() { belief.Plausibility(f, belief.Mass{Sets: short}, focal.NewSet(0)) },
		"Bounds":       func() { belief.Bounds(f, belief.Mass{Sets: short}) },
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.HasPrefix(text, "belief: length mismatch") {
					t.Errorf("%s: panic %q", name, text)
				}
			}()
			call()
		}()
	}
}
