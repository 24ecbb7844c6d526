package dataset

import (
	"fmt"
	"math/rand/v2"

	"nesybook/nesy/dataset/raster"
)

// RandomRotation turns the picture about its centre by an angle uniform between
// -degrees and degrees. As torchvision does unless told otherwise, it takes the
// nearest pixels and leaves the corners that come from outside black.
func RandomRotation(degrees float64) Step {
	return Step{
		Name: fmt.Sprintf("rotation %g", degrees),
		Apply: func(r *rand.Rand, side int, dst, src []byte) {
			raster.Rotate(side, dst, src, Range{-degrees, degrees}.uniform(r))
		},
	}
}
