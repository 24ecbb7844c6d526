package decode

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Four fine labels, the first two of coarse label 0, the others of 1.
var parents = []int{0, 0, 1, 1}

func TestDecode(t *testing.T) {
	half := DefaultThresholds()
	for _, test := range []struct {
		name         string
		fine, coarse []float64
		thresholds   Thresholds
		want         Prediction
	}{
		{
			"agreeing levels are left alone",
			[]float64{0.7, 0.1, 0.1, 0.1}, []float64{0.9, 0.1}, half,
			Prediction{Fine: 0, Coarse: 0, FineBase: 0, CoarseBase: 0, FineConfidence: 0.7, ParentConfidence: 0.9},
		}, {
			"sure fine, unlikely parent: the parent is imposed",
			[]float64{0.1, 0.1, 0.6, 0.2}, []float64{0.8, 0.2}, half,
			Prediction{Fine: 2, Coarse: 1, FineBase: 2, CoarseBase: 0, FineConfidence: 0.6, ParentConfidence: 0.2, Overridden: true},
		}, {
			"unsure fine: the coarse argmax stays, and contradicts",
			[]float64{0.2, 0.2, 0.4, 0.2}, []float64{0.8, 0.2}, half,
			Prediction{Fine: 2, Coarse: 0, FineBase: 2, CoarseBase: 0, FineConfidence: 0.4, ParentConfidence: 0.2},
		}, {
			"fine confidence equal to its threshold is enough",
			[]float64{0.2, 0.2, 0.5, 0.1}, []float64{0.8, 0.2}, half,
			Prediction{Fine: 2, Coarse: 1, FineBase: 2, CoarseBase: 0, FineConfidence: 0.5, ParentConfidence: 0.2, Overridden: true},
		}, {
			"parent confidence equal to its threshold is not too little; equal coarse labels: the lowest",
			[]float64{0.1, 0.1, 0.7, 0.1}, []float64{0.5, 0.5}, half,
			Prediction{Fine: 2, Coarse: 0, FineBase: 2, CoarseBase: 0, FineConfidence: 0.7, ParentConfidence: 0.5},
		}, {
			"a higher coarse threshold overrides that",
			[]float64{0.1, 0.1, 0.7, 0.1}, []float64{0.5, 0.5}, Thresholds{0.5, 0.6},
			Prediction{Fine: 2, Coarse: 1, FineBase: 2, CoarseBase: 0, FineConfidence: 0.7, ParentConfidence: 0.5, Overridden: true},
		}, {
			"a higher fine threshold does not",
			[]float64{0.1, 0.1, 0.6, 0.2}, []float64{0.8, 0.2}, Thresholds{0.61, 0.5},
			Prediction{Fine: 2, Coarse: 0, FineBase: 2, CoarseBase: 0, FineConfidence: 0.6, ParentConfidence: 0.2},
		}, {
			"the rule applies but changes nothing: not overridden; equal fine labels: the lowest",
			[]float64{0, 0.5, 0.5, 0}, []float64{0.4, 0.3}, half,
			Prediction{Fine: 1, Coarse: 0, FineBase: 1, CoarseBase: 0, FineConfidence: 0.5, ParentConfidence: 0.4},
		},
	} {
		if got := Decode(test.fine, test.coarse, parents, test.thresholds); got != test.want {
			t.Errorf("%s:\n got %+v\nwant %+v", test.name, got, test.want)
		}
	}
}

func TestJoint(t *testing.T) {
	for _, test := range []struct {
		name         string
		fine, coarse []float64
		want         Prediction
	}{
		{
			"the coarse level moves the fine label: 0.3*0.8 = 0.24 beats 0.4*0.2 = 0.08",
			[]float64{0.2, 0.3, 0.4, 0.1}, []float64{0.8, 0.2},
			Prediction{Fine: 1, Coarse: 0, FineBase: 2, CoarseBase: 0, FineConfidence: 0.3, ParentConfidence: 0.8},
		}, {
			"the fine level moves the coarse label: 0.9*0.4 = 0.36 beats 0.06*0.6",
			[]float64{0.06, 0.02, 0.9, 0.02}, []float64{0.6, 0.4},
			Prediction{Fine: 2, Coarse: 1, FineBase: 2, CoarseBase: 0, FineConfidence: 0.9, ParentConfidence: 0.4, Overridden: true},
		}, {
			"equal products: the lowest label",
			[]float64{0, 0.5, 0.5, 0}, []float64{0.5, 0.5},
			Prediction{Fine: 1, Coarse: 0, FineBase: 1, CoarseBase: 0, FineConfidence: 0.5, ParentConfidence: 0.5},
		}, {
			"all products zero: the fine argmax",
			[]float64{0, 0, 0, 1}, []float64{1, 0},
			Prediction{Fine: 3, Coarse: 1, FineBase: 3, CoarseBase: 0, FineConfidence: 1, ParentConfidence: 0, Overridden: true},
		},
	} {
		if got := Joint(test.fine, test.coarse, parents); got != test.want {
			t.Errorf("%s:\n got %+v\nwant %+v", test.name, got, test.want)
		}
	}
}

