package consistency

import (
	"fmt"
	"strings"

	"nesybook/nesy/fuzzy"
)

// Form says which masses enter the score and what the weighted agreement is divided
// by.
type Form int

const (
	// Paper is equation 16 on masses as the inversion gives them, negative or summing
	// to more than 1: the agreement over the sum of kappa on the feasible pairs. On
	// such masses it has no bound, and it grows with their sum.
	Paper Form = iota

	// Normalised is equation 16 on masses clamped at 0 and divided by max(1, sum).
	// It is bounded, by Bound, but far below 1: one certain pair is divided by the
	// compatibility of all.
	Normalised

	// SelfNormalised is the share of the joint evidence that is compatible: the
	// agreement divided by what it would be were every pair fully compatible, on
	// masses clamped at 0. It lies in [0,1], and is 1 exactly where all joint
	// evidence lies on pairs with Pi(A) inside B, hence also where there is none.
	SelfNormalised
)

var formNames = [...]string{"paper", "normalised", "self-normalised"}

// Forms lists the forms in the order of their declaration.
var Forms = [...]Form{Paper, Normalised, SelfNormalised}

// String returns the form's name, as ParseForm reads it.
func (f Form) String() string {
	if f < 0 || int(f) >= len(formNames) {
		return fmt.Sprintf("Form(%d)", int(f))
	}
	return formNames[f]
}

// ParseForm reads the name of a form, in any case, with or without its hyphen.
func ParseForm(s string) (Form, error) {
	bare := func(s string) string { return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(s)), "-", "") }
	for _, f := range Forms {
		if bare(s) == bare(f.String()) {
			return f, nil
		}
	}
	return 0, fmt.Errorf("consistency: unknown form %q: want %s", s, strings.Join(formNames[:], ", "))
}

// MarshalText writes the form's name.
func (f Form) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the form's name.
func (f *Form) UnmarshalText(text []byte) (err error) {
	*f, err = ParseForm(string(text))
	return err
}

// Config holds the choices that section 3.3 leaves open.
type Config struct {
	Form       Form
	TNorm      fuzzy.TNorm
	Membership fuzzy.Membership // of the coarse masses

	// FineExponent and CoarseExponent are the paper's tau^f and tau^c: 0 weighs all
	// sets alike, larger values favour small sets.
	FineExponent, CoarseExponent float64

	// MeanOne divides each level's specificity weights by their mean over the family,
	// as the paper does in training but not in appendix B.
	MeanOne bool
}

// PaperConfig returns the paper's setting in training: exponents 0.5, weights of
// mean 1, and of its three t-norms and memberships the product and the Gaussian.
func PaperConfig() Config {
	return Config{
		Form:           Paper,
		TNorm:          fuzzy.Product,
		Membership:     fuzzy.Gaussian(1),
		FineExponent:   0.5,
		CoarseExponent: 0.5,
		MeanOne:        true,
	}
}
