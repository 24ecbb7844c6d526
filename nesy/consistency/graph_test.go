package consistency_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/consistency"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/hierarchy"
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
	for _, batch := range []int{9, 10} { // odd and even batches are packed differently
		mf, mc := rawMasses(r, batch, fine.Len()), rawMasses(r, batch, coarse.Len())
		// Exact ties, which the comparison of a pair must get right, and extremes.
		mf[0], mc[0] = rounded(mf[0], 8), rounded(mc[0], 8)
		mf[1], mc[1] = make([]float64, fine.Len()), make([]float64, coarse.Len())
		mf[2], mc[2] = rounded(mf[2], 1), rounded(mc[2], 1)
		mf[3][0], mf[3][1], mf[3][2], mc[3][0] = 70, -70, math.Copysign(0, -1), 70
		for _, c := range configurations() {
			term := consistency.New(h, 0, fine, coarse, c)
			checkAgainstScore(t, term, mf, mc)
		}
	}
}

// Families and batch large enough for the pairs to be gone through in several
// chunks of unequal height.
func TestGraphAgreesWithScoreInChunks(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	h, fine, coarse := likeCIFAR()
	for _, batch := range []int{64, 65} {
		mf, mc := rawMasses(r, batch, fine.Len()), rawMasses(r, batch, coarse.Len())
		for _, tnorm := range fuzzy.TNorms {
			c := consistency.PaperConfig()
			c.Form, c.TNorm = consistency.SelfNormalised, tnorm
			checkAgainstScore(t, consistency.New(h, 0, fine, coarse, c), mf, mc)
		}
	}
}

func checkAgainstScore(t *testing.T, term *consistency.Term, mf, mc [][]float64) {
	t.Helper()
	ones := make([]float64, len(mf))
	single, _, _ := evaluated[float32](t, term, mf, mc, ones)
	double, _, _ := evaluated[float64](t, term, mf, mc, ones)
	for i := range mf {
		want := term.Score(mf[i], mc[i])
		if math.Abs(double[i]-want) > 1e-12*max(1, math.Abs(want)) {
			t.Errorf("%s, sample %d of %d in float64: graph %.15g, plain %.15g", name(term.Config()), i, len(mf), double[i], want)
		}
		// Of seven digits, a+b-1 and a quotient of sums can cost two.
		if math.Abs(single[i]-want) > 5e-5*max(0.01, math.Abs(want)) {
			t.Errorf("%s, sample %d of %d in float32: graph %.9g, plain %.9g", name(term.Config()), i, len(mf), single[i], want)
		}
	}
}

// rounded returns m rounded to multiples of 1/parts.
func rounded(m []float64, parts float64) []float64 {
	r := make([]float64, len(m))
	for i, v := range m {
		r[i] = math.Round(v*parts) / parts
	}
	return r
}

// Random masses are away from the creases, where there is no gradient to compare.
func TestGraphGradientAgreesWithFiniteDifferences(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	h := regular(4, 3)
	fine, coarse := families(r, h, 8, 5)
	const batch = 4
	mf, mc := rawMasses(r, batch, fine.Len()), rawMasses(r, batch, coarse.Len())
	weights := []float64{1, -2, 0.5, 3}
	for _, c := range configurations() {
		term := consistency.New(h, 0, fine, coarse, c)
		_, gradF, gradC := evaluated[float64](t, term, mf, mc, weights)
		for i := range batch {
			check := func(level string, m, got []float64) {
				for j := range m {
					const step = 1e-7
					at := m[j]
					m[j] = at + step
					up := term.Score(mf[i], mc[i])
					m[j] = at - step
					down := term.Score(mf[i], mc[i])
					m[j] = at
					want := weights[i] * (up - down) / (2 * step)
					if math.Abs(got[j]-want) > 1e-5*max(0.1, math.Abs(want)) {
						t.Errorf("%s: gradient in %s mass %d of sample %d is %g, want %g", name(c), level, j, i, got[j], want)
					}
				}
			}
			check("fine", mf[i], gradF[i])
			check("coarse", mc[i], gradC[i])
		}
	}
}

