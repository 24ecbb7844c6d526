package metrics

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Summary describes one quantity measured with several seeds.
type Summary struct {
	Seeds     int     `json:"seeds"`
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"deviation"` // sample standard deviation, divisor n-1; 0 for one seed
	Low       float64 `json:"low"`       // confidence interval of the mean;
	High      float64 `json:"high"`      // the mean itself for one seed, which tells nothing of its spread
}

// Summarise returns mean, deviation and Student's confidence interval of the mean
// at a level such as 0.95 (Student 1908, "The probable error of a mean"). To
// compare two models trained with the same seeds, summarise the differences of
// their values, seed by seed: the interval that leaves out 0 shows a difference.
// It panics without values, or unless the level is inside (0, 1).
func Summarise(values []float64, level float64) Summary {
	checkSeeds(values, level)
	n := len(values)
	if n == 1 {
		return Summary{Seeds: 1, Mean: values[0], Low: values[0], High: values[0]}
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}
	half := student.Quantile((1+level)/2) * deviation / math.Sqrt(float64(n))
	return Summary{Seeds: n, Mean: mean, Deviation: deviation, Low: mean - half, High: mean + half}
}

// BootstrapInterval returns the percentile interval of the mean: the central part,
// of the given level, of the means of resamples drawn with replacement (Efron 1979,
// "Bootstrap methods: another look at the jackknife"). It assumes no normal
// distribution, but with few values, as seeds are, it is too narrow: Student's is
// the one to report. Panics are those of Summarise, and where resamples < 1.
func BootstrapInterval(values []float64, level float64, resamples int, rng *rand.Rand) (low, high float64) {
	checkSeeds(values, level)
	if resamples < 1 {
		panic("metrics: no resamples")
	}
	means := make([]float64, resamples)
	for i := range means {
		for range values {
			means[i] += values[rng.IntN(len(values))]
		}
		means[i] /= float64(len(values))
	}
	slices.Sort(means)
	tail := (1 - level) / 2
	return stat.Quantile(tail, stat.Empirical, means, nil), stat.Quantile(1-tail, stat.Empirical, means, nil)
}

func checkSeeds(values []float64, level float64) {
	if len(values) == 0 {
		panic("metrics: no seeds")
	}
	if !(level > 0 && level < 1) {
		panic("metrics: level outside (0, 1)")
	}
}
