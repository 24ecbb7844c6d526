package consistency_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"nesybook/nesy/consistency"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
)

// Appendix B of the paper, unrounded.
func TestAppendixB(t *testing.T) {
	h, fine, coarse := flowers()
	mf, mc := []float64{0.6, 0.2}, []float64{0.7, 0.1}
	want := []float64{0.5735985, 0.2000930, 0.0955997, 0.0333488}
	term := consistency.New(h, 0, fine, coarse, appendixB(consistency.Paper, fuzzy.Product))
	for i, p := range term.Pairs(mf, mc) {
		if math.Abs(p.Score-want[i]) > 5e-8 {
			t.Errorf("s of pair %d is %.8f, want %.7f", i, p.Score, want[i])
		}
		if printed := []float64{0.5736, 0.2001, 0.0956, 0.0334}[i]; math.Abs(p.Score-printed) > 1e-4 {
			t.Errorf("s of pair %d is %.8f, the paper prints %.4f", i, p.Score, printed)
		}
	}
	for tnorm, want := range map[fuzzy.TNorm]float64{
		fuzzy.Product: 0.2256600, fuzzy.Godel: 0.2625, fuzzy.Lukasiewicz: 0.1918712,
	} {
		// The masses are a mass function's, so clamping and normalising change nothing.
		for _, form := range []consistency.Form{consistency.Paper, consistency.Normalised} {
			got := consistency.New(h, 0, fine, coarse, appendixB(form, tnorm)).Score(mf, mc)
			if math.Abs(got-want) > 5e-8 {
				t.Errorf("%v, %v: Cons %.8f, want %.7f", form, tnorm, got, want)
			}
		}
		// Every pair has kappa 1.
		got := consistency.New(h, 0, fine, coarse, appendixB(consistency.SelfNormalised, tnorm)).Score(mf, mc)
		if got != 1 {
			t.Errorf("self-normalised, %v: Cons %.17g, want 1", tnorm, got)
		}
	}
}

func TestSpecificity(t *testing.T) {
	f := focal.NewFamily(5, focal.NewSet(0, 1, 2, 3))
	for _, c := range []struct {
		exponent float64
		meanOne  bool
		want     []float64
	}{
		{0, false, []float64{1, 1, 1, 1, 1, 1}},
		{0.5, false, []float64{1, 1, 1, 1, 1, 0.5}},
		{1, false, []float64{1, 1, 1, 1, 1, 0.25}},
		{1, true, []float64{6 / 5.25, 6 / 5.25, 6 / 5.25, 6 / 5.25, 6 / 5.25, 1.5 / 5.25}},
	} {
		got := consistency.Specificity(f, c.exponent, c.meanOne)
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-15 {
				t.Errorf("exponent %g, mean one %v: %v, want %v", c.exponent, c.meanOne, got, c.want)
				break
			}
		}
	}
}

func TestFeasibleIsPositiveKappa(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	h := regular(5, 3)
	fine, coarse := families(r, h, 25, 6)
	full := 0
	for _, a := range fine.Sets {
		for _, b := range coarse.Sets {
			kappa := consistency.Kappa(h, 0, a, b)
			// From the definition, label by label.
			shared, all := 0.0, map[int]bool{}
			for _, y := range a.Labels() {
				if p := h.Parent(0, y); !all[p] {
					all[p] = true
					if b.Contains(p) {
						shared++
					}
				}
			}
			if want := shared / float64(len(all)); kappa != want {
				t.Errorf("kappa(%v, %v) = %g, want %g", a, b, kappa, want)
			}
			if consistency.Feasible(h, 0, a, b) != (kappa > 0) {
				t.Errorf("feasibility of %v, %v disagrees with kappa %g", a, b, kappa)
			}
			if kappa == 1 {
				full++
			}
		}
	}
	if full == 0 {
		t.Error("no pair is fully compatible: the test says nothing about them")
	}
}

