package dataset

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
)

// hole returns the bounding rectangle of what differs in the first plane, and how
// many pixels do.
func hole(side int, got, src []byte) (left, top, width, height, count int) {
	left, top = side, side
	right, bottom := -1, -1
	for k := range side * side {
		if got[k] != src[k] {
			x, y := k%side, k/side
			left, right = min(left, x), max(right, x)
			top, bottom = min(top, y), max(bottom, y)
			count++
		}
	}
	return left, top, right - left + 1, bottom - top + 1, count
}

func TestRandomErasing(t *testing.T) {
	const side, trials = 100, 3000
	src := bytes.Repeat([]byte{9}, 3*side*side)
	step := RandomErasing(1, [3]byte{1, 2, 3})
	r := rand.New(rand.NewPCG(6, 0))
	got := make([]byte, len(src))
	var areas, logs []float64
	for range trials {
		step.Apply(r, side, got, src)
		_, _, w, h, count := hole(side, got, src)
		if count != w*h || w < 1 || h < 1 || w >= side || h >= side {
			t.Fatalf("%d pixels changed within %d×%d", count, w, h)
		}
		for k := range side * side {
			want := []byte{9, 9, 9}
			if got[k] != 9 {
				want = []byte{1, 2, 3}
			}
			if got[k] != want[0] || got[side*side+k] != want[1] || got[2*side*side+k] != want[2] {
				t.Fatalf("pixel %d is neither whole nor erased", k)
			}
		}
		areas = append(areas, float64(count)/(side*side))
		logs = append(logs, math.Log(float64(w)/float64(h)))
	}
	// All of these fit: a third of the picture at ratio 1/0.3 is 1.05 sides wide,
	// and only the largest and flattest are drawn anew.
	wantAbout(t, "areas", areas, 0.02, 1.0/3)
	wantAbout(t, "logarithms of the ratio", logs, math.Log(0.3), -math.Log(0.3))
}

// wantAbout compares range and mean of a sample with those of a uniform one.
func wantAbout(t *testing.T, what string, sample []float64, from, to float64) {
	t.Helper()
	least, most, sum := math.Inf(1), math.Inf(-1), 0.0
	for _, v := range sample {
		least, most, sum = min(least, v), max(most, v), sum+v
	}
	width, mean := to-from, sum/float64(len(sample))
	if math.Abs(least-from) > 0.05*width || math.Abs(most-to) > 0.05*width || math.Abs(mean-(from+to)/2) > 0.02*width {
		t.Errorf("the %s lie in %.3f..%.3f with mean %.3f, want about %.3f..%.3f", what, least, most, mean, from, to)
	}
}

func TestRandomErasingProbability(t *testing.T) {
	const trials = 4000
	src := bytes.Repeat([]byte{9}, 3*32*32)
	erased := 0
	for i := range trials {
		pixels := bytes.Clone(src)
		Augmentation{RandomErasing(0.25, [3]byte{})}.Apply(42, 0, i, 32, pixels)
		if !bytes.Equal(pixels, src) {
			erased++
		}
	}
	// Five standard deviations, √(4000 · 1/4 · 3/4) = 27.4.
	if d := erased - trials/4; d < -137 || d > 137 {
		t.Errorf("%d of %d erased", erased, trials)
	}
}

func TestRandomErasingOfOnePixel(t *testing.T) {
	src := []byte{7, 8, 9} // nothing is smaller than the picture
	if got := apply(RandomErasing(1, [3]byte{}), 1, 1, src); !bytes.Equal(got, src) {
		t.Errorf("got %v", got)
	}
}

func TestMeanColourIsZero(t *testing.T) {
	for _, n := range []Normalisation{ImageNet, {Mean: [3]float32{0.5071, 0.4866, 0.4409}, Std: [3]float32{0.2673, 0.2564, 0.2762}}} {
		colour := n.MeanColour()
		values := make([]float32, 3)
		n.Apply(values, colour[:])
		for c, v := range values {
			if bound := 1/(510*n.Std[c]) + 1e-6; !close32(v, 0, bound) {
				t.Errorf("channel %d of the mean colour became %v, over %v", c, v, bound)
			}
		}
	}
	if got := ImageNet.MeanColour(); got != [3]byte{124, 116, 104} {
		t.Errorf("ImageNet's mean colour is %v", got)
	}
}
