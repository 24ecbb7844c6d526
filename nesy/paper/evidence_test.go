package paper

import (
	"math"
	"testing"

	"nesybook/nesy/decode"
	"nesybook/nesy/metrics"
)

// run returns a run of a configuration at (0.5, 0.5) with one coarse accuracy.
func run(c Configuration, seed uint64, coarse float64) Run {
	r := Run{Key: Key{c, decode.DefaultThresholds()}, Seed: seed}
	r.Report.Thresholds = r.Thresholds
	r.Report.Coarse.Accuracy = coarse
	r.Report.Coarse.ECE = 0.25
	r.Report.Coarse.MaxMass = &metrics.Coverage{OmegaRate: 0.125}
	return r
}

var product = Configuration{CIFAR100, NeSy, "product", "triangular", true}

func TestOfRuns(t *testing.T) {
	base := Configuration{Dataset: CIFAR100, Model: Base}
	e := OfRuns([]Run{run(product, 1, 0.5), run(base, 1, 0.75), run(product, 2, 0.75)})
	if len(e) != 2 || e[0].Seeds != 2 || e[1].Seeds != 1 {
		t.Fatalf("%d rows: %+v", len(e), e)
	}
	r, _ := e.Find(Key{product, decode.DefaultThresholds()})
	if r.Values[CoarseAccuracy] != 0.625 || math.Abs(r.Deviation[CoarseAccuracy]-0.25/math.Sqrt2) > 1e-15 {
		t.Errorf("mean %g ± %g", r.Values[CoarseAccuracy], r.Deviation[CoarseAccuracy])
	}
	if r.Values[CoarseECE] != 0.25 || r.Values[CoarseOmegaRate] != 0.125 {
		t.Errorf("values %v", r.Values)
	}
	if !math.IsNaN(r.Values[FineOmegaRate]) || !math.IsNaN(e[1].Deviation[CoarseAccuracy]) {
		t.Error("coverage of a softmax model, or the deviation of one run, is a number")
	}
	// The baseline without thresholds is the one at the default where there is no other.
	if b, ok := e.Find(Key{Configuration: base}); !ok || b.Values[CoarseAccuracy] != 0.75 {
		t.Errorf("baseline %v, found %t", b.Values[CoarseAccuracy], ok)
	}
	if _, ok := e.Find(Key{Configuration: product}); ok {
		t.Error("NeSy without thresholds found")
	}
}

func TestOfRunsPanics(t *testing.T) {
	mismatched := run(product, 1, 0.5)
	mismatched.Report.Thresholds.Fine = 0.4
	for want, runs := range map[string][]Run{
		"paper: thresholds mismatch": {mismatched},
		"paper: seed repeated":       {run(product, 1, 0.5), run(product, 1, 0.6)},
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %q", got, want)
				}
			}()
			OfRuns(runs)
		}()
	}
}

func TestStandIn(t *testing.T) {
	glyphs := product
	glyphs.Dataset = "glyphs"
	e := OfRuns([]Run{run(glyphs, 1, 0.5)})
	if s := e.StandIn("glyphs", CIFAR100); s[0].Key.Configuration != product {
		t.Errorf("stands in as %v", s[0].Key)
	}
	if e[0].Dataset != "glyphs" {
		t.Error("StandIn changed its receiver")
	}
}

func TestExtremes(t *testing.T) {
	e := Printed()
	high, _ := e.Where(ofDataset(CIFAR100)).Highest(Consistency)
	low, _ := e.Where(ofDataset(CIFAR100), ofModel(NeSy)).Lowest(Consistency)
	if high.Values[Consistency] != 0.9793 || low.Values[Consistency] != 0.9653 { // read off the tables
		t.Errorf("consistency from %g to %g", low.Values[Consistency], high.Values[Consistency])
	}
	if _, ok := e.Highest(BetPConsistency); ok {
		t.Error("the paper prints no consistency before decoding")
	}
}
