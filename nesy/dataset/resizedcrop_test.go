package dataset

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nesybook/nesy/dataset/raster"
)

// TestRandomResizedCrop compares with every possible cut of a small picture.
func TestRandomResizedCrop(t *testing.T) {
	const side = 6
	src := scattered(side)
	step := RandomResizedCrop(Range{0.08, 1}, Range{3.0 / 4, 4.0 / 3})
	cuts := make(map[string]raster.Rect)
	for w := 1; w <= side; w++ {
		for h := 1; h <= side; h++ {
			for left := range side - w + 1 {
				for top := range side - h + 1 {
					cut := raster.Rect{Left: left, Top: top, Width: w, Height: h}
					picture := make([]byte, len(src))
					raster.Resize(side, picture, src, cut)
					cuts[string(picture)] = cut
				}
			}
		}
	}
	seen := make(map[raster.Rect]bool)
	for trial := range 500 {
		got := make([]byte, len(src))
		step.Apply(rand.New(rand.NewPCG(1, uint64(trial))), side, got, src)
		cut, ok := cuts[string(got)]
		if !ok {
			t.Fatalf("trial %d is no cut of the picture", trial)
		}
		seen[cut] = true
	}
	if len(seen) < 50 {
		t.Errorf("only %d cuts in 500 trials", len(seen))
	}
}

// TestRectangle holds the drawn rectangles to their definition in a picture so
// large that rounding hardly matters.
func TestRectangle(t *testing.T) {
	const side, trials = 1000, 20_000
	r := rand.New(rand.NewPCG(2, 0))
	area, ratio := Range{0.08, 0.5}, Range{3.0 / 4, 2}
	var areas, logs, lefts, tops []float64
	for range trials {
		cut, ok := rectangle(r, side, side, area, ratio)
		if !ok {
			t.Fatal("no rectangle of at most half the picture fits")
		}
		if cut.Left < 0 || cut.Top < 0 || cut.Left+cut.Width > side || cut.Top+cut.Height > side {
			t.Fatalf("%v is outside the picture", cut)
		}
		areas = append(areas, float64(cut.Width*cut.Height)/(side*side))
		logs = append(logs, math.Log(float64(cut.Width)/float64(cut.Height)))
		lefts = append(lefts, float64(cut.Left)/float64(side-cut.Width))
		tops = append(tops, float64(cut.Top)/float64(side-cut.Height))
	}
	wantUniform(t, "areas", areas, 0.08, 0.5)
	wantUniform(t, "logarithms of the ratio", logs, math.Log(0.75), math.Log(2))
	wantUniform(t, "left edges", lefts, 0, 1)
	wantUniform(t, "top edges", tops, 0, 1)
}

// wantUniform compares a sample with a uniform distribution: the greatest
// difference of their distribution functions (Kolmogorov and Smirnov) exceeds
// 1.95/√n once in a thousand samples; rounding to pixels adds a little.
func wantUniform(t *testing.T, what string, sample []float64, from, to float64) {
	t.Helper()
	slices.Sort(sample)
	n := float64(len(sample))
	var worst float64
	for k, v := range sample {
		p := (v - from) / (to - from)
		worst = max(worst, math.Abs(p-float64(k)/n), math.Abs(p-float64(k+1)/n))
	}
	if bound := 1.95/math.Sqrt(n) + 0.003; worst > bound {
		t.Errorf("the %s are not uniform in %v..%v: their distribution differs by %.4f, over %.4f", what, from, to, worst, bound)
	}
}

// TestRectangleIsTriedTenTimes takes areas of which about a tenth fit.
func TestRectangleIsTriedTenTimes(t *testing.T) {
	const side, trials = 1000, 20_000
	r := rand.New(rand.NewPCG(10, 0))
	failed := 0.0
	for range trials {
		if _, ok := rectangle(r, side, side, Range{0.9, 1.9}, Range{1, 1}); !ok {
			failed++
		}
	}
	p := math.Pow(1-(1.0005*1.0005-0.9), 10) // edges up to 1000.5 are rounded down
	if d := failed - trials*p; math.Abs(d) > 5*math.Sqrt(trials*p*(1-p)) {
		t.Errorf("%v of %v draws failed, want about %.0f", failed, trials, trials*p)
	}
}

func TestRectangleThatFitsNever(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	if cut, ok := rectangle(r, 10, 10, Range{1, 1}, Range{2, 3}); ok {
		t.Errorf("%v has the area of the picture and twice its ratio", cut)
	}
	for _, c := range []struct {
		ratio Range
		want  raster.Rect
	}{
		{Range{3.0 / 4, 4.0 / 3}, raster.Rect{Width: 10, Height: 10}},
		{Range{2, 3}, raster.Rect{Top: 2, Width: 10, Height: 5}},
		{Range{0.25, 0.4}, raster.Rect{Left: 3, Width: 4, Height: 10}},
	} {
		if got := middle(10, c.ratio); got != c.want {
			t.Errorf("ratio %v: fell back to %v, want %v", c.ratio, got, c.want)
		}
	}
	src, got := scattered(10), make([]byte, 300)
	RandomResizedCrop(Range{1, 1}, Range{2, 3}).Apply(r, 10, got, src)
	want := make([]byte, 300)
	raster.Resize(10, want, src, middle(10, Range{2, 3}))
	if !bytes.Equal(got, want) {
		t.Error("the crop did not fall back to the middle")
	}
}

// scattered is a picture of random colours.
func scattered(side int) []byte {
	r := rand.New(rand.NewPCG(77, 0))
	pixels := make([]byte, 3*side*side)
	for k := range pixels {
		pixels[k] = byte(r.IntN(256))
	}
	return pixels
}
