package hierarchy

import (
	"fmt"
	"slices"
	"strings"
)

// Hierarchy is a set of labels at each of two or more levels, and the parent of
// each label in the next level. Labels of a level are numbered from 0. It does
// not change once made, so it may be shared.
type Hierarchy struct {
	names    [][]string // [level][label]
	parents  [][]int    // [level][label], for all levels but the coarsest
	children [][][]int  // [level][label], ascending; nil at level 0
}

// New returns the hierarchy with the label names[l][y] at level l, whose parent
// pi(y) is parents[l][y] in level l+1. Names are distinct within a level; the same
// name may stand at two levels. A parent without a child is allowed.
//
// It is an error if there are fewer than two levels, a level is empty, a name is
// empty or repeated, or a parent is missing or out of range.
func New(names [][]string, parents [][]int) (*Hierarchy, error) {
	if len(names) < 2 {
		return nil, fmt.Errorf("hierarchy: %d levels of labels, want two or more", len(names))
	}
	if len(parents) != len(names)-1 {
		return nil, fmt.Errorf("hierarchy: %d levels of parents for %d levels of labels, want %d",
			len(parents), len(names), len(names)-1)
	}
	for level := range names {
		if err := checkNames(level, names[level]); err != nil {
			return nil, err
		}
	}
	for level := range parents {
		if err := checkParents(level, names[level], parents[level], len(names[level+1])); err != nil {
			return nil, err
		}
	}

	h := &Hierarchy{children: make([][][]int, len(names))}
	for _, level := range names {
		h.names = append(h.names, slices.Clone(level))
	}
	for level, of := range parents {
		h.parents = append(h.parents, slices.Clone(of))
		h.children[level+1] = make([][]int, len(names[level+1]))
		for y, parent := range of {
			h.children[level+1][parent] = append(h.children[level+1][parent], y)
		}
	}
	return h, nil
}

// TwoLevel returns the paper's case: fine labels Y^f, coarse labels Y^c and
// parent[y] = pi(y).
func TwoLevel(fine, coarse []string, parent []int) (*Hierarchy, error) {
	return New([][]string{fine, coarse}, [][]int{parent})
}

func checkNames(level int, names []string) error {
	if len(names) == 0 {
		return fmt.Errorf("hierarchy: level %d has no labels", level)
	}
	first := make(map[string]int, len(names))
	for y, name := range names {
		if name == "" {
			return fmt.Errorf("hierarchy: level %d: label %d has no name", level, y)
		}
		if before, ok := first[name]; ok {
			return fmt.Errorf("hierarchy: level %d: labels %d and %d are both named %q", level, before, y, name)
		}
		first[name] = y
	}
	return nil
}

func checkParents(level int, names []string, parents []int, coarser int) error {
	if len(parents) != len(names) {
		return fmt.Errorf("hierarchy: level %d: %d parents for %d labels", level, len(parents), len(names))
	}
	for y, parent := range parents {
		if parent < 0 || parent >= coarser {
			return fmt.Errorf("hierarchy: level %d: label %d (%q) has the unknown parent %d: level %d has labels 0 to %d",
				level, y, names[y], parent, level+1, coarser-1)
		}
	}
	return nil
}

// Levels returns the number of levels, two or more.
func (h *Hierarchy) Levels() int { return len(h.names) }

// Size returns the number of labels of a level.
func (h *Hierarchy) Size(level int) int {
	h.checkLevel(level)
	return len(h.names[level])
}

// Names returns the names of a level's labels, in label order. The caller may
// change the slice.
func (h *Hierarchy) Names(level int) []string {
	h.checkLevel(level)
	return slices.Clone(h.names[level])
}

// Name returns the name of label y of a level.
func (h *Hierarchy) Name(level, y int) string {
	h.checkLabel(level, y)
	return h.names[level][y]
}

// Find returns the label with a name at a level, and whether there is one.
func (h *Hierarchy) Find(level int, name string) (y int, ok bool) {
	h.checkLevel(level)
	y = slices.Index(h.names[level], name)
	return y, y >= 0
}

// Parent returns pi(y): the parent, in level+1, of label y of a level. It panics
// at the coarsest level, whose labels have no parent.
func (h *Hierarchy) Parent(level, y int) int {
	h.checkParented(level)
	h.checkLabel(level, y)
	return h.parents[level][y]
}

// Parents returns pi as a table: the parent of each label of a level, in label
// order. The caller may change the slice. It panics at the coarsest level.
func (h *Hierarchy) Parents(level int) []int {
	h.checkParented(level)
	return slices.Clone(h.parents[level])
}

// Children returns the labels of level-1 whose parent is label y of a level, in
// ascending order. The caller may change the slice. It panics at level 0.
func (h *Hierarchy) Children(level, y int) []int {
	h.checkLabel(level, y)
	if level == 0 {
		panic("hierarchy: the finest level has no children")
	}
	return slices.Clone(h.children[level][y])
}

// Ancestor returns the label of level to above label y of level from: y itself
// where the levels are equal, its parent one level up, and so on. It panics if to
// is finer than from.
func (h *Hierarchy) Ancestor(from, y, to int) int {
	h.checkLabel(from, y)
	h.checkLevel(to)
	if to < from {
		panic(fmt.Sprintf("hierarchy: level %d is finer than level %d", to, from))
	}
	for level := from; level < to; level++ {
		y = h.parents[level][y]
	}
	return y
}

// Project returns Pi(A) = {pi(y) : y in A}, the parents in level+1 of labels of a
// level, ascending and without duplicates (section 3.1). The labels may come in any
// order. It panics at the coarsest level.
func (h *Hierarchy) Project(level int, labels []int) []int {
	h.checkParented(level)
	projected := make([]int, len(labels))
	for i, y := range labels {
		projected[i] = h.Parent(level, y)
	}
	slices.Sort(projected)
	return slices.Compact(projected)
}

// String returns the number of labels at each level, such as "100 -> 20 labels".
func (h *Hierarchy) String() string {
	sizes := make([]string, len(h.names))
	for level, names := range h.names {
		sizes[level] = fmt.Sprint(len(names))
	}
	return strings.Join(sizes, " -> ") + " labels"
}

func (h *Hierarchy) checkLevel(level int) {
	if level < 0 || level >= len(h.names) {
		panic(fmt.Sprintf("hierarchy: level %d out of range [0, %d)", level, len(h.names)))
	}
}

func (h *Hierarchy) checkLabel(level, y int) {
	h.checkLevel(level)
	if y < 0 || y >= len(h.names[level]) {
		panic(fmt.Sprintf("hierarchy: label %d out of range [0, %d) at level %d", y, len(h.names[level]), level))
	}
}

func (h *Hierarchy) checkParented(level int) {
	h.checkLevel(level)
	if level == len(h.names)-1 {
		panic("hierarchy: the coarsest level has no parents")
	}
}
