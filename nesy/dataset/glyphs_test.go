package dataset

import (
	"bytes"
	"slices"
	"testing"
)

func TestGlyphs(t *testing.T) {
	d := Glyphs(GlyphOptions{Train: 120, Val: 40, Test: 80, Seed: 42})
	if d.Len() != 240 || len(d.Train) != 120 || len(d.Val) != 40 || len(d.Test) != 80 {
		t.Fatalf("%d images in parts of %d, %d, %d", d.Len(), len(d.Train), len(d.Val), len(d.Test))
	}
	if d.Hierarchy.Size(0) != 40 || d.Hierarchy.Size(1) != 10 {
		t.Fatalf("%d fine and %d coarse labels", d.Hierarchy.Size(0), d.Hierarchy.Size(1))
	}
	for z := range 10 {
		if n := len(d.Hierarchy.Children(1, z)); n != 4 {
			t.Errorf("%s has %d classes, want 4", d.Hierarchy.Name(1, z), n)
		}
	}
	for k, part := range [][]int{d.Train, d.Val, d.Test} {
		n := []int{3, 1, 2}[k]
		for y, got := range histogram(d.Labels, part, 40) {
			if got != n {
				t.Errorf("part %d has %d of %s, want %d", k, got, d.Hierarchy.Name(0, y), n)
			}
		}
	}
	if last := d.Test[79]; last != 239 {
		t.Errorf("the test part ends with image %d", last)
	}
}

// An image depends on the seed and its number, whatever the sizes of the parts.
func TestGlyphDependsOnSeedAndNumberAlone(t *testing.T) {
	image := func(d *Dataset, i int) []byte {
		t.Helper()
		pixels := make([]byte, d.Size())
		if err := d.Image(i, pixels); err != nil {
			t.Fatal(err)
		}
		return pixels
	}
	small := Glyphs(GlyphOptions{Train: 60, Seed: 1})
	large := Glyphs(GlyphOptions{Train: 7, Val: 100, Seed: 1})
	other := Glyphs(GlyphOptions{Train: 60, Seed: 2})
	for _, i := range slices.Backward([]int{0, 1, 41, 59}) {
		if !bytes.Equal(image(small, i), image(large, i)) {
			t.Errorf("image %d changes with the sizes of the parts", i)
		}
		if bytes.Equal(image(small, i), image(other, i)) {
			t.Errorf("image %d is the same from two seeds", i)
		}
	}
	if bytes.Equal(image(small, 0), image(small, 40)) {
		t.Error("two images of a class are one")
	}
	if small.Digest == other.Digest || small.Digest == large.Digest {
		t.Error("the digest does not tell seeds or sizes apart")
	}
	if small.Digest != Glyphs(GlyphOptions{Train: 60, Seed: 1}).Digest {
		t.Error("the same glyphs have two digests")
	}
}

func TestGlyphsOfNoImages(t *testing.T) {
	if d := Glyphs(GlyphOptions{Seed: 1}); d.Len() != 0 {
		t.Errorf("%d images", d.Len())
	}
	wantPanic(t, "dataset: negative number of glyphs", func() { Glyphs(GlyphOptions{Train: 5, Val: -1}) })
}

func BenchmarkGlyphs(b *testing.B) {
	d := Glyphs(GlyphOptions{Train: 4000, Seed: 42})
	pixels := make([]byte, d.Size())
	for i := 0; b.Loop(); i++ {
		d.Image(i%d.Len(), pixels)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "images/s")
}

// BenchmarkOpenGlyphs is what every notebook cell pays before it sees an image.
func BenchmarkOpenGlyphs(b *testing.B) {
	for b.Loop() {
		Glyphs(GlyphOptions{Train: 8000, Val: 2000, Test: 2000, Seed: 42})
	}
}