func TestGraphGradientIsFiniteWithoutEvidence(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	h := regular(4, 3)
	fine, coarse := families(r, h, 8, 5)
	filled := func(n int, v float64) []float64 {
		m := make([]float64, n)
		for i := range m {
			m[i] = v
		}
		return m
	}
	var mf, mc [][]float64
	for _, f := range []float64{0, -1, 1e-30, 1} {
		for _, c := range []float64{0, -1, 1e-30, 1} {
			mf, mc = append(mf, filled(fine.Len(), f)), append(mc, filled(coarse.Len(), c))
		}
	}
	for _, c := range configurations() {
		term := consistency.New(h, 0, fine, coarse, c)
		scores, gradF, gradC := evaluated[float32](t, term, mf, mc, filled(len(mf), 1))
		for i, score := range scores {
			for _, v := range append(append([]float64{score}, gradF[i]...), gradC[i]...) {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s: fine masses of %g and coarse of %g: score %g, gradients %v, %v", name(c), mf[i][0], mc[i][0], score, gradF[i], gradC[i])
					break
				}
			}
		}
	}
}

func TestGraphWithSigma(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	h := regular(4, 3)
	fine, coarse := families(r, h, 8, 5)
	mf, mc := rawMasses(r, 3, fine.Len()), rawMasses(r, 3, coarse.Len())
	const sigma, step = 0.37, 1e-6
	for _, c := range configurations() {
		if c.Membership.Kind != fuzzy.GaussianKind {
			continue
		}
		term := consistency.New(h, 0, fine, coarse, c)
		exec := MustNewExec(goBackend(t), func(mf, mc, sigma *Node) (scores, grad *Node) {
			scores = term.GraphWithSigma(mf, mc, sigma)
			return scores, Gradient(ReduceAllSum(scores), sigma)[0]
		})
		out := exec.MustCall(mf, mc, sigma)
		at := func(sigma float64) (scores []float64, sum float64) {
			c.Membership = fuzzy.Gaussian(sigma)
			term := consistency.New(h, 0, fine, coarse, c)
			for i := range mf {
				scores = append(scores, term.Score(mf[i], mc[i]))
				sum += scores[i]
			}
			return scores, sum
		}
		want, _ := at(sigma)
		for i, got := range widened(out[0])[0] {
			if math.Abs(got-want[i]) > 1e-12*max(1, want[i]) {
				t.Errorf("%s: score %g, want %g", name(c), got, want[i])
			}
		}
		_, up := at(sigma + step)
		_, down := at(sigma - step)
		slope := (up - down) / (2 * step)
		if got := tensors.ToScalar[float64](out[1]); math.Abs(got-slope) > 1e-6*max(0.1, math.Abs(slope)) {
			t.Errorf("%s: gradient in sigma %g, want %g", name(c), got, slope)
		}
	}
}

// The term joins any level of a deeper hierarchy with the next.
func TestThreeLevels(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	h, err := hierarchy.New(
		[][]string{{"rose", "tulip", "oak", "pine", "trout"}, {"flower", "tree", "fish"}, {"plant", "animal"}},
		[][]int{{0, 0, 1, 1, 2}, {0, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	middle := focal.NewFamily(3, focal.NewSet(1, 2))
	top := middle.Project(h, 1)
	mf, mc := rawMasses(r, 3, middle.Len()), rawMasses(r, 3, top.Len())
	for _, c := range configurations() {
		checkAgainstScore(t, consistency.New(h, 1, middle, top, c), mf, mc)
	}
	if kappa := consistency.Kappa(h, 1, focal.NewSet(1, 2), focal.NewSet(0)); kappa != 0.5 {
		t.Errorf("kappa({tree, fish}, {plant}) = %g, want 0.5", kappa)
	}
}
