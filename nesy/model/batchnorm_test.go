package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backend"
)

func newBackend(t testing.TB) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// normalise is batch normalisation in training, row by row, as its formula
// reads. It also returns each row's mean and unbiased variance.
func normalise(x [][]float64, scale, shift []float64) (y [][]float64, means, variances []float64) {
	for i, row := range x {
		n := float64(len(row))
		mean, variance := 0.0, 0.0
		for _, v := range row {
			mean += v / n
		}
		for _, v := range row {
			variance += (v - mean) * (v - mean) / n
		}
		out := make([]float64, len(row))
		for j, v := range row {
			out[j] = scale[i]*(v-mean)/math.Sqrt(variance+NormEpsilon) + shift[i]
		}
		y, means, variances = append(y, out), append(means, mean), append(variances, variance*n/(n-1))
	}
	return y, means, variances
}

// normStore returns a store with the variables of one normalisation at "/bn".
func normStore(t *testing.T, scale, shift []float32) *model.Store {
	t.Helper()
	store := model.NewStore()
	units := len(scale)
	for name, value := range map[string]*tensors.Tensor{
		"scale": tensors.FromValue(scale), "shift": tensors.FromValue(shift),
		"mean": constant(0, units), "variance": constant(1, units),
	} {
		if err := create(store, "/bn/norm_"+name, value); err != nil {
			t.Fatal(err)
		}
	}
	return store
}

func TestBatchNormAgainstItsFormula(t *testing.T) {
	const units, batch = 3, 5
	rng := rand.New(rand.NewPCG(1, 1))
	x, wide := matrix(rng, units, batch)
	scale, shift := []float32{1.5, -0.5, 2}, []float32{0.1, 0.2, -3}
	store := normStore(t, scale, shift)
	engine := newBackend(t)
	train := model.MustNewExec(engine, store, func(scope *model.Scope, x *graph.Node) *graph.Node {
		scope.Store().SetTraining(x.Graph(), true)
		return BatchNorm(scope.In("bn"), x)
	})
	got := train.MustCall(x)[0].Value().([][]float32)
	want, means, variances := normalise(wide, widen(scale), widen(shift))
	for i := range want {
		for j := range want[i] {
			near(t, "output", float64(got[i][j]), want[i][j], 1e-5)
		}
		// One batch into statistics that start from 0 and 1, with momentum 0.1.
		near(t, "running mean", float64(vector(store, "/bn/norm_mean")[i]), 0.1*means[i], 1e-6)
		near(t, "running variance", float64(vector(store, "/bn/norm_variance")[i]), 0.9+0.1*variances[i], 1e-6)
	}

	use := model.MustNewExec(engine, store, func(scope *model.Scope, x *graph.Node) *graph.Node {
		return BatchNorm(scope.In("bn"), x)
	})
	got = use.MustCall(x)[0].Value().([][]float32)
	for i := range wide {
		mean, variance := float64(vector(store, "/bn/norm_mean")[i]), float64(vector(store, "/bn/norm_variance")[i])
		for j, v := range wide[i] {
			near(t, "output in use", float64(got[i][j]), float64(scale[i])*(v-mean)/math.Sqrt(variance+NormEpsilon)+float64(shift[i]), 1e-5)
		}
	}
}

// TestBatchNormGradient holds the gradients to finite differences of the plain
// formula, through a loss that weighs every output differently. GoMLX's own
// batch normalisation fails it.
func TestBatchNormGradient(t *testing.T) {
	const units, batch = 3, 4
	rng := rand.New(rand.NewPCG(2, 2))
	x, wide := matrix(rng, units, batch)
	_, weights := matrix(rng, units, batch)
	scale, shift := []float32{1.5, -0.5, 2}, []float32{0.1, 0.2, -3}
	loss := func(x [][]float64, scale, shift []float64) float64 {
		y, _, _ := normalise(x, scale, shift)
		sum := 0.0
		for i := range y {
			for j := range y[i] {
				sum += weights[i][j] * y[i][j] * y[i][j]
			}
		}
		return sum
	}
	store := normStore(t, scale, shift)
	exec := model.MustNewExec(newBackend(t), store, func(scope *model.Scope, x *graph.Node) []*graph.Node {
		scope.Store().SetTraining(x.Graph(), true)
		y := BatchNorm(scope.In("bn"), x)
		w := graph.ConstAsDType(x.Graph(), x.DType(), weights)
		total := graph.ReduceAllSum(graph.Mul(w, graph.Square(y)))
		return graph.Gradient(total, x,
			store.GetVariable("/bn/norm_scale").NodeValue(x), store.GetVariable("/bn/norm_shift").NodeValue(x))
	})
	got := exec.MustCall(x)
	s, h := widen(scale), widen(shift)
	for i := range units {
		for j := range batch {
			want := slope(&wide[i][j], func() float64 { return loss(wide, s, h) })
			near(t, "gradient of x", float64(got[0].Value().([][]float32)[i][j]), want, 1e-4)
		}
		near(t, "gradient of scale", float64(got[1].Value().([]float32)[i]), slope(&s[i], func() float64 { return loss(wide, s, h) }), 1e-4)
		near(t, "gradient of shift", float64(got[2].Value().([]float32)[i]), slope(&h[i], func() float64 { return loss(wide, s, h) }), 1e-4)
	}
}

func TestBatchNormOfASingleSamplePanics(t *testing.T) {
	exec := model.MustNewExec(newBackend(t), model.NewStore(), func(scope *model.Scope, x *graph.Node) *graph.Node {
		scope.Store().SetTraining(x.Graph(), true)
		return BatchNorm(scope, x)
	})
	if _, err := exec.Exec([][]float32{{1}, {2}}); err == nil {
		t.Error("no error for a batch of one")
	}
}

// slope returns the derivative of f with respect to *x by central differences.
func slope(x *float64, f func() float64) float64 {
	const h = 1e-5
	at := *x
	*x = at + h
	above := f()
	*x = at - h
	below := f()
	*x = at
	return (above - below) / (2 * h)
}

// near fails unless got is within tolerance of want, relative where want is
// larger than 1.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// matrix draws a matrix in both precisions, of the same values.
func matrix(rng *rand.Rand, rows, columns int) ([][]float32, [][]float64) {
	narrow, wide := make([][]float32, rows), make([][]float64, rows)
	for i := range rows {
		for range columns {
			v := float32(rng.NormFloat64())
			narrow[i], wide[i] = append(narrow[i], v), append(wide[i], float64(v))
		}
	}
	return narrow, wide
}

func widen(narrow []float32) []float64 {
	wide := make([]float64, len(narrow))
	for i, v := range narrow {
		wide[i] = float64(v)
	}
	return wide
}

// vector returns the value of a variable.
func vector(store *model.Store, path string) []float32 {
	return tensors.MustCopyFlatData[float32](store.GetVariable(path).MustValue())
}
