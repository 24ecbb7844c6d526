package metrics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// PairedTest compares two classifiers on the same samples. Those on which both
// are right or both are wrong say nothing about which is better.
type PairedTest struct {
	Samples int     `json:"samples"`
	OnlyA   int     `json:"only_a"` // samples that A alone classifies rightly
	OnlyB   int     `json:"only_b"` // samples that B alone classifies rightly
	P       float64 `json:"p"`      // exact two-sided p-value, in (0, 1]
	MidP    float64 `json:"mid_p"`  // less conservative; see McNemarCounts
}

// Difference returns the accuracy of A less that of B.
func (t PairedTest) Difference() float64 {
	return float64(t.OnlyA-t.OnlyB) / float64(t.Samples)
}

// Interval returns the confidence interval of Difference at a level such as 0.95, by
// the normal distribution of a difference between paired proportions (Agresti and
// Min 2005, "Simple improved confidence intervals for comparing matched proportions",
// Wald's). It may disagree with P where the two are in doubt, and is the point 0 where
// both are right on the same samples. It panics without samples, or unless the level
// is inside (0, 1).
func (t PairedTest) Interval(level float64) (low, high float64) {
	checkPaired(t.Samples, t.Samples)
	checkLevel(level)
	n, d := float64(t.Samples), t.Difference()
	deviation := math.Sqrt((float64(t.OnlyA+t.OnlyB)/n - d*d) / n)
	half := distuv.UnitNormal.Quantile((1+level)/2) * deviation
	return d - half, d + half
}

// McNemar tests whether two classifiers' predictions on the same samples are
// equally accurate (McNemar 1947, "Note on the sampling error of the difference
// between correlated proportions or percentages"). It is about these two trained
// models: what another seed would bring is for Summarise.
func McNemar(truth, a, b []int) PairedTest {
	checkPaired(len(truth), len(a))
	checkPaired(len(truth), len(b))
	t := PairedTest{Samples: len(truth)}
	for i, y := range truth {
		switch {
		case a[i] == y && b[i] != y:
			t.OnlyA++
		case a[i] != y && b[i] == y:
			t.OnlyB++
		}
	}
	t.P, t.MidP = McNemarCounts(t.OnlyA, t.OnlyB)
	return t
}

// McNemarCounts returns the p-values of McNemar's test from the counts of samples
// that one classifier alone has right. Were the classifiers equally good, each
// such sample would be a toss of a fair coin. The exact p-value is the probability
// of a split at least as uneven as the one seen. The mid-p-value counts the
// equally uneven splits by half: it rejects about as often as its level says, where
// the exact test rejects less often (Fagerland, Lydersen and Laake 2013, "The
// McNemar test for binary matched-pairs data: mid-p and asymptotic are better than
// exact conditional"). Both are 1 if there is no such sample. It panics on a
// negative count.
func McNemarCounts(onlyA, onlyB int) (p, midP float64) {
	if onlyA < 0 || onlyB < 0 {
		panic("metrics: negative count")
	}
	n, fewer := onlyA+onlyB, min(onlyA, onlyB)
	if n == 0 {
		return 1, 1
	}
	moreUneven := 0.0 // P(X < fewer or X > n - fewer)
	for k := range fewer {
		moreUneven += 2 * fairCoin(n, k)
	}
	asUneven := fairCoin(n, fewer)
	if 2*fewer < n {
		asUneven *= 2
	}
	return min(1, moreUneven+asUneven), min(1, moreUneven+asUneven/2)
}

// fairCoin returns the probability of k heads in n tosses.
func fairCoin(n, k int) float64 {
	logFactorial := func(n int) float64 {
		v, _ := math.Lgamma(float64(n) + 1)
		return v
	}
	return math.Exp(logFactorial(n) - logFactorial(k) - logFactorial(n-k) - float64(n)*math.Ln2)
}
