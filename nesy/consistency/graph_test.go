package consistency_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/consistency"
)

// evaluated returns the scores of a batch and the gradients of their weighted sum,
// from the graph in float32 or float64.
func evaluated[T float32 | float64](t testing.TB, term *consistency.Term, mf, mc [][]float64, weights []float64) (scores []float64, gradF, gradC [][]float64) {
	t.Helper()
	exec := MustNewExec(goBackend(t), func(mf, mc, w *Node) (scores, gradF, gradC *Node) {
		scores = term.Graph(mf, mc)
		grads := Gradient(ReduceAllSum(Mul(scores, w)), mf, mc)
		return scores, grads[0], grads[1]
	})
	defer exec.Finalize()
	out := exec.MustCall(convert[T](mf), convert[T](mc), convert[T]([][]float64{weights})[0])
	return widened(out[0])[0], widened(out[1]), widened(out[2])
}

func convert[T float32 | float64](rows [][]float64) [][]T {
	converted := make([][]T, len(rows))
	for i, row := range rows {
		for _, v := range row {
			converted[i] = append(converted[i], T(v))
		}
	}
	return converted
}

// widened returns a tensor of one or two axes as rows of float64.
func widened(x *tensors.Tensor) [][]float64 {
	var flat []float64
	if x.DType() == dtypes.Float32 {
		for _, v := range tensors.MustCopyFlatData[float32](x) {
			flat = append(flat, float64(v))
		}
	} else {
		flat = tensors.MustCopyFlatData[float64](x)
	}
	width := x.Shape().Dim(-1)
	var rows [][]float64
	for len(flat) > 0 {
		rows, flat = append(rows, flat[:width]), flat[width:]
	}
	return rows
}

func TestGraphAgreesWithScore(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	h := regular(6, 4)
	fine, coarse := families(r, h, 20, 6)
	const batch = 9
	mf, mc := rawMasses(r, batch, fine.Len()), rawMasses(r, batch, coarse.Len())
	weights := make([]float64, batch)
	for _, c := range configurations() {
		t.Run(name(c), func(t *testing.T) {
			term := consistency.New(h, 0, fine, coarse, c)
			single, _, _ := evaluated[float32](t, term, mf, mc, weights)
			double, _, _ := evaluated[float64](t, term, mf, mc, weights)
			for i := range batch {
				want := term.Score(mf[i], mc[i])
				if math.Abs(double[i]-want) > 1e-12*max(1, math.Abs(want)) {
					t.Errorf("sample %d in float64: graph %.15g, plain %.15g", i, double[i], want)
				}
				if math.Abs(single[i]-want) > 2e-5*max(0.01, math.Abs(want)) {
					t.Errorf("sample %d in float32: graph %.9g, plain %.9g", i, single[i], want)
				}
			}
		})
	}
}
