package model

import (
	"fmt"
	"math"
	"strings"
)

// Kind says what the outputs of the two heads stand for and which loss trains
// them.
type Kind int

const (
	// Softmax is the base: one logit a label, a softmax at each level.
	Softmax Kind = iota
	// RandomSet is RS-NN (section 3.2): one logit a focal set, whose sigmoid
	// is the set's belief.
	RandomSet
	// NeSy is RS-NN trained with the consistency term (section 3.3).
	NeSy
)

var kindNames = [...]string{"base", "rs-nn", "nesy"}

// Kinds returns every kind, in the order of the paper's tables.
func Kinds() []Kind { return []Kind{Softmax, RandomSet, NeSy} }

// String returns "base", "rs-nn" or "nesy".
func (k Kind) String() string {
	if k < 0 || int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return kindNames[k]
}

// MarshalText writes the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the kind's name.
func (k *Kind) UnmarshalText(text []byte) (err error) {
	*k, err = ParseKind(string(text))
	return err
}

// ParseKind is the inverse of String.
func ParseKind(s string) (Kind, error) {
	for _, k := range Kinds() {
		if s == k.String() {
			return k, nil
		}
	}
	return 0, fmt.Errorf("model: no model is called %q (known: %s)", s, strings.Join(kindNames[:], ", "))
}

// Sets tells whether the heads' outputs stand for focal sets; they stand for
// labels otherwise.
func (k Kind) Sets() bool { return k != Softmax }

// Outputs turns the logits of one sample at one level into what they stand
// for, in [0, 1]: the softmax over labels for the base, and for the others the
// belief of each focal set, its logit's sigmoid (equation 2).
func (k Kind) Outputs(logits []float32) []float64 {
	out := make([]float64, len(logits))
	if k.Sets() {
		for i, z := range logits {
			out[i] = 1 / (1 + math.Exp(-float64(z)))
		}
		return out
	}
	largest := math.Inf(-1)
	for _, z := range logits {
		largest = max(largest, float64(z))
	}
	sum := 0.0
	for i, z := range logits {
		out[i] = math.Exp(float64(z) - largest)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}
