package focal

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
