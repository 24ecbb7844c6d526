package objective

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"

	"nesybook/nesy/backend"
	"nesybook/nesy/belief"
	"nesybook/nesy/consistency"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/hierarchy"
	"nesybook/nesy/model"
)

// flowers is a hierarchy of five fine and three coarse labels with families
// in which some subsets of the larger sets are missing.
func flowers(t testing.TB) (h *hierarchy.Hierarchy, fine, coarse *focal.Family) {
	t.Helper()
	h, err := hierarchy.TwoLevel(
		[]string{"rose", "tulip", "oak", "pine", "carp"},
		[]string{"flower", "tree", "fish"},
		[]int{0, 0, 1, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	fine = focal.NewFamily(5, focal.NewSet(0, 1), focal.NewSet(1, 2), focal.NewSet(0, 1, 2), focal.NewSet(2, 3, 4))
	return h, fine, fine.Project(h, 0)
}

// samples draws a batch with logits of the size that a trained network has.
func samples(o *Objective, n int, seed uint64) []Sample {
	rng := rand.New(rand.NewPCG(seed, 1))
	fine, coarse := o.Outputs()
	logits := func(n int) []float64 {
		list := make([]float64, n)
		for i := range list {
			list[i] = float64(float32(2 * rng.NormFloat64()))
		}
		return list
	}
	batch := make([]Sample, n)
	for i := range batch {
		y := rng.IntN(o.fine.labels)
		batch[i] = Sample{FineLogits: logits(fine), CoarseLogits: logits(coarse), Fine: y, Coarse: o.parents[y]}
	}
	return batch
}

// inputs returns a batch as what a graph takes: the logits of both heads and
// the labels of both levels.
func inputs(batch []Sample) []any {
	var fineLogits, coarseLogits [][]float32
	var fine, coarse []int32
	for _, s := range batch {
		fineLogits = append(fineLogits, narrow(s.FineLogits))
		coarseLogits = append(coarseLogits, narrow(s.CoarseLogits))
		fine, coarse = append(fine, int32(s.Fine)), append(coarse, int32(s.Coarse))
	}
	return []any{fineLogits, coarseLogits, fine, coarse}
}

func batchOf(inputs []*Node) Batch {
	return Batch{FineLogits: inputs[0], CoarseLogits: inputs[1], FineLabels: inputs[2], CoarseLabels: inputs[3]}
}

func narrow(wide []float64) []float32 {
	list := make([]float32, len(wide))
	for i, v := range wide {
		list[i] = float32(v)
	}
	return list
}

func engine(t testing.TB) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// settings returns losses that together take every branch: each kind, each
// t-norm in each form, each weighting, reduction, inversion and extension.
func settings() map[string]Config {
	all := map[string]Config{"base": Default(model.Softmax), "rs-nn": Default(model.RandomSet)}
	change := func(name string, kind model.Kind, change func(*Config)) {
		c := Default(kind)
		// Coefficients of this size let every term be seen in the total.
		c.Alpha, c.Beta, c.Ceiling = 0.3, 0.2, 1
		if kind == model.NeSy {
			c.Gamma = 0.5
		}
		change(&c)
		all[name] = c
	}
	for _, form := range consistency.Forms {
		for _, tnorm := range fuzzy.TNorms {
			change("nesy "+form.String()+" "+tnorm.String(), model.NeSy, func(c *Config) {
				c.Consistency.Form, c.Consistency.TNorm = form, tnorm
			})
		}
	}
	change("restricted sum", model.RandomSet, func(c *Config) { c.Inversion, c.Reduction = belief.Restricted, Sum })
	change("fixed", model.NeSy, func(c *Config) { c.Weighting = Fixed })
	change("plain", model.NeSy, func(c *Config) { c.Weighting = Plain })
	change("triangular", model.NeSy, func(c *Config) { c.Consistency.Membership = fuzzy.Triangular(0, 1, 1) })
	change("learnt sigma", model.NeSy, func(c *Config) {
		c.LearnSigma, c.Consistency.Membership = true, fuzzy.Gaussian(0.4)
	})
	change("pignistic", model.RandomSet, func(c *Config) { c.PignisticFine, c.PignisticCoarse = 0.7, 0.4 })
	change("fine pignistic", model.NeSy, func(c *Config) { c.PignisticFine = 0.7 })
	change("no penalties", model.NeSy, func(c *Config) { c.Alpha, c.Beta = 0, 0 })
	return all
}
