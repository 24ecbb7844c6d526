package metrics

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"nesybook/nesy/belief"
	"nesybook/nesy/decode"
	"nesybook/nesy/focal"
)

// fourSamples has three fine labels with parents 0, 0, 1. Decoding at (0.5, 0.5):
//
//	sample  fine, true      coarse argmax, true   final coarse
//	0       0 at 0.6, 0     0, 0                  0
//	1       2 at 0.7, 2     0, 1                  1, imposed by the fine level
//	2       1 at 0.4, 2     1, 1                  1, as the fine level is unsure
//	3       0 at 0.5, 1     1, 0                  0, imposed by the fine level
func fourSamples() Input {
	return Input{
		Fine: Level{
			BetP:   [][]float64{{0.6, 0.3, 0.1}, {0.1, 0.2, 0.7}, {0.3, 0.4, 0.3}, {0.5, 0.25, 0.25}},
			Labels: []int{0, 2, 2, 1},
		},
		Coarse: Level{
			BetP:   [][]float64{{0.9, 0.1}, {0.6, 0.4}, {0.2, 0.8}, {0.4, 0.6}},
			Labels: []int{0, 1, 1, 0},
		},
		Parents:    []int{0, 0, 1},
		Thresholds: decode.DefaultThresholds(),
	}
}

func TestEvaluate(t *testing.T) {
	r := Evaluate(fourSamples())
	if r.Samples != 4 || r.Thresholds != decode.DefaultThresholds() {
		t.Errorf("Samples %d, Thresholds %v", r.Samples, r.Thresholds)
	}
	near(t, "consistency before decoding", r.BetPConsistency, 1./4) // sample 0 alone
	near(t, "consistency after decoding", r.Consistency, 3./4)      // all but sample 2
	near(t, "overridden", r.Overridden, 2./4)

	near(t, "fine accuracy", r.Fine.Accuracy, 2./4)
	near(t, "fine accuracy of BetP", r.Fine.BetPAccuracy, 2./4)
	near(t, "coarse accuracy", r.Coarse.Accuracy, 1)
	near(t, "coarse accuracy of BetP", r.Coarse.BetPAccuracy, 2./4)

	// Predicted 0 2 1 0 for 0 2 2 1: P 1/2, 0, 1; R 1, 0, 1/2; F1 2/3, 0, 2/3.
	near(t, "fine precision", r.Fine.Precision, 0.5)
	near(t, "fine recall", r.Fine.Recall, 0.5)
	near(t, "fine F1", r.Fine.F1, 4./9)
	near(t, "coarse F1 after decoding", r.Coarse.F1, 1)

	// Confidences 0.6 right, 0.7 right, 0.4 wrong, 0.5 wrong, each in a bin of its own.
	near(t, "fine ECE", r.Fine.ECE, (0.4+0.3+0.4+0.5)/4)
	near(t, "fine adaptive ECE", r.Fine.AdaptiveECE, r.Fine.ECE)
	near(t, "fine NLL", r.Fine.NLL, -(math.Log(0.6)+math.Log(0.7)+math.Log(0.3)+math.Log(0.25))/4)
	if len(r.Fine.Reliability) != DefaultBins {
		t.Errorf("%d bins, want %d", len(r.Fine.Reliability), DefaultBins)
	}

	// Pairs: 0 (0.54); 2 (0.28) before 1 (0.12); 1 is 0.08, 2 is 0.24, so 2; 0 is
	// 0.2, 2 is 0.15, so 0.
	near(t, "joint fine accuracy", r.Joint.FineAccuracy, 3./4)
	near(t, "joint coarse accuracy", r.Joint.CoarseAccuracy, 1)
}

func TestEvaluateFollowsThresholds(t *testing.T) {
	in := fourSamples()
	in.Thresholds = decode.Thresholds{Fine: 0.6, Coarse: 0.5} // sample 3 is no longer sure enough
	r := Evaluate(in)
	near(t, "consistency", r.Consistency, 2./4)
	near(t, "coarse accuracy", r.Coarse.Accuracy, 3./4)
	near(t, "fine accuracy", r.Fine.Accuracy, 2./4)
}

