package swin

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"nesybook/nesy/backbone"
)

func TestEncoderIsForwardSideBySide(t *testing.T) {
	c := Config{Image: 16, Patch: 2, Embed: 8, Depths: []int{2, 1}, Heads: []int{2, 4}, Window: 4, Classes: 2}
	w := Random(c, 1)
	e, err := backbone.NewEncoder(newBackend(t), w, 3)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	const calls = 8
	got := make([][]float32, calls)
	var group sync.WaitGroup
	for k := range calls {
		group.Go(func() {
			var err error
			if got[k], err = e.Encode(noise(c, 3, uint64(k))); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for k := range calls {
		if want := run(t, w, noise(c, 3, uint64(k)))[2]; !slices.Equal(got[k], want) {
			t.Errorf("call %d: features differ from Forward's by %g", k, distance(t, got[k], want))
		}
	}
}

// An image's features do not depend on its place in the batch or on its neighbours.
func TestImagesDoNotMix(t *testing.T) {
	c := Config{Image: 16, Patch: 2, Embed: 8, Depths: []int{2, 2}, Heads: []int{2, 4}, Window: 4}
	w, images := Random(c, 1), noise(c, 4, 2)
	swapped := slices.Concat(images[2*c.Pixels():], images[:2*c.Pixels()])
	a, b := run(t, w, images)[2], run(t, w, swapped)[2]
	half := 2 * c.Features()
	if !slices.Equal(a[:half], b[half:]) || !slices.Equal(a[half:], b[:half]) {
		t.Error("features change when the images of a batch change places")
	}
}

func TestEncoderErrors(t *testing.T) {
	if _, err := backbone.NewEncoder(newBackend(t), Random(Config{Image: 4, Patch: 2, Embed: 2, Depths: []int{1}, Heads: []int{1}, Window: 2}, 1), 0); err == nil {
		t.Error("no error for an empty batch")
	}
}

// BenchmarkNano32 encodes 32×32 images with the carried weights.
func BenchmarkNano32(b *testing.B) {
	w, err := Carried()
	if err != nil {
		b.Fatal(err)
	}
	for _, batch := range []int{16, 32, 64, 96, 128} {
		b.Run(fmt.Sprintf("batch=%d", batch), func(b *testing.B) { benchmarkEncoder(b, w, batch) })
	}
}

// BenchmarkTiny encodes 224×224 images with a Swin-T of random weights.
func BenchmarkTiny(b *testing.B) { benchmarkEncoder(b, Random(Tiny(), 1), 4) }

// benchmarkEncoder encodes batches on as many goroutines as there are cores.
func benchmarkEncoder(b *testing.B, w *Weights, batch int) {
	e, err := backbone.NewEncoder(newBackend(b), w, batch)
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	pixels := noise(w.Config, batch, 1)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := e.Encode(pixels); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N*batch)/b.Elapsed().Seconds(), "images/s")
}
