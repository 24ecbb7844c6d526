package objective

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"nesybook/nesy/belief"
	"nesybook/nesy/consistency"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/hierarchy"
	"nesybook/nesy/model"
)

// Objective is the loss of one model between two adjacent levels of a
// hierarchy. It holds the constant matrices; what is learnt is given to it.
type Objective struct {
	Config       Config
	fine, coarse level
	parents      []int             // pi
	consistency  *consistency.Term // nil where the loss has no such term
	withSigma    func(sigma float64) *consistency.Term
}

// level is what the loss needs to know of one of the two levels.
type level struct {
	labels  int
	family  *focal.Family // nil for the base
	inverse *mat.Dense    // from beliefs to masses
}

// New prepares the loss for the labels of a level of h, the fine ones, and
// their parents, with their families of focal sets. The base has no families:
// they may be nil. It is an error if one of the levels has a single label, which
// every image has: its only focal set would be Omega, of belief 1 and infinite
// logit.
func New(h *hierarchy.Hierarchy, fineLevel int, fine, coarse *focal.Family, c Config) (*Objective, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if fineLevel < 0 || fineLevel+1 >= h.Levels() {
		return nil, fmt.Errorf("objective: level %d of %d has no coarser one", fineLevel, h.Levels())
	}
	for level := fineLevel; level <= fineLevel+1; level++ {
		if h.Size(level) == 1 {
			return nil, fmt.Errorf("objective: level %d of the hierarchy has the label %q alone: nothing can be learnt about it; name two or more", level, h.Name(level, 0))
		}
	}
	o := &Objective{
		Config:  c,
		fine:    level{labels: h.Size(fineLevel)},
		coarse:  level{labels: h.Size(fineLevel + 1)},
		parents: h.Parents(fineLevel),
	}
	if !c.Kind.Sets() {
		return o, nil
	}
	if err := o.fine.take(fine, c.Inversion); err != nil {
		return nil, fmt.Errorf("objective: fine level: %w", err)
	}
	if err := o.coarse.take(coarse, c.Inversion); err != nil {
		return nil, fmt.Errorf("objective: coarse level: %w", err)
	}
	if c.Kind == model.NeSy && c.Gamma > 0 {
		o.consistency = consistency.New(h, fineLevel, fine, coarse, c.Consistency)
		o.withSigma = func(sigma float64) *consistency.Term {
			c := c.Consistency
			c.Membership = fuzzy.Gaussian(sigma)
			return consistency.New(h, fineLevel, fine, coarse, c)
		}
	}
	return o, nil
}

func (l *level) take(f *focal.Family, inversion belief.Inversion) error {
	if f == nil {
		return fmt.Errorf("a model of focal sets needs a family of them")
	}
	if f.Frame != l.labels {
		return fmt.Errorf("a family over %d labels does not fit %d labels", f.Frame, l.labels)
	}
	l.family, l.inverse = f, belief.Mobius(f, inversion)
	return nil
}

// Outputs returns the number of outputs that the heads need: focal sets, or
// labels for the base.
func (o *Objective) Outputs() (fine, coarse int) { return o.fine.outputs(), o.coarse.outputs() }

func (l level) outputs() int {
	if l.family == nil {
		return l.labels
	}
	return l.family.Len()
}

// HasWarmup tells whether warm-up epochs, on cross-entropy alone, differ from
// the others.
func (o *Objective) HasWarmup() bool { return o.Config.Kind.Sets() }

// Labels returns the numbers of labels of the two levels.
func (o *Objective) Labels() (fine, coarse int) { return o.fine.labels, o.coarse.labels }

// Digest returns a hash of the labels' parents and the focal sets, which with
// Config is all that the loss depends on.
func (o *Objective) Digest() string {
	text, err := json.Marshal([]any{o.fine.labels, o.coarse.labels, o.parents, o.fine.family, o.coarse.family})
	if err != nil {
		panic(err) // integers and sets of them
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// UniformLogits returns the logits of both heads at which every label is equally
// likely: for focal sets the beliefs of the uniform distribution, Bel(A) = |A|/n,
// whose exact masses are 1/n on each singleton and 0 elsewhere; for the base 0.
func (o *Objective) UniformLogits() (fine, coarse []float32) {
	return o.fine.uniformLogits(), o.coarse.uniformLogits()
}

func (l level) uniformLogits() []float32 {
	logits := make([]float32, l.outputs())
	if l.family == nil {
		return logits
	}
	for k, A := range l.family.Sets {
		belief := float64(A.Len()) / float64(l.labels)
		logits[k] = float32(math.Log(belief / (1 - belief)))
	}
	return logits
}