// The pairs are all that the score is made of.
func TestPairsSumToTheNumerator(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	h := regular(5, 3)
	fine, coarse := families(r, h, 15, 6)
	mf, mc := rawMasses(r, 1, fine.Len())[0], rawMasses(r, 1, coarse.Len())[0]
	for _, c := range configurations() {
		if c.Form == consistency.SelfNormalised {
			continue
		}
		term := consistency.New(h, 0, fine, coarse, c)
		scores, kappas := 0.0, 0.0
		for _, p := range term.Pairs(mf, mc) {
			if p.Kappa <= 0 {
				t.Fatalf("%s: pair %+v is infeasible", name(c), p)
			}
			scores += p.Score
			kappas += p.Kappa
		}
		if got := term.Score(mf, mc); math.Abs(got-scores/kappas) > 1e-14 {
			t.Errorf("%s: score %g, pairs give %g", name(c), got, scores/kappas)
		}
	}
}

func TestScoreKeepsItsBound(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	h := regular(6, 4)
	fine, coarse := families(r, h, 20, 5)
	const batch = 200
	mf, mc := rawMasses(r, batch, fine.Len()), rawMasses(r, batch, coarse.Len())
	for i := range batch / 4 { // certain predictions come closest
		mf[i], mc[i] = make([]float64, fine.Len()), make([]float64, coarse.Len())
		mf[i][r.IntN(fine.Len())], mc[i][r.IntN(coarse.Len())] = 1, 1
	}
	for _, c := range configurations() {
		term := consistency.New(h, 0, fine, coarse, c)
		for i := range batch {
			f, m := mf[i], mc[i]
			if c.Form == consistency.Paper {
				f, m = clippedToUnit(f), clippedToUnit(m)
			}
			if score := term.Score(f, m); score < 0 || score > term.Bound()+1e-12 {
				t.Errorf("%s: score %g, bound %g", name(c), score, term.Bound())
			}
		}
	}
}

func clippedToUnit(m []float64) []float64 {
	clipped := make([]float64, len(m))
	for i, v := range m {
		clipped[i] = min(max(v, 0), 1)
	}
	return clipped
}

// The paper's form is tiny where all is certain and consistent, exceeds 1 with weights
// of mean 1, and grows with unnormalised masses.
func TestWhatThePaperFormDoes(t *testing.T) {
	h, fine, coarse := likeCIFAR()
	term := consistency.New(h, 0, fine, coarse, consistency.PaperConfig())
	mf, mc := make([]float64, fine.Len()), make([]float64, coarse.Len())
	mf[0], mc[0] = 1, 1 // fine label 0 and its parent
	if certain := term.Score(mf, mc); certain > 0.02 {
		t.Errorf("certain and consistent: %g, expected almost nothing", certain)
	}
	ones := func(n int, v float64) []float64 {
		m := make([]float64, n)
		for i := range m {
			m[i] = v
		}
		return m
	}
	once := term.Score(ones(fine.Len(), 1), ones(coarse.Len(), 1))
	if math.Abs(once-term.Bound()) > 1e-12 {
		t.Errorf("all masses 1: %g, want the bound %g", once, term.Bound())
	}
	if tenfold := term.Score(ones(fine.Len(), 10), ones(coarse.Len(), 1)); math.Abs(tenfold-10*once) > 1e-10 {
		t.Errorf("fine masses of 10: %g, want ten times %g", tenfold, once)
	}
	// Singletons alone, with weights of mean 1 over a family that has larger sets.
	few := &focal.Family{Frame: 100, Sets: []focal.Set{focal.NewSet(0), focal.NewSet(5, 10, 15, 20)}}
	one := &focal.Family{Frame: 20, Sets: []focal.Set{focal.NewSet(0)}}
	c := consistency.PaperConfig()
	if got := consistency.New(h, 0, few, one, c).Score([]float64{1, 0}, []float64{1}); got <= 1 {
		t.Errorf("a singleton's weight should carry the score past 1, got %g", got)
	}
}

