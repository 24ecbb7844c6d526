package focal

import "gonum.org/v1/gonum/mat"

// Sizes returns the histogram of set sizes: element s is the number of sets with s
// labels, up to the largest size there is.
func (f *Family) Sizes() []int {
	var sizes []int
	for _, A := range f.Sets {
		size := A.Len()
		for len(sizes) <= size {
			sizes = append(sizes, 0)
		}
		sizes[size]++
	}
	return sizes
}

// SetsPerLabel returns, for each label, the number of sets that contain it; a label
// that is confused with no other has 1, its singleton.
func (f *Family) SetsPerLabel() []int {
	counts := make([]int, f.Frame)
	for _, A := range f.Sets {
		for _, y := range A.Labels() {
			counts[y]++
		}
	}
	return counts
}

// Membership returns the matrix [sets, labels] with 1 where the label is in the
// set, else 0. Column y is Targets(y).
func (f *Family) Membership() *mat.Dense {
	membership := mat.NewDense(len(f.Sets), f.Frame, nil)
	for i, A := range f.Sets {
		for _, y := range A.Labels() {
			membership.Set(i, y, 1)
		}
	}
	return membership
}

// Overlap returns the matrix [labels, labels] that counts, for each pair of labels,
// the sets that contain both: which labels the family holds to be confusable. The
// diagonal is SetsPerLabel.
func (f *Family) Overlap() *mat.Dense {
	overlap := mat.NewDense(f.Frame, f.Frame, nil)
	for _, A := range f.Sets {
		labels := A.Labels()
		for _, y := range labels {
			for _, z := range labels {
				overlap.Set(y, z, overlap.At(y, z)+1)
			}
		}
	}
	return overlap
}
