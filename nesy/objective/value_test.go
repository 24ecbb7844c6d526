package objective

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/hierarchy"
	"nesybook/nesy/model"
)

func ExampleSetCrossEntropy() {
	// Two sets: {rose} with belief 1/2, {rose, tulip} with belief 3/4. The image
	// shows a tulip, so that the first should have belief 0 and the second 1.
	logits := []float64{0, math.Log(3)}
	targets := []float64{0, 1}
	fmt.Printf("%.4f = -(log(1/2) + log(3/4)) / 2\n", SetCrossEntropy(logits, targets, Mean))
	// Output: 0.4904 = -(log(1/2) + log(3/4)) / 2
}

// TestValueByHand takes the smallest loss that has every term: two fine labels
// of one parent each, so that every pair of a label and its parent is fully
// compatible, and beliefs that are the masses.
func TestValueByHand(t *testing.T) {
	h, _, _ := flowers(t)
	o, err := New(h, 0, focal.NewFamily(5), focal.NewFamily(3), Config{
		Kind: model.RandomSet, Weighting: Fixed, Alpha: 2, Beta: 3, Reduction: Sum,
	})
	if err != nil {
		t.Fatal(err)
	}
	// Beliefs, and so masses, of 1/2 in every singleton: the fine ones exceed 1 by
	// 3/2 and the coarse ones by 1/2; none is negative; eight bits of cross-entropy.
	v := o.Value(o.Start(), []Sample{{FineLogits: make([]float64, 5), CoarseLogits: make([]float64, 3)}}, false)
	near(t, "cross-entropy", v.CrossEntropy, 8*math.Ln2, 1e-12)
	near(t, "mass", v.Mass, 0, 1e-12)
	near(t, "sum", v.Sum, 2, 1e-12)
	near(t, "total", v.Total, 8*math.Ln2+3*2, 1e-12)
	near(t, "reference", o.ReferenceLoss(v), v.Total, 1e-12)
}

func TestReferenceLossIsTheTotalOfFixedCoefficients(t *testing.T) {
	h, fine, coarse := flowers(t)
	for name, config := range settings() {
		config.Weighting = Fixed
		o, err := New(h, 0, fine, coarse, config)
		if err != nil {
			t.Fatal(err)
		}
		v := o.Value(o.Start(), samples(o, 4, 16), false)
		near(t, name, o.ReferenceLoss(v), v.Total, 1e-12)
	}
}

// TestUncertaintyWeightingSettlesAtTheInverse holds what Config says of Learnt:
// the coefficient 1/R is where its contribution is least.
func TestUncertaintyWeightingSettlesAtTheInverse(t *testing.T) {
	c := Config{Weighting: Learnt}
	for _, value := range []float64{0.02, 0.5, 3} {
		at := -math.Log(value)
		near(t, "slope", slope(&at, func() float64 { _, contribution := c.weigh(value, 1, at); return contribution }), 0, 1e-8)
	}
}

func TestBadSettings(t *testing.T) {
	h, fine, coarse := flowers(t)
	nesy := func(change func(*Config)) Config {
		c := Default(model.NeSy)
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		level        int
		fine, coarse *focal.Family
		config       Config
		message      string
	}{
		"alpha":        {0, fine, coarse, nesy(func(c *Config) { c.Alpha = -1 }), "alpha of -1"},
		"not a number": {0, fine, coarse, nesy(func(c *Config) { c.Beta = math.NaN() }), "beta of NaN"},
		"ceiling":      {0, fine, coarse, nesy(func(c *Config) { c.Gamma = 2 }), "gamma starts from 2"},
		"sigma":        {0, fine, coarse, nesy(func(c *Config) { c.LearnSigma, c.Consistency.Membership = true, fuzzy.Triangular(0, 1, 1) }), "only the Gaussian"},
		"no family":    {0, nil, coarse, Default(model.NeSy), "needs a family"},
		"frame":        {0, coarse, fine, Default(model.NeSy), "does not fit"},
		"level":        {1, fine, coarse, Default(model.NeSy), "no coarser"},
	} {
		_, err := New(h, c.level, c.fine, c.coarse, c.config)
		if err == nil || !strings.Contains(err.Error(), c.message) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", name, err, c.message)
		}
	}
	if _, err := New(h, 0, nil, nil, Default(model.Softmax)); err != nil {
		t.Errorf("the base needs no families: %v", err)
	}
}

// A level of one label has Omega as its only set, whose uniform belief of 1 has an
// infinite logit: a network that starts from it has a loss that is not a number.
func TestALevelOfOneLabelIsRefused(t *testing.T) {
	for _, c := range []struct{ fine, coarse []string }{
		{[]string{"rose", "tulip"}, []string{"flower"}},
		{[]string{"rose"}, []string{"flower"}},
		{[]string{"rose"}, []string{"flower", "tree"}},
	} {
		h, err := hierarchy.TwoLevel(c.fine, c.coarse, make([]int, len(c.fine)))
		if err != nil {
			t.Fatal(err)
		}
		alone := "\"flower\""
		if len(c.fine) == 1 {
			alone = "\"rose\""
		}
		fine := focal.NewFamily(len(c.fine))
		for _, kind := range model.Kinds() {
			_, err := New(h, 0, fine, fine.Project(h, 0), Default(kind))
			if err == nil || !strings.Contains(err.Error(), alone+" alone") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, %v: error %v, want one line that names %s", h, kind, err, alone)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for _, w := range []Weighting{Learnt, Fixed, Plain} {
		if back, err := ParseWeighting(w.String()); err != nil || back != w {
			t.Errorf("%v: parsed as %v, %v", w, back, err)
		}
	}
	for _, r := range []Reduction{Mean, Sum} {
		if back, err := ParseReduction(r.String()); err != nil || back != r {
			t.Errorf("%v: parsed as %v, %v", r, back, err)
		}
	}
	if _, err := ParseWeighting("guessed"); err == nil {
		t.Error("no error for an unknown weighting")
	}
}

func TestDigest(t *testing.T) {
	h, fine, coarse := flowers(t)
	digest := func(fine *focal.Family) string {
		o, err := New(h, 0, fine, coarse, Default(model.NeSy))
		if err != nil {
			t.Fatal(err)
		}
		return o.Digest()
	}
	if digest(fine) != digest(focal.NewFamily(5, fine.Sets...)) {
		t.Error("equal families have different digests")
	}
	if digest(fine) == digest(focal.NewFamily(5)) {
		t.Error("different families have one digest")
	}
}
