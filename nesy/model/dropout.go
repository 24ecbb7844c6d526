package model

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/tensors"
)

// dropoutStream is the base of the streams of the seed that masks are drawn
// from, one a training step.
const dropoutStream = 1 << 40

// Dropout draws the masks of dropout: a mask is 0 for the units dropped and
// 1/(1-rate) for the others, so that the mean of a layer stays (Srivastava et
// al., 2014, "Dropout: A Simple Way to Prevent Neural Networks from
// Overfitting"). Masks are drawn outside the graph, so that they are the same
// on every backend and a step can be repeated from its number alone.
type Dropout struct {
	rate float64
	seed uint64
	// Masks holds one tensor for each layer of the projection, [c.Hidden, batch]
	// and [c.Width, batch]; it is empty where nothing is dropped. Draw overwrites
	// the values.
	Masks []*tensors.Tensor
}

// NewDropout returns the masks of batches of the given size, not yet drawn.
func NewDropout(c Config, batch int, seed uint64) *Dropout {
	d := &Dropout{rate: c.Dropout, seed: seed}
	if c.Dropout == 0 {
		return d
	}
	for _, width := range c.widths() {
		d.Masks = append(d.Masks, tensors.FromScalarAndDimensions(float32(0), width, batch))
	}
	return d
}

// Draw draws the masks of the given training step, whatever was drawn before.
func (d *Dropout) Draw(step int) {
	// Four decisions from each draw, each of 16 bits: the rate is kept to 1e-5.
	source := rand.NewPCG(d.seed, dropoutStream+uint64(step))
	threshold := uint64(math.Round(d.rate * (1 << 16)))
	keep := [2]float32{float32(1 / (1 - d.rate)), 0}
	for _, mask := range d.Masks {
		tensors.MustMutableFlatData(mask, func(values []float32) {
			var bits uint64
			for i := range values {
				if i%4 == 0 {
					bits = source.Uint64()
				}
				// The difference is negative, its top bit set, where the unit is dropped.
				values[i] = keep[(bits&0xffff-threshold)>>63]
				bits >>= 16
			}
		})
	}
}
