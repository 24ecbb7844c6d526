package objective

import (
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	ml "github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/belief"
	"nesybook/nesy/model"
)

func (t Terms) list() []*Node {
	return []*Node{t.Total, t.CrossEntropy, t.Mass, t.Sum, t.Consistency, t.Pignistic, t.Alpha, t.Beta, t.Gamma, t.Sigma}
}

func (v Values) list() []float64 {
	return []float64{v.Total, v.CrossEntropy, v.Mass, v.Sum, v.Consistency, v.Pignistic, v.Alpha, v.Beta, v.Gamma, v.Sigma}
}

var termNames = []string{"total", "cross-entropy", "mass", "sum", "consistency", "pignistic", "alpha", "beta", "gamma", "sigma"}

// parametersOf lists the parameters as Graph names their variables.
func parametersOf(p *Parameters) map[string]*float64 {
	return map[string]*float64{logAlpha: &p.LogAlpha, logBeta: &p.LogBeta, logGamma: &p.LogGamma, logSigma: &p.LogSigma}
}

// TestGraphAgainstValue holds every term of every setting, and the gradient of
// the total in every logit and parameter, to the plain loss and its finite
// differences, during warm-up and after it.
func TestGraphAgainstValue(t *testing.T) {
	backend := engine(t)
	h, fine, coarse := flowers(t)
	for name, config := range settings() {
		t.Run(name, func(t *testing.T) {
			o, err := New(h, 0, fine, coarse, config)
			if err != nil {
				t.Fatal(err)
			}
			batch := samples(o, 4, 11)
			for _, warmup := range []bool{false, true} {
				store := ml.NewStore()
				var names []string
				exec := ml.MustNewExec(backend, store, func(scope *ml.Scope, inputs []*Node) []*Node {
					terms := o.Graph(scope, batchOf(inputs), warmup)
					at := []*Node{inputs[0], inputs[1]}
					for v := range scope.IterVariables() {
						names, at = append(names, v.Name()), append(at, v.NodeValue(inputs[0]))
					}
					return append(terms.list(), Gradient(terms.Total, at...)...)
				})
				got := exec.MustCall(inputs(batch)...)
				p := o.Start()
				for i, want := range o.Value(p, batch, warmup).list() {
					near(t, termNames[i], float64(tensors.ToScalar[float32](got[i])), want, 2e-5)
				}
				total := func() float64 { return o.Value(p, batch, warmup).Total }
				got = got[len(termNames):]
				for i := range batch {
					for j := range batch[i].FineLogits {
						near(t, "gradient of a fine logit", float64(got[0].Value().([][]float32)[i][j]), slope(&batch[i].FineLogits[j], total), 2e-4)
					}
					for j := range batch[i].CoarseLogits {
						near(t, "gradient of a coarse logit", float64(got[1].Value().([][]float32)[i][j]), slope(&batch[i].CoarseLogits[j], total), 2e-4)
					}
				}
				if want := learntParameters(config); len(names) != want {
					t.Errorf("learnt parameters %v, want %d of them", names, want)
				}
				for i, name := range names {
					near(t, "gradient of "+name, float64(tensors.ToScalar[float32](got[2+i])), slope(parametersOf(&p)[name], total), 2e-4)
				}
			}
		})
	}
}

func learntParameters(c Config) int {
	n := 0
	if c.Kind.Sets() && c.Weighting != Fixed {
		for _, coefficient := range []float64{c.Alpha, c.Beta, c.Gamma} {
			if coefficient > 0 {
				n++
			}
		}
	}
	if c.LearnSigma {
		n++
	}
	return n
}

func TestMaskedSamplesDoNotCount(t *testing.T) {
	backend := engine(t)
	h, fine, coarse := flowers(t)
	for name, config := range settings() {
		o, err := New(h, 0, fine, coarse, config)
		if err != nil {
			t.Fatal(err)
		}
		batch := samples(o, 5, 12)
		exec := ml.MustNewExec(backend, ml.NewStore(), func(scope *ml.Scope, inputs []*Node) []*Node {
			b := batchOf(inputs)
			b.Mask = inputs[4]
			return o.Graph(scope, b, false).list()
		})
		got := exec.MustCall(append(inputs(batch), []float32{1, 0, 1, 1, 0})...)
		counted := []Sample{batch[0], batch[2], batch[3]}
		for i, want := range o.Value(o.Start(), counted, false).list() {
			near(t, name+": "+termNames[i], float64(tensors.ToScalar[float32](got[i])), want, 2e-5)
		}
	}
}