func TestSetMetricsAreAbsentForSoftmax(t *testing.T) {
	encoded, err := json.Marshal(Evaluate(fourSamples()))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(encoded), "omega") {
		t.Errorf("a softmax model's report speaks of Omega: %s", encoded)
	}

	in := fourSamples()
	in.Fine.Family = focal.NewFamily(3, focal.NewSet(0, 1))
	for range 4 {
		in.Fine.Masses = append(in.Fine.Masses, belief.Mass{Sets: []float64{0.1, 0.1, 0.2, 0.3}, Omega: 0.3})
	}
	r := Evaluate(in)
	if r.Coarse.MaxMass != nil || r.Fine.MaxMass == nil || r.Fine.MaxBelief == nil {
		t.Fatal("set metrics are not where the masses are")
	}
	near(t, "Omega mass", r.Fine.MaxMass.OmegaMass, 0.3)
	near(t, "coverage of {0, 1}", r.Fine.MaxBelief.Including, 2./4)
}

// TestReportSurvivesJSON writes and reads a report, and checks that its columns
// are named at both levels.
func TestReportSurvivesJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 5))
	var in Input
	in.Fine.BetP, in.Fine.Labels = randomPredictions(rng, 60, 6)
	in.Coarse.BetP, in.Coarse.Labels = randomPredictions(rng, 60, 3)
	in.Parents = []int{0, 0, 1, 1, 2, 2}
	in.Thresholds = decode.DefaultThresholds()
	first, err := json.Marshal(Evaluate(in))
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(first, &back); err != nil {
		t.Fatal(err)
	}
	second, err := json.Marshal(back)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Error("a report is changed by writing and reading it")
	}
	for _, column := range []string{"consistency", "betp_consistency", "accuracy", "betp_accuracy", "precision", "recall", "f1", "ece", "entropy_nats"} {
		if !strings.Contains(string(first), `"`+column+`":`) {
			t.Errorf("no column %q in %s", column, first)
		}
	}
}

// TestConsistencyAgreesWithDecoding counts consistent predictions one by one.
func TestConsistencyAgreesWithDecoding(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 6))
	var in Input
	in.Fine.BetP, in.Fine.Labels = randomPredictions(rng, 300, 6)
	in.Coarse.BetP, in.Coarse.Labels = randomPredictions(rng, 300, 3)
	in.Parents = []int{0, 0, 1, 1, 2, 2}
	for _, thresholds := range decode.Grid() {
		in.Thresholds = thresholds
		consistent := 0
		for i := range in.Fine.BetP {
			if decode.Decode(in.Fine.BetP[i], in.Coarse.BetP[i], in.Parents, thresholds).Consistent(in.Parents) {
				consistent++
			}
		}
		r := Evaluate(in)
		near(t, "consistency", r.Consistency, float64(consistent)/300)
		if r.Consistency < r.BetPConsistency {
			t.Errorf("decoding at %v lowers consistency from %v to %v", thresholds, r.BetPConsistency, r.Consistency)
		}
	}
}

// BenchmarkEvaluate is CIFAR-100's test split: 10,000 images, 192 fine sets.
func BenchmarkEvaluate(b *testing.B) {
	rng := rand.New(rand.NewPCG(42, 7))
	level := func(labels, sets int) Level {
		var l Level
		l.BetP, l.Labels = randomPredictions(rng, 10000, labels)
		var families []focal.Set
		for range sets - labels {
			families = append(families, focal.NewSet(rng.IntN(labels), rng.IntN(labels), rng.IntN(labels)))
		}
		l.Family = focal.NewFamily(labels, families...)
		for range l.Labels {
			m := belief.Mass{Sets: make([]float64, l.Family.Len()), Omega: 0.1}
			for a := range m.Sets {
				m.Sets[a] = 0.9 / float64(len(m.Sets))
			}
			l.Masses = append(l.Masses, m)
		}
		return l
	}
	in := Input{Fine: level(100, 192), Coarse: level(20, 83), Thresholds: decode.DefaultThresholds()}
	for y := range 100 {
		in.Parents = append(in.Parents, y/5)
	}
	for b.Loop() {
		Evaluate(in)
	}
}
