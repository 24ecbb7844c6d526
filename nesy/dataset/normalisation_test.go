package dataset

import (
	"math"
	"math/rand/v2"
	"testing"

	"nesybook/nesy/hierarchy"
)

// pictures returns a Dataset of one class over given pixels.
func pictures(t *testing.T, side int, pixels ...[]byte) *Dataset {
	t.Helper()
	h, err := hierarchy.TwoLevel([]string{"thing"}, []string{"all"}, []int{0})
	if err != nil {
		t.Fatal(err)
	}
	d, err := New("pictures", h, side, make([]int, len(pixels)), "", func(i int, dst []byte) error {
		copy(dst, pixels[i])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestOfSplitByHand(t *testing.T) {
	// Red 0 and 255, green 51 and 153, blue 102 and 255, and an image that is not
	// of the split.
	d := pictures(t, 1, []byte{0, 51, 102}, []byte{255, 153, 255}, []byte{9, 9, 9})
	n, err := OfSplit(d, []int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	want := Normalisation{Mean: [3]float32{0.5, 0.4, 0.7}, Std: [3]float32{0.5, 0.2, 0.3}}
	for c := range 3 {
		if !close32(n.Mean[c], want.Mean[c], 1e-6) || !close32(n.Std[c], want.Std[c], 1e-6) {
			t.Errorf("channel %d: mean %v, deviation %v, want %v and %v", c, n.Mean[c], n.Std[c], want.Mean[c], want.Std[c])
		}
	}
}

func TestNormalisedSplitHasMeanZeroAndVarianceOne(t *testing.T) {
	d := Glyphs(GlyphOptions{Train: 80, Seed: 3})
	n, err := OfSplit(d, d.Train)
	if err != nil {
		t.Fatal(err)
	}
	var sum, squares [3]float64
	pixels, planes := make([]byte, d.Size()), make([]float32, d.Size())
	for _, i := range d.Train {
		if err := d.Image(i, pixels); err != nil {
			t.Fatal(err)
		}
		n.Apply(planes, pixels)
		for k, v := range planes {
			sum[k/(32*32)] += float64(v)
			squares[k/(32*32)] += float64(v) * float64(v)
		}
	}
	count := float64(80 * 32 * 32)
	for c := range 3 {
		if mean := sum[c] / count; math.Abs(mean) > 1e-5 {
			t.Errorf("channel %d has mean %v", c, mean)
		}
		if variance := squares[c] / count; math.Abs(variance-1) > 1e-4 {
			t.Errorf("channel %d has variance %v", c, variance)
		}
	}
}

func TestApplyIsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	pixels, planes := make([]byte, 3*5*5), make([]float32, 3*5*5)
	for k := range pixels {
		pixels[k] = byte(r.IntN(256))
	}
	ImageNet.Apply(planes, pixels)
	for k, p := range pixels {
		c := k / 25
		want := (float64(p)/255 - float64(ImageNet.Mean[c])) / float64(ImageNet.Std[c])
		if math.Abs(float64(planes[k])-want) > 1e-6 {
			t.Errorf("value %d of channel %d became %v, want %v", p, c, planes[k], want)
		}
	}
}

func TestOfSplitErrors(t *testing.T) {
	d := pictures(t, 1, []byte{1, 7, 3}, []byte{2, 7, 9})
	_, err := OfSplit(d, nil)
	wantError(t, err, "statistics of no images")
	_, err = OfSplit(d, []int{0, 1})
	wantError(t, err, "the green channel is constant")
	wantPanic(t, "dataset: plane length mismatch", func() { ImageNet.Apply(make([]float32, 3), make([]byte, 6)) })
	wantPanic(t, "dataset: plane length mismatch", func() { ImageNet.Apply(make([]float32, 4), make([]byte, 4)) })
}

func BenchmarkApply(b *testing.B) {
	pixels, planes := make([]byte, 3*32*32), make([]float32, 3*32*32)
	b.SetBytes(int64(len(pixels)))
	for b.Loop() {
		ImageNet.Apply(planes, pixels)
	}
}

func close32(a, b, tolerance float32) bool { return float32(math.Abs(float64(a-b))) <= tolerance }
