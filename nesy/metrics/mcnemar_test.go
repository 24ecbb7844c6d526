package metrics

import (
	"math"
	"testing"
)

func TestMcNemarCountsByHand(t *testing.T) {
	for _, c := range []struct {
		onlyA, onlyB int
		p, midP      float64
	}{
		{0, 0, 1, 1},
		{1, 0, 1, 0.5},            // 2/2, 1/2
		{0, 5, 2. / 32, 1. / 32},  // all on one side
		{1, 5, 14. / 64, 8. / 64}, // 2 (1 + 6), 2 (1 + 6/2)
		{5, 1, 14. / 64, 8. / 64},
		{2, 2, 1, 13. / 16}, // 1 - 6/32
		{2, 3, 1, 22. / 32}, // 2 (1 + 5 + 10), 2 (1 + 5 + 10/2)
		// Textbook counts 6 and 16 of 22: 2 (1+22+231+1540+7315+26334+74613) / 2^22.
		{6, 16, 2 * 110056. / (1 << 22), (2*110056. - 74613) / (1 << 22)},
	} {
		p, midP := McNemarCounts(c.onlyA, c.onlyB)
		near(t, "p", p, c.p)
		near(t, "mid-p", midP, c.midP)
	}
	panics(t, "metrics: negative count", func() { McNemarCounts(-1, 2) })
}

func TestMcNemarOfManySamplesIsNormal(t *testing.T) {
	// With 10000 discordant samples the mid-p-value is the normal tail of
	// z = |a - b| / sqrt(n) = 2, and tiny p-values are no rounding to zero.
	_, midP := McNemarCounts(5100, 4900)
	if want := math.Erfc(2 / math.Sqrt2); math.Abs(midP-want) > 1e-5 {
		t.Errorf("mid-p %g, want %g", midP, want)
	}
	if p, _ := McNemarCounts(900, 100); !(p > 0 && p < 1e-150) {
		t.Errorf("p = %g", p)
	}
}

func TestMcNemar(t *testing.T) {
	truth := []int{0, 1, 2, 0, 1, 2}
	a := []int{0, 1, 2, 0, 1, 0} // right but for the last
	b := []int{0, 0, 0, 1, 2, 2} // right at the first and the last
	got := McNemar(truth, a, b)
	if got.Samples != 6 || got.OnlyA != 4 || got.OnlyB != 1 {
		t.Fatalf("counts %+v", got)
	}
	near(t, "p", got.P, 12./32) // 2 (1 + 5) / 32
	near(t, "difference", got.Difference(), Accuracy(truth, a)-Accuracy(truth, b))
	swapped := McNemar(truth, b, a)
	if swapped.OnlyA != 1 || swapped.OnlyB != 4 || swapped.P != got.P {
		t.Errorf("swapped: %+v", swapped)
	}
	panics(t, "metrics: length mismatch", func() { McNemar(truth, a, b[1:]) })
}

func TestIntervalOfThePairedDifference(t *testing.T) {
	// 40 of 400 against 20: difference 0.05, variance (0.15 - 0.0025) / 400.
	paired := PairedTest{Samples: 400, OnlyA: 40, OnlyB: 20}
	low, high := paired.Interval(0.95)
	half := 1.959964 * math.Sqrt(0.1475/400)
	if math.Abs(low-(0.05-half)) > 1e-7 || math.Abs(high-(0.05+half)) > 1e-7 {
		t.Errorf("[%g, %g], want 0.05 ± %g", low, high, half)
	}
	if low, high := (PairedTest{Samples: 5}).Interval(0.95); low != 0 || high != 0 {
		t.Errorf("of equal predictions [%g, %g], want 0", low, high)
	}
	panics(t, "metrics: no samples", func() { PairedTest{}.Interval(0.95) })
	panics(t, "metrics: level outside (0, 1)", func() { paired.Interval(95) })
}

// Under equal classifiers a test at level 0.05 may reject at most one time in
// twenty. Summed over the binomial distribution itself, not simulated.
func TestMcNemarKeepsItsLevel(t *testing.T) {
	for n := 1; n <= 60; n++ {
		exact, mid := 0.0, 0.0
		for k := 0; k <= n; k++ {
			p, midP := McNemarCounts(k, n-k)
			if p <= 0.05 {
				exact += fairCoin(n, k)
			}
			if midP <= 0.05 {
				mid += fairCoin(n, k)
			}
		}
		if exact > 0.05 {
			t.Errorf("n = %d: exact test rejects with probability %g", n, exact)
		}
		if mid < exact || mid > 0.08 {
			t.Errorf("n = %d: mid-p rejects with probability %g, exact with %g", n, mid, exact)
		}
	}
}
