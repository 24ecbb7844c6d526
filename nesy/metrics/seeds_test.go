package metrics

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSummariseByHand(t *testing.T) {
	// Mean 3, squared deviations 4+1+0+1+4 = 10, variance 10/4. Student's 97.5 %
	// point for 4 degrees of freedom is 2.7764451 (tables print 2.776).
	s := Summarise([]float64{1, 2, 3, 4, 5}, 0.95)
	near(t, "mean", s.Mean, 3)
	near(t, "deviation", s.Deviation, math.Sqrt(2.5))
	half := 2.7764451052 * math.Sqrt(2.5) / math.Sqrt(5)
	if s.Seeds != 5 || math.Abs(s.Low-(3-half)) > 1e-8 || math.Abs(s.High-(3+half)) > 1e-8 {
		t.Errorf("%+v, want 3 ± %g", s, half)
	}
	// Two seeds: Student's with one degree of freedom is Cauchy's, whose 75 % point
	// is 1, so that the half interval is the deviation over the root of 2.
	s = Summarise([]float64{0.7, 0.9}, 0.5)
	if math.Abs(s.Low-0.7) > 1e-12 || math.Abs(s.High-0.9) > 1e-12 {
		t.Errorf("two seeds: %+v", s)
	}
}

func TestSummariseOneSeed(t *testing.T) {
	if s, want := Summarise([]float64{0.5}, 0.95), (Summary{Seeds: 1, Mean: 0.5, Low: 0.5, High: 0.5}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	panics(t, "metrics: no seeds", func() { Summarise(nil, 0.95) })
	panics(t, "metrics: level outside (0, 1)", func() { Summarise([]float64{1}, 95) })
}

// The interval holds the true mean as often as it says, for normal values.
func TestStudentIntervalCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const trials = 4000
	covered := 0
	for range trials {
		values := make([]float64, 4)
		for i := range values {
			values[i] = 10 + 3*rng.NormFloat64()
		}
		if s := Summarise(values, 0.9); s.Low <= 10 && 10 <= s.High {
			covered++
		}
	}
	// Binomial deviation sqrt(.9*.1/4000) = 0.0047; four of them.
	if share := float64(covered) / trials; math.Abs(share-0.9) > 0.019 {
		t.Errorf("covers in %g of the trials, want 0.9", share)
	}
}
