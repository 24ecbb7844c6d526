package paper

import (
	"math"
	"testing"

	"nesybook/nesy/decode"
)

func TestGridIsComplete(t *testing.T) {
	rows := Evidence(Grid())
	if len(rows) != 324 {
		t.Fatalf("%d rows, want 2·3·3·2·9", len(rows))
	}
	for _, dataset := range []string{CIFAR100, INat2021} {
		for _, tnorm := range []string{"product", "godel", "lukasiewicz"} {
			for _, membership := range []string{"gaussian", "triangular", "trapezoidal"} {
				for _, warmup := range []bool{false, true} {
					for _, pair := range decode.Grid() {
						key := Key{Configuration{dataset, NeSy, tnorm, membership, warmup}, pair}
						r, ok := rows.Find(key)
						if !ok {
							t.Fatalf("no row %v", key)
						}
						for m := FineAccuracy; m <= CoarseF1; m++ {
							if v := r.Values[m]; m != BetPConsistency && !(v > 0 && v < 1) {
								t.Errorf("%v: %v = %g", key, m, v)
							}
						}
					}
				}
			}
		}
	}
}

func TestThresholdFreeFitsTheGrid(t *testing.T) {
	rows := ThresholdFree()
	if len(rows) != 36 {
		t.Fatalf("%d rows", len(rows))
	}
	configurations := Evidence(Grid()).Configurations()
	for _, r := range rows {
		if len(configurations.Where(func(g Row) bool { return g.Configuration == r.Configuration })) != 1 {
			t.Errorf("%v is not in the grid", r.Configuration)
		}
	}
	for _, r := range Printed() {
		if r.Model == NeSy && math.IsNaN(r.Values[FineOmegaMass]) {
			t.Errorf("%v lacks its threshold-free metrics", r.Key)
		}
	}
}

// The baselines stand in Table 1 alone. These are read a second time from the
// printed table, and the cells that the prose of sections 1 and 4 and appendix E
// quotes were compared with it.
func TestTable1Baselines(t *testing.T) {
	columns := []Measure{FineAccuracy, CoarseAccuracy, Consistency, CoarsePrecision, CoarseRecall, CoarseF1,
		FineECE, CoarseECE, FineEntropy, CoarseEntropy}
	rows := Evidence(Table1())
	for _, c := range []struct {
		dataset, model string
		want           [10]float64
	}{
		{CIFAR100, Base, [10]float64{.8572, .9198, .9616, .920, .920, .920, .0110, .0047, .474, .261}},
		{CIFAR100, RSNN, [10]float64{.8493, .9226, .9656, .9233, .9226, .9226, .1148, .0294, 1.2454, .4089}},
		{INat2021, Base, [10]float64{.7904, .9606, .9801, .940, .944, .942, .0344, .0141, .585, .084}},
		{INat2021, RSNN, [10]float64{.7955, .9790, .9846, .9768, .9574, .9668, .1263, .0141, .1349, .0095}},
	} {
		r, ok := rows.Find(Key{Configuration: Configuration{Dataset: c.dataset, Model: c.model}})
		if !ok {
			t.Fatalf("no row of %s on %s", c.model, c.dataset)
		}
		for i, m := range columns {
			if r.Values[m] != c.want[i] {
				t.Errorf("%s, %s: %v = %g, want %g", c.dataset, c.model, m, r.Values[m], c.want[i])
			}
		}
	}
}

// Every other cell of Table 1 stands in a threshold table too. They agree but for
// two rows: one that belongs to the thresholds (0.5, 0.5), and one whose coarse
// accuracy is the one before decoding.
func TestTable1AgainstGrid(t *testing.T) {
	grid := Evidence(Grid())
	misplaced := Key{Configuration{INat2021, NeSy, "product", "triangular", true}, decode.Thresholds{Fine: 0.4, Coarse: 0.5}}
	undecoded := Key{Configuration{INat2021, NeSy, "lukasiewicz", "gaussian", true}, decode.Thresholds{Fine: 0.6, Coarse: 0.5}}
	compared := 0
	for _, r := range Table1() {
		if r.Model != NeSy {
			continue
		}
		full, ok := grid.Find(r.Key)
		if r.Key == misplaced {
			key := r.Key
			key.Thresholds = decode.DefaultThresholds()
			full, ok = grid.Find(key)
		}
		if !ok {
			t.Fatalf("%v is not in the grid", r.Key)
		}
		if r.Key == undecoded {
			full.Values[CoarseAccuracy] = full.Values[CoarseBetPAccuracy]
		}
		for m, v := range r.Values {
			if !math.IsNaN(v) {
				compared++
				if v != full.Values[m] {
					t.Errorf("%v: %v is %g in Table 1, %g in the grid", r.Key, Measure(m), v, full.Values[m])
				}
			}
		}
	}
	if compared != 160 {
		t.Errorf("%d cells compared, want 16 rows of 10", compared)
	}
}

func TestOmegaOrder(t *testing.T) {
	decided := 0
	for i, r := range ThresholdFree() {
		want := RateFirst
		if i < 6 { // the order changes after the sixth row of the first table
			want = LevelFirst
		}
		if r.Order != want || likelyOrder(r.Printed) != want {
			t.Errorf("row %d: order %v, likely %v, want %v", i, r.Order, likelyOrder(r.Printed), want)
		}
		if r.Decided {
			decided++
			other := r.Values
			(1 - r.Order).assign(&other, r.Printed)
			if miss := coverageResidual(other); miss < 6e-4 {
				t.Errorf("row %d: the other order misses by %g alone", i, miss)
			}
		}
		misprinted := r.Configuration == Configuration{CIFAR100, NeSy, "lukasiewicz", "trapezoidal", true}
		if r.Consistent() == misprinted {
			t.Errorf("row %d: consistent is %t", i, r.Consistent())
		}
		if misprinted {
			if fine, coarse := r.ImpliedCoverage(); math.Abs(fine-0.9657) > 5e-5 || math.Abs(coarse-0.9826) > 5e-5 {
				t.Errorf("implied coverage %.4f / %.4f", fine, coarse)
			}
		}
	}
	if decided != 17 {
		t.Errorf("the identity decides %d rows, want CIFAR-100's 18 but the misprint", decided)
	}
}

func TestFamilies(t *testing.T) {
	families := Families()
	for i, f := range families {
		if f.Images != 10*f.Species {
			t.Errorf("%s: %d images of %d species, want 10 each", f.Name, f.Images, f.Species)
		}
		if i > 0 && f.Species > families[i-1].Species {
			t.Errorf("%s has more species than %s before it", f.Name, families[i-1].Name)
		}
	}
	if len(families) != 50 {
		t.Errorf("%d families", len(families))
	}
}
