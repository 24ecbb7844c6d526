package belief_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/backend"
	"nesybook/nesy/belief"
	"nesybook/nesy/focal"
)

// formula is one function of this package twice: on one sample, and in a graph over
// a batch. Its result is flat.
type formula struct {
	name  string
	plain func(row []float64) []float64
	graph func(rows *Node) *Node // [batch, sets] to [batch, results]
}

func formulas(f *focal.Family) []formula {
	one := func(v float64) []float64 { return []float64{v} }
	column := func(x *Node) *Node { return InsertAxes(x, -1) }
	all := []formula{
		{"Negativity", func(m []float64) []float64 { return one(belief.Negativity(m)) },
			func(m *Node) *Node { return column(belief.NegativityGraph(m)) }},
		{"Excess", func(m []float64) []float64 { return one(belief.Excess(m)) },
			func(m *Node) *Node { return column(belief.ExcessGraph(m)) }},
		{"PaperBetP", func(m []float64) []float64 { return belief.PaperBetP(f, m) },
			func(m *Node) *Node { return belief.PaperBetPGraph(f, m) }},
		{"Complete", func(m []float64) []float64 { c := belief.Complete(m); return append(c.Sets, c.Omega) },
			func(m *Node) *Node {
				sets, omega := belief.CompleteGraph(m)
				return Concatenate([]*Node{sets, column(omega)}, -1)
			}},
		{"BetP", func(m []float64) []float64 { return belief.BetP(f, belief.Complete(m)) },
			func(m *Node) *Node {
				sets, omega := belief.CompleteGraph(m)
				return belief.BetPGraph(f, sets, omega)
			}},
	}
	for _, inv := range inversions {
		matrix := belief.Mobius(f, inv)
		all = append(all, formula{"Masses " + inv.String(),
			func(bel []float64) []float64 { return belief.Masses(bel, matrix) },
			func(bel *Node) *Node { return belief.MassesGraph(bel, matrix) }})
	}
	return all
}

func goBackend(t *testing.T) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// batch returns rows of raw masses, among them none, all negative, and far too much.
func batch(r *rand.Rand, sets int) [][]float64 {
	rows := [][]float64{make([]float64, sets), make([]float64, sets), make([]float64, sets)}
	for i := range sets {
		rows[1][i], rows[2][i] = -1-float64(i), 1+float64(i)
	}
	for range 5 {
		rows = append(rows, rawMasses(r, sets))
	}
	return rows
}

func TestGraphsAgreeWithPlainGo(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	f := randomFamily(r)
	rows := batch(r, f.Len())
	single := make([][]float32, len(rows))
	for i, row := range rows {
		for _, v := range row {
			single[i] = append(single[i], float32(v))
		}
	}
	b := goBackend(t)
	for _, formula := range formulas(f) {
		exec := MustNewExec(b, formula.graph)
		double := tensors.MustCopyFlatData[float64](exec.MustCall(rows)[0])
		rounded := tensors.MustCopyFlatData[float32](exec.MustCall(single)[0])
		var want []float64
		for _, row := range rows {
			want = append(want, formula.plain(row)...)
		}
		if len(double) != len(want) {
			t.Errorf("%s: %d results, want %d", formula.name, len(double), len(want))
			continue
		}
		for i, w := range want {
			scale := max(1, math.Abs(w))
			if math.Abs(double[i]-w) > 1e-12*scale || math.Abs(float64(rounded[i])-w) > 1e-5*scale {
				t.Errorf("%s: result %d is %g in float64, %g in float32, want %g", formula.name, i, double[i], rounded[i], w)
			}
		}
	}
}

// The gradient of a random combination of the results, held to central differences
// of the plain function. Random masses are away from the kinks.
func TestGradientsAgreeWithFiniteDifferences(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 0))
	f := randomFamily(r)
	rows := [][]float64{rawMasses(r, f.Len()), rawMasses(r, f.Len()), rawMasses(r, f.Len())}
	b := goBackend(t)
	for _, formula := range formulas(f) {
		var weights [][]float64
		for _, row := range rows {
			results := make([]float64, len(formula.plain(row)))
			for i := range results {
				results[i] = r.NormFloat64()
			}
			weights = append(weights, results)
		}
		exec := MustNewExec(b, func(x, w *Node) *Node {
			return Gradient(ReduceAllSum(Mul(formula.graph(x), w)), x)[0]
		})
		got := tensors.MustCopyFlatData[float64](exec.MustCall(rows, weights)[0])
		for i, row := range rows {
			value := func() float64 {
				sum := 0.0
				for j, v := range formula.plain(row) {
					sum += weights[i][j] * v
				}
				return sum
			}
			for j := range row {
				const h = 1e-6
				at := row[j]
				row[j] = at + h
				up := value()
				row[j] = at - h
				down := value()
				row[j] = at
				if want, g := (up-down)/(2*h), got[i*f.Len()+j]; math.Abs(g-want) > 1e-6*max(1, math.Abs(want)) {
					t.Errorf("%s: gradient in mass %d of sample %d is %g, want %g", formula.name, j, i, g, want)
				}
			}
		}
	}
}

// Where masses are all zero or negative, or sum to exactly 1, no gradient may be
// lost to a division.
func TestGradientsAreFiniteAtKinks(t *testing.T) {
	f := focal.NewFamily(4, focal.NewSet(0, 1))
	rows := [][]float32{{0, 0, 0, 0, 0}, {-1, -1, -1, -1, -1}, {0.5, 0.5, 0, 0, 0}, {1, 0, 0, 0, 0}}
	b := goBackend(t)
	for _, formula := range formulas(f) {
		exec := MustNewExec(b, func(x *Node) *Node {
			return Gradient(ReduceAllSum(Square(formula.graph(x))), x)[0]
		})
		for i, g := range tensors.MustCopyFlatData[float32](exec.MustCall(rows)[0]) {
			if math.IsNaN(float64(g)) || math.IsInf(float64(g), 0) {
				t.Errorf("%s: gradient %d is %g", formula.name, i, g)
			}
		}
	}
}