// TestAgainstDefinition holds both decodings to their definitions, written as
// statements about the result and not as the code that finds it.
func TestAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 1))
	overridden, kept, inconsistent := 0, 0, 0
	for range 2000 {
		nf, nc := 1+rng.IntN(12), 1+rng.IntN(5)
		parents := make([]int, nf)
		for y := range parents {
			parents[y] = rng.IntN(nc)
		}
		fine, coarse := distribution(rng, nf), distribution(rng, nc)
		threshold := Thresholds{Fine: 0.05 + 0.9*rng.Float64(), Coarse: 0.05 + 0.9*rng.Float64()}

		p := Decode(fine, coarse, parents, threshold)
		for y := range fine {
			if fine[y] > p.FineConfidence {
				t.Fatalf("label %d is likelier than %d", y, p.Fine)
			}
		}
		for b := range coarse {
			if coarse[b] > coarse[p.CoarseBase] {
				t.Fatalf("coarse label %d is likelier than %d", b, p.CoarseBase)
			}
		}
		fires := fine[p.Fine] >= threshold.Fine && coarse[parents[p.Fine]] < threshold.Coarse
		switch {
		case fires && p.Coarse != parents[p.Fine]:
			t.Fatal("equation 21's first case does not return the parent")
		case !fires && p.Coarse != p.CoarseBase:
			t.Fatal("equation 21's second case does not return the coarse argmax")
		case p.Overridden != (p.Coarse != p.CoarseBase):
			t.Fatal("Overridden does not tell whether the label changed")
		}
		if p.Overridden {
			overridden++
		} else {
			kept++
		}
		if !p.Consistent(parents) {
			inconsistent++
		}

		j := Joint(fine, coarse, parents)
		if !j.Consistent(parents) {
			t.Fatal("Joint is not coherent")
		}
		for y := range fine {
			if fine[y]*coarse[parents[y]] > fine[j.Fine]*coarse[j.Coarse] {
				t.Fatalf("pair of label %d is likelier than Joint's", y)
			}
		}
	}
	if overridden < 100 || kept < 100 || inconsistent < 100 {
		t.Errorf("the draw is one-sided: %d overridden, %d kept, %d inconsistent", overridden, kept, inconsistent)
	}
}

func distribution(rng *rand.Rand, n int) []float64 {
	p, sum := make([]float64, n), 0.0
	for y := range p {
		p[y] = math.Pow(rng.Float64(), 4) // peaked now and then
		sum += p[y]
	}
	for y := range p {
		p[y] /= sum
	}
	return p
}

func TestGrid(t *testing.T) {
	grid := Grid()
	if len(grid) != 9 || grid[0] != (Thresholds{0.4, 0.4}) || grid[1] != (Thresholds{0.4, 0.5}) || grid[8] != (Thresholds{0.6, 0.6}) {
		t.Errorf("Grid() = %v", grid)
	}
	if grid[4] != DefaultThresholds() {
		t.Errorf("the middle of the grid is %v, not the default", grid[4])
	}
	for _, thresholds := range grid {
		if err := thresholds.Validate(); err != nil {
			t.Error(err)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		thresholds Thresholds
		names      string
	}{
		{Thresholds{0, 0.5}, "fine"},
		{Thresholds{1, 0.5}, "fine"},
		{Thresholds{0.5, -0.1}, "coarse"},
		{Thresholds{0.5, math.NaN()}, "coarse"},
		{Thresholds{0.5, math.Inf(1)}, "coarse"},
	} {
		err := test.thresholds.Validate()
		if err == nil || !strings.Contains(err.Error(), "the "+test.names+" threshold") {
			t.Errorf("Validate(%v) = %v", test.thresholds, err)
		}
	}
}

func TestPanics(t *testing.T) {
	for want, f := range map[string]func(){
		"decode: no labels":                   func() { Joint(nil, []float64{1}, nil) },
		"decode: length mismatch":             func() { Joint([]float64{1}, []float64{1}, parents) },
		"decode: parent out of range":         func() { Joint([]float64{1}, []float64{1}, []int{1}) },
		"decode: probability is not a number": func() { Decode([]float64{math.NaN()}, []float64{1}, []int{0}, DefaultThresholds()) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %q", got, want)
				}
			}()
			f()
		}()
	}
}
