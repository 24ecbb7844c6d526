// Package hierarchy holds labels at several levels of abstraction and the maps
// between them (section 3.1 of the paper).
//
// Level 0 is the finest: CIFAR-100's 100 classes. Each label y of a level has one
// parent pi(y) in the next, coarser one: rose and tulip have the parent flower.
// Lifted to sets of labels, pi becomes the projection Pi(A) = {pi(y) : y in A}.
// The paper's experiments use two levels; any number works.
//
//	fine := []string{"rose", "tulip", "oak"}
//	coarse := []string{"flower", "tree"}
//	h, err := hierarchy.TwoLevel(fine, coarse, []int{0, 0, 1})
//	...
//	h.Parent(0, 1)              // 0: pi(tulip) = flower
//	h.Project(0, []int{0, 1})   // [0]: Pi({rose, tulip}) = {flower}
package hierarchy
