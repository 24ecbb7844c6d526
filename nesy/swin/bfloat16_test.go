package swin

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backbone"
	"nesybook/nesy/dataset"
)

// deviations returns, for each image, the norm of the difference between the two
// networks' features over the norm of the first's.
func deviations(t testing.TB, a, b backbone.Network, images []float32) []float64 {
	t.Helper()
	encode := func(n backbone.Network) []float32 {
		e, err := backbone.NewEncoder(newBackend(t), n, len(images)/backbone.Pixels(n))
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		features, err := e.Encode(images)
		if err != nil {
			t.Fatal(err)
		}
		return features
	}
	x, y := encode(a), encode(b)
	var all []float64
	for ; len(x) > 0; x, y = x[a.Features():], y[a.Features():] {
		difference, norm := 0.0, 0.0
		for i := range a.Features() {
			difference += math.Pow(float64(x[i])-float64(y[i]), 2)
			norm += math.Pow(float64(x[i]), 2)
		}
		all = append(all, math.Sqrt(difference/norm))
	}
	return all
}

func mean(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total / float64(len(values))
}

func TestBFloat16(t *testing.T) {
	w, err := Carried()
	if err != nil {
		t.Fatal(err)
	}
	// Rounding to 8 bits is an error of 0.2 % on average in each factor. Without any the
	// deviation would be 0.
	if d := mean(deviations(t, w, BFloat16{w}, noise(w.Config, 8, 1))); !(d > 1e-3 && d < 1e-2) {
		t.Errorf("the features of noise deviate by %.2g", d)
	}
	if n := (BFloat16{w}); n.Digest() == w.Digest() || n.Digest() != (BFloat16{w}).Digest() || n.Features() != w.Features() {
		t.Error("the network in bfloat16 is not told apart by its digest alone")
	}
}

// TestBFloat16OnPictures checks what the type's comment states on a few pictures.
func TestBFloat16OnPictures(t *testing.T) {
	dir := os.Getenv("NESY_DATA")
	if dir == "" {
		t.Skip("NESY_DATA names no folder with CIFAR-100")
	}
	d, err := dataset.CIFAR100(dir, 42)
	if err != nil {
		t.Skip(err)
	}
	w, err := Carried()
	if err != nil {
		t.Fatal(err)
	}
	const count = 50
	pixels, images := make([]byte, d.Size()), make([]float32, count*d.Size())
	for k := range count {
		if err := d.Image(d.Test[k], pixels); err != nil {
			t.Fatal(err)
		}
		dataset.ImageNet.Apply(images[k*d.Size():(k+1)*d.Size()], pixels)
	}
	all := deviations(t, w, BFloat16{w}, images)
	if average, worst := mean(all), slices.Max(all); !(average > 0.004 && average < 0.009 && worst < 0.02) {
		t.Errorf("the features deviate by %.3g on average, %.3g at most", average, worst)
	}
}

func TestBytesAreNoImages(t *testing.T) {
	w := Random(Config{Image: 4, Patch: 2, Embed: 2, Depths: []int{1}, Heads: []int{1}, Window: 2}, 1)
	exec := model.MustNewExec(newBackend(t), model.NewStore(), w.Pooled)
	if _, err := exec.Call(tensors.FromScalarAndDimensions(uint8(1), 1, 3, 4, 4)); err == nil || !strings.Contains(err.Error(), "want normalised ones") {
		t.Errorf("error %v", err)
	}
}
