package objective

import (
	"fmt"
	"strings"

	"nesybook/nesy/belief"
	"nesybook/nesy/consistency"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/model"
)

// Weighting says how the coefficients alpha, beta and gamma of equation 8 come
// about. The paper has them "log-parametrised and learnt" and gives no formula.
type Weighting int

const (
	// Learnt is uncertainty weighting (Kendall, Gal and Cipolla, 2018, "Multi-Task
	// Learning Using Uncertainty to Weigh Losses"): a term R with the learnt
	// s = -log(coefficient) adds exp(-s) R + s, so that a coefficient settles near
	// 1/R.
	Learnt Weighting = iota
	// Fixed keeps the coefficients at their initial values.
	Fixed
	// Plain descends on equation 8 itself, with R's coefficient exp(a) and a
	// learnt. Nothing holds the coefficients up, so they only fall.
	Plain
)

var weightingNames = [...]string{"learnt", "fixed", "plain"}

// String returns "learnt", "fixed" or "plain".
func (w Weighting) String() string { return nameOf(weightingNames[:], int(w)) }

// MarshalText writes the weighting's name.
func (w Weighting) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads the weighting's name.
func (w *Weighting) UnmarshalText(text []byte) (err error) {
	*w, err = ParseWeighting(string(text))
	return err
}

// ParseWeighting is the inverse of String.
func ParseWeighting(s string) (Weighting, error) {
	i, err := parse(weightingNames[:], s, "weighting")
	return Weighting(i), err
}

// Reduction says how the cross-entropies of one sample's sets become one.
type Reduction int

const (
	// Mean divides by the number of sets, as equation 7 does.
	Mean Reduction = iota
	// Sum does not, which gives a set the same weight in the loss however many
	// sets there are.
	Sum
)

var reductionNames = [...]string{"mean", "sum"}

// String returns "mean" or "sum".
func (r Reduction) String() string { return nameOf(reductionNames[:], int(r)) }

// MarshalText writes the reduction's name.
func (r Reduction) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the reduction's name.
func (r *Reduction) UnmarshalText(text []byte) (err error) {
	*r, err = ParseReduction(string(text))
	return err
}

// ParseReduction is the inverse of String.
func ParseReduction(s string) (Reduction, error) {
	i, err := parse(reductionNames[:], s, "reduction")
	return Reduction(i), err
}

func nameOf(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("unknown(%d)", i)
	}
	return names[i]
}

func parse(names []string, s, what string) (int, error) {
	for i, name := range names {
		if s == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("objective: no %s is called %q (known: %s)", what, s, strings.Join(names, ", "))
}

// Config is the setting of the loss. The softmax base uses Kind alone.
type Config struct {
	Kind      model.Kind
	Inversion belief.Inversion // from beliefs to masses
	Reduction Reduction        // of the cross-entropy over sets

	// Alpha, Beta and Gamma weigh the mass penalty, the sum penalty and the
	// consistency loss (equation 8). Where they are learnt these are the values
	// they start from. A coefficient of 0 leaves its term out. RS-NN ignores Gamma.
	Weighting          Weighting
	Alpha, Beta, Gamma float64
	// Ceiling is what a learnt coefficient may grow to. A penalty that is nearly
	// satisfied would otherwise drive its coefficient up without end.
	Ceiling float64

	Consistency consistency.Config
	// CoarseFollows lets the consistency term move the coarse evidence alone: the fine
	// masses enter it without a gradient. The fine level, which the hierarchy makes
	// the more specific witness, then keeps what the cross-entropy taught it.
	CoarseFollows bool
	// LearnSigma makes the width of the Gaussian membership a parameter, which
	// starts from Consistency's and stays within [SigmaFloor, SigmaCeiling].
	LearnSigma bool

	// PignisticFine and PignisticCoarse are an extension that is not in the paper:
	// the weights of the mean negative log-likelihood of the true label under BetP,
	// level by level, Omega's share left out. At the default, 0, they are left out.
	PignisticFine, PignisticCoarse float64
}

// The bounds of what is learnt. See also Config.Ceiling.
const (
	CoefficientFloor = 1e-6
	SigmaFloor       = 0.01
	SigmaCeiling     = 10.0
)

// Default returns the paper's setting of a model, with what the paper leaves
// open decided as follows: masses by the exact inverse, coefficients learnt by
// uncertainty weighting that start from 1e-3 and stay below 0.1, Gaussian
// membership with sigma 1.
func Default(kind model.Kind) Config {
	c := Config{Kind: kind}
	if !kind.Sets() {
		return c
	}
	c.Alpha, c.Beta, c.Ceiling = 1e-3, 1e-3, 0.1
	if kind == model.NeSy {
		c.Gamma = 1e-3
		c.Consistency = consistency.PaperConfig()
	}
	return c
}

// Validate reports the first value that makes no loss.
func (c Config) Validate() error {
	if !c.Kind.Sets() {
		return nil
	}
	for _, v := range []struct {
		name  string
		value float64
	}{{"alpha", c.Alpha}, {"beta", c.Beta}, {"gamma", c.Gamma}, {"fine pignistic weight", c.PignisticFine}, {"coarse pignistic weight", c.PignisticCoarse}} {
		if !(v.value >= 0) {
			return fmt.Errorf("objective: %s of %v: must not be negative", v.name, v.value)
		}
		learnt := c.Weighting != Fixed && !strings.Contains(v.name, "pignistic")
		if learnt && v.value > 0 && !(v.value >= CoefficientFloor && v.value <= c.Ceiling) {
			return fmt.Errorf("objective: %s starts from %v: a coefficient that is learnt must be within [%v, ceiling %v]", v.name, v.value, CoefficientFloor, c.Ceiling)
		}
	}
	if c.LearnSigma {
		m := c.Consistency.Membership
		if c.Kind != model.NeSy || m.Kind != fuzzy.GaussianKind {
			return fmt.Errorf("objective: only the Gaussian membership of %v has a sigma to learn", model.NeSy)
		}
		if !(m.Sigma >= SigmaFloor && m.Sigma <= SigmaCeiling) {
			return fmt.Errorf("objective: sigma starts from %v: must be within [%v, %v]", m.Sigma, SigmaFloor, SigmaCeiling)
		}
	}
	return nil
}
