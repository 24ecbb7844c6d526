package dataset

import "nesybook/nesy/focal"

// The three encodings of appendix D. All take labels, so that both levels, and
// any part of the split, are encoded by the same functions:
//
//	fine := d.Integer(0, d.Train)
//	OneHot(fine, d.Hierarchy.Size(0))
//	Belief(fine, family)

// Integer returns the labels of some images at a level, as indices.
func (d *Dataset) Integer(level int, images []int) []int {
	labels := make([]int, len(images))
	for k, i := range images {
		labels[k] = d.Hierarchy.Ancestor(0, d.Labels[i], level)
	}
	return labels
}

// OneHot returns a row per label: 1 in the column of the label and 0 elsewhere.
// It panics if a label is not below classes.
func OneHot(labels []int, classes int) [][]float32 {
	rows := zeros(len(labels), classes)
	for k, y := range labels {
		if y < 0 || y >= classes {
			panic("dataset: label out of range")
		}
		rows[k][y] = 1
	}
	return rows
}

// Belief returns a row per label: 1 in the column of each set of the family that
// contains the label, which is the belief of that set where the label is certain,
// and 0 elsewhere. It panics if a label is not in the family's frame.
func Belief(labels []int, f *focal.Family) [][]float32 {
	rows := zeros(len(labels), f.Len())
	encoded := make([][]float32, f.Frame)
	for k, y := range labels {
		if y < 0 || y >= f.Frame {
			panic("dataset: label out of range")
		}
		if encoded[y] == nil {
			encoded[y] = make([]float32, f.Len())
			for a, t := range f.Targets(y) {
				encoded[y][a] = float32(t)
			}
		}
		copy(rows[k], encoded[y])
	}
	return rows
}

// zeros returns rows that share one allocation.
func zeros(rows, columns int) [][]float32 {
	all := make([]float32, rows*columns)
	m := make([][]float32, rows)
	for k := range m {
		m[k] = all[k*columns : (k+1)*columns : (k+1)*columns]
	}
	return m
}
