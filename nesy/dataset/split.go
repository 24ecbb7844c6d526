package dataset

import (
	"fmt"
	"math"
	"slices"
)

// StratifiedSplit deals the images 0..len(labels)-1 at random into parts of the
// given sizes, such that each class is spread over the parts in proportion: where
// the proportions come out whole, as in 40,000 and 10,000 of CIFAR-100's 50,000
// training images, exactly (400 and 100 of each class), and elsewhere to within
// two images. Images left over by sizes that sum to less stay out.
//
// Each part is ascending. The result depends on labels, sizes and seed alone.
func StratifiedSplit(labels, sizes []int, seed uint64) ([][]int, error) {
	left := len(labels)
	for p, size := range sizes {
		if size < 0 {
			return nil, fmt.Errorf("dataset: part %d of a split cannot have %d images", p, size)
		}
		left -= size
	}
	if left < 0 {
		return nil, fmt.Errorf("dataset: a split into %d parts asks for %d images of %d: make the parts smaller",
			len(sizes), len(labels)-left, len(labels))
	}
	dealt := deal(len(labels), append(slices.Clone(sizes), left))
	parts := make([][]int, len(sizes)+1)
	for k, i := range shuffledByClass(labels, seed) {
		parts[dealt[k]] = append(parts[dealt[k]], i)
	}
	for _, part := range parts {
		slices.Sort(part)
	}
	return parts[:len(sizes)], nil
}

// shuffledByClass returns all images, one class after another, each in random
// order.
func shuffledByClass(labels []int, seed uint64) []int {
	r := stream(seed, splitStream)
	images := r.Perm(len(labels))
	slices.SortStableFunc(images, func(i, j int) int { return labels[i] - labels[j] })
	return images
}

// deal assigns the places 0..n-1 to parts whose sizes sum to n, so evenly that
// the places of any class, which lie side by side, meet the parts in proportion.
// Each place goes to the part that is furthest behind its share, which is how
// Tijdeman (1980, The chairman assignment problem) bounds every prefix.
func deal(n int, sizes []int) []int {
	dealt := make([]int, n)
	given := make([]int, len(sizes))
	for k := range n {
		best, behind := 0, math.MinInt
		for p, size := range sizes {
			if b := size*(k+1) - given[p]*n; b > behind {
				best, behind = p, b
			}
		}
		dealt[k] = best
		given[best]++
	}
	return dealt
}

// Sizes divides n images by shares that sum to 1, such as 0.7, 0.15 and 0.15
// (appendix D), rounding so that the sizes sum to n: the images that rounding
// down leaves over go to the largest remainders, the first of equal ones.
func Sizes(n int, shares ...float64) ([]int, error) {
	var sum float64
	for _, s := range shares {
		if !(s >= 0) {
			return nil, fmt.Errorf("dataset: a share of a split cannot be %v", s)
		}
		sum += s
	}
	if math.Abs(sum-1) > 1e-9 {
		return nil, fmt.Errorf("dataset: the shares of a split sum to %v, not to 1", sum)
	}
	sizes := make([]int, len(shares))
	order := make([]int, len(shares))
	left := n
	for p, s := range shares {
		sizes[p] = int(s*float64(n) + 1e-9)
		order[p] = p
		left -= sizes[p]
	}
	remainder := func(p int) float64 { return shares[p]*float64(n) - float64(sizes[p]) }
	slices.SortStableFunc(order, func(p, q int) int {
		switch a, b := remainder(p), remainder(q); {
		case a > b+1e-9:
			return -1
		case b > a+1e-9:
			return 1
		}
		return 0
	})
	for _, p := range order[:left] {
		sizes[p]++
	}
	return sizes, nil
}