// TestExtremeLogits holds that the loss stays finite where the sigmoids are 0
// and 1 in single precision.
func TestExtremeLogits(t *testing.T) {
	h, fine, coarse := flowers(t)
	backend := engine(t)
	for name, config := range settings() {
		o, err := New(h, 0, fine, coarse, config)
		if err != nil {
			t.Fatal(err)
		}
		batch := samples(o, 3, 13)
		for i := range batch {
			for _, logits := range [][]float64{batch[i].FineLogits, batch[i].CoarseLogits} {
				for j := range logits {
					logits[j] = math.Copysign(200, logits[j])
				}
			}
		}
		exec := ml.MustNewExec(backend, ml.NewStore(), func(scope *ml.Scope, inputs []*Node) []*Node {
			total := o.Graph(scope, batchOf(inputs), false).Total
			return append([]*Node{total}, Gradient(total, inputs[0], inputs[1])...)
		})
		got := exec.MustCall(inputs(batch)...)
		near(t, name, float64(tensors.ToScalar[float32](got[0])), o.Value(o.Start(), batch, false).Total, 1e-4)
		for _, gradient := range got[1:] {
			for _, row := range gradient.Value().([][]float32) {
				for _, v := range row {
					if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
						t.Fatalf("%s: gradient %v", name, v)
					}
				}
			}
		}
	}
}

func TestScoresAndParents(t *testing.T) {
	h, fine, coarse := flowers(t)
	for _, kind := range model.Kinds() {
		o, err := New(h, 0, fine, coarse, Default(kind))
		if err != nil {
			t.Fatal(err)
		}
		batch := samples(o, 4, 14)
		exec := ml.MustNewExec(engine(t), ml.NewStore(), func(scope *ml.Scope, inputs []*Node) []*Node {
			f, c := o.ScoresGraph(inputs[0], inputs[1])
			return []*Node{f, c, o.ParentsGraph(inputs[2])}
		})
		got := exec.MustCall(inputs(batch)...)
		for i, s := range batch {
			wantFine, wantCoarse := s.FineLogits, s.CoarseLogits
			if kind.Sets() {
				wantFine = belief.BetP(fine, belief.Complete(o.fine.masses(s.FineLogits)))
				wantCoarse = belief.BetP(coarse, belief.Complete(o.coarse.masses(s.CoarseLogits)))
			}
			for y, want := range wantFine {
				near(t, "fine score", float64(got[0].Value().([][]float32)[i][y]), want, 1e-5)
			}
			for y, want := range wantCoarse {
				near(t, "coarse score", float64(got[1].Value().([][]float32)[i][y]), want, 1e-5)
			}
			if parent := got[2].Value().([]int32)[i]; int(parent) != s.Coarse {
				t.Errorf("parent of %d is %d, not %d", s.Fine, parent, s.Coarse)
			}
		}
	}
}

// TestConfine moves every parameter out of its bounds, as a step of the
// optimiser might, and back.
func TestConfine(t *testing.T) {
	h, fine, coarse := flowers(t)
	o, err := New(h, 0, fine, coarse, settings()["learnt sigma"])
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []float64{100, -100} {
		store := ml.NewStore()
		exec := ml.MustNewExec(engine(t), store, func(scope *ml.Scope, inputs []*Node) *Node {
			total := o.Graph(scope, batchOf(inputs), false).Total
			for v := range scope.IterVariables() {
				v.SetNodeValue(AddScalar(v.NodeValue(total), move))
			}
			o.ConfineGraph(scope, total.Graph())
			return total
		})
		exec.MustCall(inputs(samples(o, 2, 15))...)
		lower, upper := CoefficientFloor, o.Config.Ceiling
		for name, bounds := range map[string][2]float64{logAlpha: {lower, upper}, logBeta: {lower, upper}, logGamma: {lower, upper}, logSigma: {SigmaFloor, SigmaCeiling}} {
			want := math.Log(bounds[1])
			if move < 0 {
				want = math.Log(bounds[0])
			}
			near(t, name, float64(tensors.ToScalar[float32](store.GetVariable("/objective/"+name).MustValue())), want, 1e-6)
		}
	}
}

// slope returns the derivative of f with respect to *x by central differences.
func slope(x *float64, f func() float64) float64 {
	const h = 1e-6
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
