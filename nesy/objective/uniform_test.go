package objective

import (
	"math"
	"testing"

	"nesybook/nesy/belief"
	"nesybook/nesy/focal"
	"nesybook/nesy/hierarchy"
	"nesybook/nesy/model"
)

// At the uniform logits the exact masses are 1/n on each singleton and nothing
// else, so BetP is uniform and no penalty is due.
func TestUniformLogitsAreTheUniformDistribution(t *testing.T) {
	h, err := hierarchy.TwoLevel([]string{"a", "b", "c", "d"}, []string{"x", "y"}, []int{0, 0, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	fine := focal.NewFamily(4, focal.NewSet(0, 1), focal.NewSet(0, 1, 2))
	o, err := New(h, 0, fine, fine.Project(h, 0), Default(model.RandomSet))
	if err != nil {
		t.Fatal(err)
	}
	logits, _ := o.UniformLogits()
	m := belief.Masses(model.RandomSet.Outputs(logits), belief.Mobius(fine, belief.Exact))
	for k, A := range fine.Sets {
		want := 0.0
		if A.Len() == 1 {
			want = 0.25
		}
		if math.Abs(m[k]-want) > 1e-6 {
			t.Errorf("m(%v) = %v, want %v", A, m[k], want)
		}
	}
	if penalty := belief.Negativity(m) + belief.Excess(m); penalty > 1e-6 {
		t.Errorf("penalties of %v, want none", penalty)
	}
	base, err := New(h, 0, nil, nil, Default(model.Softmax))
	if err != nil {
		t.Fatal(err)
	}
	if f, c := base.UniformLogits(); len(f) != 4 || len(c) != 2 || f[0] != f[3] {
		t.Errorf("the base begins with %v and %v", f, c)
	}
}
