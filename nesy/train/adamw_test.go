package train

import (
	"math"
	"math/rand/v2"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	ml "github.com/gomlx/gomlx/ml/model"
)

// plainAdamW is algorithm 2 of Loshchilov and Hutter for one number, whose
// gradient at each step is given.
func plainAdamW(x float64, gradients []float64, rate, decay float64) float64 {
	m, v := 0.0, 0.0
	for i, g := range gradients {
		t := float64(i + 1)
		m = 0.9*m + 0.1*g
		v = 0.999*v + 0.001*g*g
		first := m / (1 - math.Pow(0.9, t))
		second := v / (1 - math.Pow(0.999, t))
		x -= rate * (first/(math.Sqrt(second)+1e-8) + decay*x)
	}
	return x
}

// TestAdamWAgainstItsAlgorithm takes a loss whose gradient is an input, and
// variables of which only the matrix may decay.
func TestAdamWAgainstItsAlgorithm(t *testing.T) {
	const rate, decay, steps = 0.01, 0.3, 7
	start := map[string]*tensors.Tensor{
		"/matrix": tensors.FromValue([][]float32{{1, -2}, {0.5, 3}}),
		"/vector": tensors.FromValue([]float32{2, -1}),
		"/scalar": tensors.FromValue(float32(1.5)),
	}
	store := ml.NewStore()
	was := map[string][]float32{}
	for path, value := range start {
		was[path] = tensors.MustCopyFlatData[float32](value)
		if _, err := store.CreateVariable(path, value); err != nil {
			t.Fatal(err)
		}
	}
	o := NewAdamW(decay)
	exec := ml.MustNewExec(engine(t), store, func(scope *ml.Scope, gradient, rates *Node) *Node {
		loss := ScalarZero(gradient.Graph(), gradient.DType())
		for path := range start {
			loss = Add(loss, Mul(gradient, ReduceAllSum(store.GetVariable(path).NodeValue(gradient))))
		}
		o.StepGraph(scope, loss, rates)
		return loss
	})
	rng := rand.New(rand.NewPCG(1, 1))
	var gradients []float64
	for step := range steps {
		g := float32(rng.NormFloat64())
		gradients = append(gradients, float64(g))
		exec.MustCall(g, o.Rates(rate, step+1))
	}
	for path := range start {
		applied := 0.0
		if path == "/matrix" {
			applied = decay
		}
		got := tensors.MustCopyFlatData[float32](store.GetVariable(path).MustValue())
		for i, x := range was[path] {
			if want := plainAdamW(float64(x), gradients, rate, applied); math.Abs(float64(got[i])-want) > 1e-6 {
				t.Errorf("%s[%d]: got %v, want %v", path, i, got[i], want)
			}
		}
	}
}
