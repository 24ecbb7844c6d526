package metrics

import (
	"math"

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
// Values that are all equal make it a point, which shows nothing where equality is
// chance, as of accuracies on few images with two seeds. It panics without values, or
// unless the level is inside (0, 1).
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

func checkSeeds(values []float64, level float64) {
	if len(values) == 0 {
		panic("metrics: no seeds")
	}
	checkLevel(level)
}

func checkLevel(level float64) {
	if !(level > 0 && level < 1) {
		panic("metrics: level outside (0, 1)")
	}
}
