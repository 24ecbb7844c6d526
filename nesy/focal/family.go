package focal

import (
	"fmt"
	"slices"
	"strings"

	"nesybook/nesy/hierarchy"
)

// Family is a family O of focal sets over the labels 0 to Frame-1. Set y is the
// singleton {y}; the larger sets follow in the order of Set.Compare, each once.
// Omega is not among them. Belief and mass vectors are in this order.
type Family struct {
	Frame int
	Sets  []Set
}

// NewFamily returns the family of the given sets and every singleton over a frame
// of labels. Empty sets, Omega and duplicates are dropped; the order given does not
// matter. In a frame of one label, the singleton stays although it is Omega.
//
// It panics if a set has a label outside the frame, or the frame is not between 1
// and MaxFrame labels.
func NewFamily(frame int, sets ...Set) *Family {
	if frame < 1 || frame > MaxFrame {
		panic(fmt.Sprintf("focal: frame of %d labels, want 1 to %d", frame, MaxFrame))
	}
	f := &Family{Frame: frame, Sets: make([]Set, 0, frame+len(sets))}
	for y := range frame {
		f.Sets = append(f.Sets, NewSet(y))
	}
	omega := Full(frame)
	for _, A := range sets {
		if !A.SubsetOf(omega) {
			panic(fmt.Sprintf("focal: set %v has a label outside the frame [0, %d)", A, frame))
		}
		if A.Len() > 1 && A != omega {
			f.Sets = append(f.Sets, A)
		}
	}
	slices.SortFunc(f.Sets, Set.Compare)
	f.Sets = slices.Compact(f.Sets)
	return f
}

// Len returns |O|, the number of sets.
func (f *Family) Len() int { return len(f.Sets) }

// Index returns the position of A in f.Sets, or -1.
func (f *Family) Index(A Set) int {
	if i, found := slices.BinarySearchFunc(f.Sets, A, Set.Compare); found {
		return i
	}
	return -1
}

// Equal reports whether f and g are the same sets over the same frame.
func (f *Family) Equal(g *Family) bool {
	return f.Frame == g.Frame && slices.Equal(f.Sets, g.Sets)
}

// Targets returns Bel_y(A) for every set A of the family, what a sample of label y
// is trained towards (section 3.2): 1 where y is in A, else 0. It panics if y is
// outside the frame.
func (f *Family) Targets(y int) []float64 {
	if y < 0 || y >= f.Frame {
		panic(fmt.Sprintf("focal: label %d outside the frame [0, %d)", y, f.Frame))
	}
	targets := make([]float64, len(f.Sets))
	for i, A := range f.Sets {
		if A.Contains(y) {
			targets[i] = 1
		}
	}
	return targets
}

// Project returns the family {Pi(A) : A in O} over the labels of level+1, where f
// is over the labels of a level of h (section 3.2). Pi(A) may be Omega, which is
// dropped, and different sets may project to the same one, which is kept once. It
// panics if the frame of f is not that level's.
func (f *Family) Project(h *hierarchy.Hierarchy, level int) *Family {
	if f.Frame != h.Size(level) {
		panic(fmt.Sprintf("focal: family over %d labels, but level %d has %d", f.Frame, level, h.Size(level)))
	}
	projected := make([]Set, len(f.Sets))
	for i, A := range f.Sets {
		projected[i] = A.Project(h, level)
	}
	return NewFamily(h.Size(level+1), projected...)
}

// String returns the size of the family and of its sets, such as
// "192 sets over 100 labels: 100 of size 1, 60 of 2, 32 of 3".
func (f *Family) String() string {
	var counts []string
	for size, count := range f.Sizes() {
		switch {
		case count == 0:
		case len(counts) == 0:
			counts = append(counts, fmt.Sprintf("%d of size %d", count, size))
		default:
			counts = append(counts, fmt.Sprintf("%d of %d", count, size))
		}
	}
	return fmt.Sprintf("%d sets over %d labels: %s", f.Len(), f.Frame, strings.Join(counts, ", "))
}
