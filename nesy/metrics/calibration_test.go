package metrics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Four samples of two labels; in two bins of equal width the confidences all fall
// in [0.5, 1]: mean 0.775, of which three quarters are right.
var (
	fourProbabilities = [][]float64{{0.6, 0.4}, {0.3, 0.7}, {0.8, 0.2}, {0, 1}}
	fourTrue          = []int{0, 1, 1, 1}
)

func TestECE(t *testing.T) {
	got, bins := ECE(fourProbabilities, fourTrue, 2)
	near(t, "ECE in two bins", got, 0.025)
	if want := (Bin{Low: 0, High: 0.5}); bins[0] != want {
		t.Errorf("the empty bin is %+v, want %+v", bins[0], want)
	}
	if b := bins[1]; b.Low != 0.5 || b.High != 1 || b.Count != 4 || math.Abs(b.Confidence-0.775) > 1e-15 || b.Accuracy != 0.75 {
		t.Errorf("the full bin is %+v", b)
	}

	// Five bins: 0.6 and 0.7 in [0.6, 0.8), both right; 0.8 and 1 in [0.8, 1], one
	// right. Gaps 1 - 0.65 and 0.9 - 0.5, each weighing a half.
	got, bins = ECE(fourProbabilities, fourTrue, 5)
	near(t, "ECE in five bins", got, 0.5*0.35+0.5*0.4)
	for b, want := range []int{0, 0, 0, 2, 2} {
		if bins[b].Count != want {
			t.Errorf("bin %d holds %d samples, want %d", b, bins[b].Count, want)
		}
	}
}

func TestECEIsZeroWhenCalibrated(t *testing.T) {
	// Ten samples at confidence 0.7, of which seven are right.
	var p [][]float64
	var truth []int
	for i := range 10 {
		p = append(p, []float64{0.7, 0.3})
		truth = append(truth, i/7)
	}
	got, _ := ECE(p, truth, DefaultBins)
	near(t, "ECE", got, 0)
}

func TestConfidenceOneBelongsToTheLastBin(t *testing.T) {
	// 1 + 1e-16 cannot be told from 1; rounding can leave a little more.
	p := [][]float64{{1, 0}, {1 + 1e-9, 0}}
	got, bins := ECE(p, []int{0, 1}, DefaultBins)
	if last := bins[DefaultBins-1]; last.Count != 2 || last.Accuracy != 0.5 {
		t.Errorf("the last bin is %+v", last)
	}
	if math.Abs(got-0.5) > 1e-8 {
		t.Errorf("ECE = %v, want 0.5", got)
	}
}

func TestAdaptiveECE(t *testing.T) {
	// Sorted by confidence: 0.6 right, 0.7 right | 0.8 wrong, 1 right.
	got, bins := AdaptiveECE(fourProbabilities, fourTrue, 2)
	near(t, "adaptive ECE in two bins", got, 0.5*0.35+0.5*0.4)
	if b := bins[0]; b.Low != 0.6 || b.High != 0.7 || b.Count != 2 {
		t.Errorf("the first bin is %+v", b)
	}
	// In three bins of sizes 1, 1 and 2; in ten of size 1, without empty ones.
	got, bins = AdaptiveECE(fourProbabilities, fourTrue, 3)
	near(t, "adaptive ECE in three bins", got, 0.25*0.4+0.25*0.3+0.5*0.4)
	if len(bins) != 3 {
		t.Errorf("%d bins, want 3", len(bins))
	}
	got, bins = AdaptiveECE(fourProbabilities, fourTrue, 10)
	near(t, "adaptive ECE, a bin each", got, (0.4+0.3+0.8+0)/4)
	if len(bins) != 4 {
		t.Errorf("%d bins, want one a sample", len(bins))
	}
}

func TestClasswiseECE(t *testing.T) {
	// Label 0 has probabilities 0.6 (true), 0.3, 0.8, 0 (all false), in two bins:
	// {0.3, 0} mean 0.15, never true; {0.6, 0.8} mean 0.7, true by half.
	// Label 1 mirrors it: {0.4, 0.2} mean 0.3, true by half; {0.7, 1} mean 0.85, always.
	label0 := 0.5*0.15 + 0.5*0.2
	label1 := 0.5*0.2 + 0.5*0.15
	near(t, "classwise ECE", ClasswiseECE(fourProbabilities, fourTrue, 2), (label0+label1)/2)
}

// TestECEAgainstDefinition finds each bin's members by its limits, on random
// predictions over five labels.
func TestECEAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 3))
	p, truth := randomPredictions(rng, 500, 5)
	got, bins := ECE(p, truth, DefaultBins)
	want, counted := 0.0, 0
	for b, bin := range bins {
		count, right, confidence := 0., 0., 0.
		for i, row := range p {
			top := 0
			for y := range row {
				if row[y] > row[top] {
					top = y
				}
			}
			if row[top] >= bin.Low && (row[top] < bin.High || b == len(bins)-1) {
				count++
				confidence += row[top]
				if truth[i] == top {
					right++
				}
			}
		}
		if int(count) != bin.Count {
			t.Fatalf("bin %d holds %d samples, want %v", b, bin.Count, count)
		}
		counted += bin.Count
		if count > 0 {
			want += count / 500 * math.Abs(right/count-confidence/count)
		}
	}
	if counted != 500 {
		t.Errorf("the bins hold %d samples of 500", counted)
	}
	if math.Abs(got-want) > 1e-12 || got == 0 {
		t.Errorf("ECE = %v, want %v", got, want)
	}
	panics(t, "metrics: no bins", func() { ECE(p, truth, 0) })
}

// randomPredictions draws distributions over classes and labels that follow the
// likeliest one about half of the time.
func randomPredictions(rng *rand.Rand, n, classes int) (p [][]float64, truth []int) {
	for range n {
		row, sum := make([]float64, classes), 0.0
		for y := range row {
			row[y] = math.Pow(rng.Float64(), 3)
			sum += row[y]
		}
		for y := range row {
			row[y] /= sum
		}
		y := argmax(row)
		if rng.IntN(2) == 0 {
			y = rng.IntN(classes)
		}
		p, truth = append(p, row), append(truth, y)
	}
	return p, truth
}
