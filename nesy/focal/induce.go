package focal

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Induce clusters embeddings and returns the family of the sets of labels that
// share a cluster, with every singleton (section 3.2); by ClassOverlap, of the sets of
// labels whose regions overlap most. Row i of embeddings [images, features] has label
// labels[i], below frame. Use the training images alone. The result depends on its
// arguments only, not on the number of processors.
//
// It is an error if the embeddings are empty, ragged, not finite or fewer than the
// clusters, if a label is outside the frame, or if an option is out of range.
func Induce(embeddings [][]float32, labels []int, frame int, o Options) (*Family, *Clustering, error) {
	if len(embeddings) != len(labels) {
		return nil, nil, fmt.Errorf("focal: %d embeddings with %d labels", len(embeddings), len(labels))
	}
	if frame < 1 || frame > MaxFrame {
		return nil, nil, fmt.Errorf("focal: frame of %d labels, want 1 to %d", frame, MaxFrame)
	}
	for i, y := range labels {
		if y < 0 || y >= frame {
			return nil, nil, fmt.Errorf("focal: embedding %d has label %d, outside the frame [0, %d)", i, y, frame)
		}
	}
	if err := o.check(); err != nil {
		return nil, nil, err
	}
	if o.Method == ClassOverlap {
		return overlapping(embeddings, labels, frame, o)
	}
	c, err := Cluster(embeddings, o)
	if err != nil {
		return nil, nil, err
	}
	var family *Family
	family, c.Sets, c.Support = Select(c.LabelWeights(labels, frame), o)
	return family, c, nil
}

// LabelWeights returns the matrix [clusters, labels] with the images of each label
// in each cluster: their number for k-means, the sum of their responsibilities for
// a mixture. It panics if there is not one label, below frame, for each image.
func (c *Clustering) LabelWeights(labels []int, frame int) *mat.Dense {
	if len(labels) != len(c.Assignment) {
		panic(fmt.Sprintf("focal: %d labels for %d images", len(labels), len(c.Assignment)))
	}
	weights := mat.NewDense(len(c.Centers), frame, nil)
	for i, y := range labels {
		if c.Responsibilities == nil {
			k := c.Assignment[i]
			weights.Set(k, y, weights.At(k, y)+1)
			continue
		}
		for k, r := range c.Responsibilities[i] {
			weights.Set(k, y, weights.At(k, y)+r)
		}
	}
	return weights
}

// Select makes a family from the weights [clusters, labels] of each label in each
// cluster, by o's Share, MaxSize and Budget. Clustering takes seconds and this does
// not, so the effect of those options can be studied on one clustering.
//
// Besides the family it returns the set that each cluster induced, kept or not, and
// the support of each set of the family: the weight of the set's own labels in the
// clusters that induced it. The order of the clusters does not matter to the family.
func Select(weights mat.Matrix, o Options) (family *Family, induced []Set, support []float64) {
	clusters, frame := weights.Dims()
	induced = make([]Set, clusters)
	bySet := make(map[Set]float64)
	for k := range clusters {
		var weight float64
		induced[k], weight = members(mat.Row(nil, k, weights), o.Share)
		bySet[induced[k]] += weight
	}

	omega := Full(frame)
	var kept []Set
	for A := range bySet {
		if A.Len() > 1 && A != omega && (o.MaxSize == 0 || A.Len() <= o.MaxSize) {
			kept = append(kept, A)
		}
	}
	slices.SortFunc(kept, func(A, B Set) int {
		return cmp.Or(cmp.Compare(bySet[B], bySet[A]), A.Compare(B))
	})
	if o.Budget > 0 && len(kept) > o.Budget {
		kept = kept[:o.Budget]
	}

	family = NewFamily(frame, kept...)
	support = make([]float64, family.Len())
	for i, A := range family.Sets {
		support[i] = bySet[A]
	}
	return family, induced, support
}

// members returns the labels that hold at least a share of a cluster, and their
// weight in it. A label without weight is no member, whatever the share.
func members(weights []float64, share float64) (A Set, weight float64) {
	var total float64
	for _, w := range weights {
		total += w
	}
	var labels []int
	for y, w := range weights {
		if w > 0 && w/total >= share {
			labels = append(labels, y)
			weight += w
		}
	}
	return NewSet(labels...), weight
}
