package focal

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"nesybook/nesy/hierarchy"
)

// MaxFrame is the largest number of labels a frame may have.
const MaxFrame = 1 << 20

// Set is a set of labels, an immutable value. Sets are equal exactly when they are
// equal under ==, so a Set may be the key of a map. The zero Set is empty. A Set
// does not know the frame it belongs to.
type Set struct {
	// Label y is bit y%8 of byte y/8, and the last byte is not zero. A string, and
	// not a slice of words, because it is immutable and comparable.
	bits string
}

// NewSet returns the set of the given labels, in any order, repeated or not. It
// panics if a label is negative or not below MaxFrame.
func NewSet(labels ...int) Set {
	if len(labels) == 0 {
		return Set{}
	}
	for _, y := range labels {
		if y < 0 || y >= MaxFrame {
			panic(fmt.Sprintf("focal: label %d out of range [0, %d)", y, MaxFrame))
		}
	}
	packed := make([]byte, slices.Max(labels)/8+1)
	for _, y := range labels {
		packed[y/8] |= 1 << (y % 8)
	}
	return Set{string(packed)}
}

// Full returns Omega, the set of all labels of a frame. It panics if frame is
// negative or above MaxFrame.
func Full(frame int) Set {
	if frame < 0 || frame > MaxFrame {
		panic(fmt.Sprintf("focal: frame of %d labels, want 0 to %d", frame, MaxFrame))
	}
	labels := make([]int, frame)
	for y := range labels {
		labels[y] = y
	}
	return NewSet(labels...)
}

// Contains reports whether y is in A.
func (A Set) Contains(y int) bool {
	return y >= 0 && y/8 < len(A.bits) && A.bits[y/8]&(1<<(y%8)) != 0
}

// Len returns |A|.
func (A Set) Len() int {
	n := 0
	for i := range len(A.bits) {
		n += bits.OnesCount8(A.bits[i])
	}
	return n
}

// Labels returns the labels in A, ascending.
func (A Set) Labels() []int {
	labels := make([]int, 0, A.Len())
	for i := range len(A.bits) {
		for rest := A.bits[i]; rest != 0; rest &= rest - 1 {
			labels = append(labels, 8*i+bits.TrailingZeros8(rest))
		}
	}
	return labels
}

// SubsetOf reports whether every label of A is in B.
func (A Set) SubsetOf(B Set) bool {
	if len(A.bits) > len(B.bits) {
		return false
	}
	// From the end, where A's byte is not zero: most answers are no, and found there.
	for i := len(A.bits) - 1; i >= 0; i-- {
		if A.bits[i]&^B.bits[i] != 0 {
			return false
		}
	}
	return true
}

// Intersects reports whether A and B share a label.
func (A Set) Intersects(B Set) bool {
	for i := range min(len(A.bits), len(B.bits)) {
		if A.bits[i]&B.bits[i] != 0 {
			return true
		}
	}
	return false
}

// Intersection returns the labels that are in both A and B.
func (A Set) Intersection(B Set) Set {
	shared := make([]byte, min(len(A.bits), len(B.bits)))
	for i := range shared {
		shared[i] = A.bits[i] & B.bits[i]
	}
	end := len(shared)
	for end > 0 && shared[end-1] == 0 {
		end--
	}
	return Set{string(shared[:end])}
}

// Equal reports whether A and B hold the same labels, as does A == B.
func (A Set) Equal(B Set) bool { return A == B }

// Compare orders sets by size, and sets of equal size lexicographically by their
// ascending labels: {5}, {0, 9}, {1, 2}. It returns -1, 0 or 1.
func (A Set) Compare(B Set) int {
	if bySize := cmp.Compare(A.Len(), B.Len()); bySize != 0 {
		return bySize
	}
	// At equal size, the set that holds the smallest label not in both comes first.
	for i := range min(len(A.bits), len(B.bits)) {
		if only := A.bits[i] ^ B.bits[i]; only != 0 {
			if A.bits[i]&(only&-only) != 0 {
				return -1
			}
			return 1
		}
	}
	return 0
}

// Project returns Pi(A) = {pi(y) : y in A}, where A holds labels of a level of h
// and Pi(A) labels of level+1 (section 3.1). It panics if a label is not in h.
func (A Set) Project(h *hierarchy.Hierarchy, level int) Set {
	return NewSet(h.Project(level, A.Labels())...)
}

// Format returns A with the names of its labels, such as "{rose, tulip}". It
// panics if a label has no name.
func (A Set) Format(names []string) string {
	words := make([]string, 0, A.Len())
	for _, y := range A.Labels() {
		if y >= len(names) {
			panic(fmt.Sprintf("focal: no name for label %d among %d", y, len(names)))
		}
		words = append(words, names[y])
	}
	return "{" + strings.Join(words, ", ") + "}"
}

// String returns A with its labels as numbers, such as "{0, 7}".
func (A Set) String() string {
	words := make([]string, 0, A.Len())
	for _, y := range A.Labels() {
		words = append(words, fmt.Sprint(y))
	}
	return "{" + strings.Join(words, ", ") + "}"
}

// MarshalJSON returns A as the list of its labels, ascending.
func (A Set) MarshalJSON() ([]byte, error) { return json.Marshal(A.Labels()) }

// UnmarshalJSON reads a list of labels, which must ascend without repetition.
func (A *Set) UnmarshalJSON(data []byte) error {
	var labels []int
	if err := json.Unmarshal(data, &labels); err != nil {
		return fmt.Errorf("focal: reading a set: %w", err)
	}
	for i, y := range labels {
		if y < 0 || y >= MaxFrame {
			return fmt.Errorf("focal: label %d out of range [0, %d)", y, MaxFrame)
		}
		if i > 0 && y <= labels[i-1] {
			return fmt.Errorf("focal: label %d after %d, want ascending labels", y, labels[i-1])
		}
	}
	*A = NewSet(labels...)
	return nil
}
