package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// RandomErasing covers, with a probability, a random rectangle by one colour
// (Zhong et al. 2017, Random erasing data augmentation). Its area is uniform in
// 2 % to 1/3 of the picture's, its ratio of width to height log-uniform in 0.3 to
// 1/0.3; ten are tried until one is smaller than the picture both ways, then the
// picture stays.
//
// The paper erases after normalisation, with zeros, which stand for the mean
// colour. Pictures are bytes here and normalised later, so the colour is given:
// use MeanColour of the same Normalisation, which becomes zero to within the
// rounding to a byte, 1/(510·Std), or 0.01 at usual deviations.
func RandomErasing(probability float64, colour [3]byte) Step {
	area, ratio := Range{0.02, 1.0 / 3}, Range{0.3, 1 / 0.3}
	return Step{
		Name: fmt.Sprintf("erasing %g colour %v", probability, colour),
		Apply: func(r *rand.Rand, side int, dst, src []byte) {
			copy(dst, src)
			if r.Float64() >= probability {
				return
			}
			hole, ok := rectangle(r, side, side-1, area, ratio)
			if !ok {
				return
			}
			for c, p := range colour {
				for y := range hole.Height {
					row := dst[(c*side+hole.Top+y)*side+hole.Left:][:hole.Width]
					for x := range row {
						row[x] = p
					}
				}
			}
		},
	}
}

// MeanColour returns the bytes nearest to the mean, whose normalised values are
// nearest to 0.
func (n Normalisation) MeanColour() [3]byte {
	var colour [3]byte
	for c, m := range n.Mean {
		colour[c] = byte(math.Round(min(max(float64(m), 0), 1) * 255))
	}
	return colour
}
