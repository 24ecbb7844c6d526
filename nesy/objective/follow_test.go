package objective

import (
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	ml "github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/consistency"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/model"
)

// Where the coarse evidence follows, the consistency term is the same number
// with the same gradient at the coarse level, and has none at the fine one.
func TestCoarseFollows(t *testing.T) {
	h, fine, coarse := flowers(t)
	c := Default(model.NeSy)
	c.Consistency.Form, c.Consistency.Membership = consistency.SelfNormalised, fuzzy.Triangular(0, 1, 1)
	run := func(follows bool) (loss float32, atFine, atCoarse [][]float32) {
		c.CoarseFollows = follows
		o, err := New(h, 0, fine, coarse, c)
		if err != nil {
			t.Fatal(err)
		}
		exec := ml.MustNewExec(engine(t), ml.NewStore(), func(scope *ml.Scope, inputs []*Node) []*Node {
			l := o.Graph(scope, batchOf(inputs), false).Consistency
			return append([]*Node{l}, Gradient(l, inputs[0], inputs[1])...)
		})
		got := exec.MustCall(inputs(samples(o, 4, 7))...)
		return tensors.ToScalar[float32](got[0]), got[1].Value().([][]float32), got[2].Value().([][]float32)
	}
	loss, fineGradient, coarseGradient := run(false)
	followed, still, moved := run(true)
	near(t, "the loss", float64(followed), float64(loss), 1e-6)
	drawn := 0.0
	for i := range still {
		for j := range still[i] {
			if still[i][j] != 0 {
				t.Errorf("fine logit %d of sample %d has a gradient of %v", j, i, still[i][j])
			}
			drawn += float64(fineGradient[i][j] * fineGradient[i][j])
		}
		for j := range moved[i] {
			near(t, "gradient of a coarse logit", float64(moved[i][j]), float64(coarseGradient[i][j]), 1e-6)
		}
	}
	if drawn == 0 {
		t.Error("without following, the fine level has no gradient either: the test shows nothing")
	}
}
