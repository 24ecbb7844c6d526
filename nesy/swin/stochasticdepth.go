package swin

import (
	"math/rand/v2"

	. "github.com/gomlx/gomlx/core/graph"
)

// Branches returns the number of branches that are added to the tokens: two a
// block, attention and perceptron.
func (c Config) Branches() int { return 2 * sum(c.Depths) }

// StochasticDepth draws, for each of a batch of images and each branch, what the
// branch is multiplied by in training, [batch, Branches] row-major: 0 where it is
// dropped and 1/(1-p) where not, so that its mean stays. p grows in equal steps
// from 0 in the first block to rate, in [0, 1), in the last.
func (c Config) StochasticDepth(rate float64, batch int, r *rand.Rand) []float32 {
	blocks := sum(c.Depths)
	keep := make([]float32, 0, batch*c.Branches())
	for range batch {
		for branch := range c.Branches() {
			p := rate * float64(branch/2) / float64(max(1, blocks-1))
			if r.Float64() < p {
				keep = append(keep, 0)
			} else {
				keep = append(keep, float32(1/(1-p)))
			}
		}
	}
	return keep
}

// drop multiplies what a branch adds to each image's tokens, [batch·tokens, width],
// by its column of keep.
func (f *forward) drop(branch int, x *Node) *Node {
	if f.keep == nil {
		return x
	}
	column := Slice(f.keep, AxisRange(), AxisElem(branch)) // [batch, 1]
	images := Reshape(x, f.batch, -1)
	return Reshape(Mul(images, BroadcastToDims(column, images.Shape().Dimensions...)), x.Shape().Dimensions...)
}

func sum(numbers []int) int {
	total := 0
	for _, n := range numbers {
		total += n
	}
	return total
}
