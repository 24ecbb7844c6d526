package backbone

import (
	"math"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/backend"
)

func newBackend(t testing.TB) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Finalize)
	return b
}

func TestGELU(t *testing.T) {
	// x·Φ(x) from tables of the normal distribution: Φ(1) = 0.8413447, Φ(-2) = 0.0227501.
	for x, want := range map[float64]float64{0: 0, 1: 0.8413447, -2: -0.0455003, 20: 20, -20: 0} {
		if got := GELU(x); math.Abs(got-want) > 1e-7 {
			t.Errorf("GELU(%g) = %.7f, want %.7f", x, got, want)
		}
	}
}

func TestGELUGraph(t *testing.T) {
	var xs []float32
	for x := -12.0; x <= 12; x += 1e-3 {
		xs = append(xs, float32(x))
	}
	ys, err := graph.CallOnce(newBackend(t), GELUGraph, tensors.FromFlatDataAndDimensions(xs, len(xs)))
	if err != nil {
		t.Fatal(err)
	}
	for i, y := range tensors.MustCopyFlatData[float32](ys) {
		if want := GELU(float64(xs[i])); !(math.Abs(float64(y)-want) <= 1.1e-6) {
			t.Fatalf("GELUGraph(%g) = %g, want %g", xs[i], y, want)
		}
	}
}

func TestGELUSlopeGraph(t *testing.T) {
	var xs []float32
	for x := -12.0; x <= 12; x += 1e-2 {
		xs = append(xs, float32(x))
	}
	ys, err := graph.CallOnce(newBackend(t), GELUSlopeGraph, tensors.FromFlatDataAndDimensions(xs, len(xs)))
	if err != nil {
		t.Fatal(err)
	}
	const step = 1e-4
	for i, y := range tensors.MustCopyFlatData[float32](ys) {
		x := float64(xs[i])
		if want := (GELU(x+step) - GELU(x-step)) / (2 * step); !(math.Abs(float64(y)-want) <= 1e-6) {
			t.Fatalf("GELUSlopeGraph(%g) = %g, want %g", x, y, want)
		}
	}
}
