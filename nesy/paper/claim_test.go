package paper

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// What the paper's tables say of its claims, as computed. A change here means that
// a table or a test has changed.
var verdicts = map[Verdict]string{
	Holds: `worked-example accuracy-on-par cifar-fine-accuracy inat-fine-accuracy stable-thresholds
		decoding-raises-consistency cifar-near-softmax cifar-exceeds-softmax cifar-coarse-improves
		inat-coarse-reaches inat-consistency-most more-consistent no-trade-off-models
		consistency-gain-inat cifar-coarse-ece cifar-entropy entropy-follows-difficulty inat-images
		cifar-fine-range tnorm-irrelevant cifar-balanced betp-accuracy cifar-fine-ece-range
		cifar-coarse-ece-range cifar-consistency-usual cifar-beats-rsnn cifar-entropy-range
		threshold-free cifar-coverage cifar-omega-small warmup-omega warmup-better
		inat-fine-accuracy-range inat-coarse-floor inat-consistency-typical inat-fine-ece-range
		inat-coarse-ece-range inat-coarse-prf inat-best-prf inat-entropy-lower`,
	Contradicted: `more-calibrated cifar-consistency-range inat-consistency inat-fine-ece-falls
		inat-entropy-rises mobius-inverts betp-distribution cons-bounded loss-vanishes best-thresholds table1-repeats-grid
		cifar-coarse-accuracy inat-fine-range cifar-consistency no-trade-off-thresholds
		accurate-are-consistent cifar-fine-ece inat-fine-ece-improves inat-coarse-ece
		entropy-calibrates fuzzy-broadens inat-classes inat-class-examples cifar-coarse-floor
		cifar-coarse-prf cifar-fine-prf coverage-identity omega-order warmup-coverage
		inat-coarse-beats inat-consistency-up-to inat-omega-mass inat-rsnn-entropy inat-membership`,
	NotTestable: `less-overconfident cost`,
}

func TestVerdictsOnThePaper(t *testing.T) {
	want := map[string]Verdict{}
	for v, ids := range verdicts {
		for _, id := range strings.Fields(ids) {
			if _, twice := want[id]; twice {
				t.Errorf("%s is listed twice", id)
			}
			want[id] = v
		}
	}
	for _, j := range Judge(nil) {
		if v, ok := want[j.Claim.ID]; !ok || v != j.Paper.Verdict {
			t.Errorf("%s: %v", j.Claim.ID, j.Paper)
		}
		delete(want, j.Claim.ID)
	}
	if len(want) > 0 {
		t.Errorf("no such claims: %v", want)
	}
}

func TestClaimsAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Claims() {
		if c.ID == "" || c.Place == "" || c.Content == "" || c.Check == "" || c.Test == nil {
			t.Errorf("incomplete: %+v", c)
		}
		if seen[c.ID] || strings.ContainsAny(c.ID, " _") {
			t.Errorf("bad or repeated ID %q", c.ID)
		}
		seen[c.ID] = true
	}
	if len(seen) < 25 {
		t.Errorf("%d claims, want 25 or more", len(seen))
	}
}

// Claims that no evidence decides.
const independentOfEvidence = "less-overconfident cost mobius-inverts betp-distribution worked-example " +
	"cons-bounded loss-vanishes inat-images inat-classes inat-class-examples omega-order"

// Without runs nothing is said of ours, but for what no run decides.
func TestNoRun(t *testing.T) {
	independent := independentOfEvidence + " table1-repeats-grid"
	judgements := Judge(nil)
	for _, j := range judgements {
		if (j.Ours.Verdict != NoData) != slices.Contains(strings.Fields(independent), j.Claim.ID) {
			t.Errorf("%s: %v", j.Claim.ID, j.Ours)
		}
	}
	csv := ClaimsTable(judgements).CSV()
	if !strings.Contains(csv, "no run") || strings.Contains(csv, NoData.String()) {
		t.Error("the table does not say where there is no run")
	}
	if latex := ClaimsTable(judgements).LaTeX(); !strings.HasPrefix(latex, `\begin{longtable}{lp{35mm}p{35mm}lp{35mm}lp{35mm}}`) {
		t.Errorf("sentences do not wrap: %.80s", latex)
	}
}

// The paper's rows in place of ours must pass through every test of ours, but for
// the one that needs the consistency before decoding.
func TestEveryTestOfOursRuns(t *testing.T) {
	for _, j := range Judge(Printed()) {
		if (j.Ours.Verdict == NoData) != (j.Claim.ID == "decoding-raises-consistency") {
			t.Errorf("%s: %v", j.Claim.ID, j.Ours)
		}
	}
}