func TestSelfNormalisedIsOneExactlyOnCompatibleEvidence(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	h := regular(6, 4)
	fine, coarse := families(r, h, 20, 5)
	for _, tnorm := range fuzzy.TNorms {
		c := consistency.PaperConfig()
		c.Form, c.TNorm, c.Membership = consistency.SelfNormalised, tnorm, fuzzy.Triangular(0, 1, 1)
		term := consistency.New(h, 0, fine, coarse, c)
		for range 100 {
			i := r.IntN(fine.Len())
			mf, mc := make([]float64, fine.Len()), make([]float64, coarse.Len())
			mf[i] = 0.8
			projection := fine.Sets[i].Project(h, 0)
			for j, b := range coarse.Sets {
				if projection.SubsetOf(b) {
					mc[j] = 0.5 + 0.5*r.Float64()
				}
			}
			if got := term.Score(mf, mc); got != 1 {
				t.Fatalf("%v: all evidence compatible, score %.17g", tnorm, got)
			}
			// A little evidence for a set that does not hold all of Pi(A).
			for j, b := range coarse.Sets {
				if !projection.SubsetOf(b) {
					mc[j] = 0.3
					break
				}
			}
			if got := term.Score(mf, mc); got >= 1 || got < 0 {
				t.Fatalf("%v: some evidence incompatible, score %.17g", tnorm, got)
			}
		}
	}
}

// Ignorance contradicts nothing, and is reached without a jump.
func TestSelfNormalisedWithoutEvidence(t *testing.T) {
	h, fine, coarse := likeCIFAR()
	mf, mc := make([]float64, fine.Len()), make([]float64, coarse.Len())
	mf[0], mc[1] = -0.5, 0.4 // label 0 belongs to coarse 0
	for _, tnorm := range fuzzy.TNorms {
		c := consistency.PaperConfig()
		c.Form, c.TNorm, c.Membership = consistency.SelfNormalised, tnorm, fuzzy.Triangular(0, 1, 1)
		term := consistency.New(h, 0, fine, coarse, c)
		if got := term.Score(mf, mc); got != 1 {
			t.Errorf("%v: score %g without fine evidence, want 1", tnorm, got)
		}
	}
	c := consistency.PaperConfig()
	c.Form, c.Membership = consistency.SelfNormalised, fuzzy.Triangular(0, 1, 1)
	term := consistency.New(h, 0, fine, coarse, c)
	last := 1.0
	for _, evidence := range []float64{1e-9, 1e-7, 1e-6, 1e-5, 1e-3, 1} {
		mf[0] = evidence
		score := term.Score(mf, mc)
		if score >= last {
			t.Errorf("score does not fall with evidence %g: %g after %g", evidence, score, last)
		}
		last = score
	}
	if last > 1e-5 {
		t.Errorf("plain contradiction scores %g", last)
	}
}

func TestParseForm(t *testing.T) {
	for _, f := range consistency.Forms {
		if got, err := consistency.ParseForm(strings.ToUpper(f.String())); err != nil || got != f {
			t.Errorf("ParseForm(%q) = %v, %v", f, got, err)
		}
	}
	if got, err := consistency.ParseForm("SelfNormalised"); err != nil || got != consistency.SelfNormalised {
		t.Errorf("ParseForm without hyphen = %v, %v", got, err)
	}
	if _, err := consistency.ParseForm("relative"); err == nil {
		t.Error("no error for an unknown name")
	}
}

func TestPanics(t *testing.T) {
	h, fine, coarse := flowers()
	term := consistency.New(h, 0, fine, coarse, consistency.PaperConfig())
	fish := &focal.Family{Frame: 3, Sets: []focal.Set{focal.NewSet(2)}}
	for text, call := range map[string]func(){
		"consistency: length mismatch":              func() { term.Score([]float64{1}, []float64{1, 0}) },
		"consistency: length mismatch: 2 and 1":     func() { term.Pairs([]float64{1, 0}, []float64{1}) },
		"consistency: families over 3 and 3 labels": func() { consistency.New(h, 0, coarse, coarse, consistency.PaperConfig()) },
		"consistency: no pair of sets is feasible":  func() { consistency.New(h, 0, fine, fish, consistency.PaperConfig()) },
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.HasPrefix(got, text) {
					t.Errorf("panic %q, want %q", got, text)
				}
			}()
			call()
		}()
	}
}
