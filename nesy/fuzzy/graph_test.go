package fuzzy_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/backend"
	"nesybook/nesy/fuzzy"
)

func goBackend(t *testing.T) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestMembershipGraphAgreesWithAt(t *testing.T) {
	b := goBackend(t)
	var xs []float64
	for i := -5; i <= 25; i++ { // through every corner of memberships, and beyond both ends
		xs = append(xs, float64(i)/20)
	}
	for _, mu := range memberships() {
		got := tensors.MustCopyFlatData[float64](MustNewExec(b, mu.Graph).MustCall(xs)[0])
		for i, x := range xs {
			if want := mu.At(x); math.Abs(got[i]-want) > 1e-14 {
				t.Errorf("%v at %g: graph %g, plain %g", mu, x, got[i], want)
			}
		}
	}
}

func TestMembershipGradient(t *testing.T) {
	b := goBackend(t)
	xs := []float64{-0.21, 0.03, 0.13, 0.27, 0.41, 0.57, 0.66, 0.81, 0.97, 1.13} // off every corner
	for _, mu := range memberships() {
		exec := MustNewExec(b, func(x *Node) *Node { return Gradient(ReduceAllSum(mu.Graph(x)), x)[0] })
		for i, got := range tensors.MustCopyFlatData[float64](exec.MustCall(xs)[0]) {
			const h = 1e-6
			want := (mu.At(xs[i]+h) - mu.At(xs[i]-h)) / (2 * h)
			if math.Abs(got-want) > 1e-7 {
				t.Errorf("%v: gradient %g at %g, want %g", mu, got, xs[i], want)
			}
		}
	}
}

func TestGaussianGraphLearnsSigma(t *testing.T) {
	xs, sigma := []float64{-0.3, 0, 0.2, 0.7, 1, 1.4}, 0.4
	exec := MustNewExec(goBackend(t), func(x, sigma *Node) (mu, grad *Node) {
		mu = fuzzy.GaussianGraph(x, sigma)
		return mu, Gradient(ReduceAllSum(mu), sigma)[0]
	})
	out := exec.MustCall(xs, sigma)
	sum := func(sigma float64) float64 {
		total := 0.0
		for _, x := range xs {
			total += fuzzy.Gaussian(sigma).At(x)
		}
		return total
	}
	for i, got := range tensors.MustCopyFlatData[float64](out[0]) {
		if want := fuzzy.Gaussian(sigma).At(xs[i]); math.Abs(got-want) > 1e-15 {
			t.Errorf("at %g: graph %g, plain %g", xs[i], got, want)
		}
	}
	const h = 1e-6
	want := (sum(sigma+h) - sum(sigma-h)) / (2 * h)
	if got := tensors.ToScalar[float64](out[1]); math.Abs(got-want) > 1e-7 {
		t.Errorf("gradient in sigma %g, want %g", got, want)
	}
}

func TestTNormGraphAgreesWithOf(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	a, b := degrees(r, 300), degrees(r, 300)
	backend := goBackend(t)
	for _, T := range fuzzy.TNorms {
		got := tensors.MustCopyFlatData[float64](MustNewExec(backend, T.Graph).MustCall(a, b)[0])
		for i := range a {
			if want := T.Of(a[i], b[i]); math.Abs(got[i]-want) > 1e-15 {
				t.Errorf("%v(%g, %g): graph %g, plain %g", T, a[i], b[i], got[i], want)
			}
		}
	}
}

func TestTNormGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	const n, h = 100, 1e-6
	a, b := make([]float64, n), make([]float64, n)
	for i := range a {
		a[i], b[i] = r.Float64(), r.Float64()
	}
	backend := goBackend(t)
	for _, T := range fuzzy.TNorms {
		exec := MustNewExec(backend, func(a, b *Node) (inA, inB *Node) {
			grads := Gradient(ReduceAllSum(T.Graph(a, b)), a, b)
			return grads[0], grads[1]
		})
		out := exec.MustCall(a, b)
		inA, inB := tensors.MustCopyFlatData[float64](out[0]), tensors.MustCopyFlatData[float64](out[1])
		for i := range a {
			wantA := (T.Of(a[i]+h, b[i]) - T.Of(a[i]-h, b[i])) / (2 * h)
			wantB := (T.Of(a[i], b[i]+h) - T.Of(a[i], b[i]-h)) / (2 * h)
			if math.Abs(inA[i]-wantA) > 1e-7 || math.Abs(inB[i]-wantB) > 1e-7 {
				t.Errorf("%v at %g, %g: gradient %g, %g, want %g, %g", T, a[i], b[i], inA[i], inB[i], wantA, wantB)
			}
		}
	}
}