// A claim that no world could contradict, or none bear out, is not tested. Each
// test must hold in some of these made-up worlds and be contradicted in others.
func TestEveryTestCanFail(t *testing.T) {
	independent := strings.Fields(independentOfEvidence)
	noise := rand.New(rand.NewPCG(7, 8))
	worlds := map[string]Evidence{
		"shuffled": change(func(_, v float64) float64 { return v }), // see below
		"mirrored": change(func(base, v float64) float64 { return 2*base - v }),
		"raised":   change(func(_, v float64) float64 { return v + 0.0125 }),
		"noisy":    change(func(_, v float64) float64 { return v * (0.2 + 2*noise.Float64()) }),
		"level":    change(func(base, _ float64) float64 { return base }),
		"swapped":  swapped(),
	}
	shuffle(worlds["shuffled"])
	worlds["summary"] = Table1()
	worlds["warm"] = warm()
	worlds["printed"] = Printed()
	worlds["decoded"] = Printed()
	for i := range worlds["decoded"] {
		v := &worlds["decoded"][i].Values
		v[BetPConsistency] = v[Consistency] - 0.01
	}
	for _, v := range []float64{0.0005, 0.009, 0.85, 0.86, 0.928, 0.976, 0.98, 0.9935, 1, 2} {
		worlds[fmt.Sprint(v)] = change(func(_, _ float64) float64 { return v })
	}
	for _, c := range Claims() {
		if slices.Contains(independent, c.ID) {
			continue
		}
		tests := []test{c.Test}
		if c.OurTest != nil {
			tests = append(tests, c.OurTest)
		}
		for i, test := range tests {
			seen := map[Verdict]bool{}
			for _, world := range worlds {
				seen[test(world).Verdict] = true
			}
			if !seen[NotTestable] && !(seen[Holds] && seen[Contradicted]) {
				t.Errorf("%s, test %d: verdicts %v in all worlds", c.ID, i, seen)
			}
		}
	}
}

// change returns the paper's rows with each NeSy value replaced; base is the softmax
// baseline's value, or the value itself where the baseline has none.
func change(f func(base, v float64) float64) Evidence {
	e := Printed()
	for i, r := range e {
		if r.Model != NeSy {
			continue
		}
		for m, v := range r.Values {
			base, ok := baseline(e, r.Dataset, Base, Measure(m))
			if !ok {
				base = v
			}
			e[i].Values[m] = f(base, v)
		}
	}
	return e
}

// shuffle deals the NeSy values of a data set out anew, measure by measure.
func shuffle(e Evidence) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, dataset := range []string{CIFAR100, INat2021} {
		var rows []int
		for i, r := range e {
			if r.Dataset == dataset && r.Model == NeSy {
				rows = append(rows, i)
			}
		}
		for m := range measures {
			rng.Shuffle(len(rows), func(i, j int) {
				a, b := &e[rows[i]].Values[m], &e[rows[j]].Values[m]
				*a, *b = *b, *a
			})
		}
	}
}

// swapped returns the paper's rows with each data set under the other's name, and
// with and without warm-up exchanged.
func swapped() Evidence {
	e := Printed()
	for i, r := range e {
		e[i].Dataset = CIFAR100
		if r.Dataset == CIFAR100 {
			e[i].Dataset = INat2021
		}
		if r.Model == NeSy {
			e[i].Warmup = !r.Warmup
		}
	}
	return e
}

// The contradictions that a close reading of the paper finds must come out with
// their numbers.
func TestContradictionsHaveTheirNumbers(t *testing.T) {
	numbers := map[string]string{
		"inat-fine-ece-falls":    "fine ECE rises from 0.0344 to between 0.0674 and 0.1152; coarse ECE goes from 0.0141 to as low as 0.0085",
		"inat-entropy-rises":     "0 of 162 rows above base's 0.5850; entropy_f 0.0829 to 0.1234",
		"inat-fine-ece-improves": "0 of 162 rows below base's 0.0344",
		"inat-classes":           "7 classes: Magnoliopsida 20, Insecta 15, Aves 7, Liliopsida 5, Reptilia 1, Pinopsida 1, Arachnida 1; 3 hold a single family",
		"inat-images":            "45990 images of 4599 species",
		"mobius-inverts":         "the masses sum to 3, {a, b, c} has 2",
		"coverage-identity":      "35 of 36 configurations; not NeSy, Łukasiewicz, Trapezoidal, with warm-up of CIFAR-100: without Ω 0.0441 / 0.0143, the identity gives 0.9657 / 0.9826, ECE is 0.0441 / 0.0143",
		"cifar-entropy":          "entropy_f of base is 0.4740",
		"table1-repeats-grid":    "consistency 0.9930 there, 0.9923 here",
	}
	for _, j := range Judge(nil) {
		if want, ok := numbers[j.Claim.ID]; ok && !strings.Contains(j.Paper.Numbers, want) {
			t.Errorf("%s: %s lacks %s", j.Claim.ID, j.Paper.Numbers, want)
		}
	}
}

func TestAllIsOpenOnlyUntilContradicted(t *testing.T) {
	part := func(v Verdict) test { return func(Evidence) Finding { return Finding{Verdict: v} } }
	for _, c := range []struct {
		parts []Verdict
		want  Verdict
	}{
		{[]Verdict{Holds, Holds}, Holds},
		{[]Verdict{Holds, NoData}, NoData},
		{[]Verdict{NoData, Contradicted, Holds}, Contradicted},
		{[]Verdict{Contradicted, NoData}, Contradicted},
	} {
		var parts []test
		for _, v := range c.parts {
			parts = append(parts, part(v))
		}
		if got := all(parts...)(nil).Verdict; got != c.want {
			t.Errorf("%v: %v, want %v", c.parts, got, c.want)
		}
	}
}

// warm returns the paper's rows with NeSy values raised with warm-up, but under
// Product lowered.
func warm() Evidence {
	e := Printed()
	for i, r := range e {
		switch {
		case r.Model != NeSy || !r.Warmup:
		case r.TNorm == "product":
			shift(&e[i].Values, -0.02)
		default:
			shift(&e[i].Values, 0.02)
		}
	}
	return e
}

func shift(v *Values, by float64) {
	for m := range v {
		v[m] += by
	}
}
