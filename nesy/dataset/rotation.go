package dataset

import (
	"fmt"
	"math/rand/v2"

	"nesybook/nesy/dataset/raster"
)

// RandomRotation turns the picture about its centre by an angle uniform between
// -degrees and degrees. As torchvision does unless told otherwise, it takes the
// nearest pixels and leaves the corners that come from outside black. In a graph it
// is exact where no corner is moved by 256 pixels: with 30 degrees, up to sides of
// 800.
func RandomRotation(degrees float64) Step {
	return Step{
		Name:    fmt.Sprintf("rotation %g", degrees),
		Numbers: 6, // a raster.Affine
		Draw: func(r *rand.Rand, side int, plan []float64) {
			for k, v := range raster.Rotation(side, Range{-degrees, degrees}.uniform(r)) {
				plan[k] = float64(v)
			}
		},
		Change: func(plan []float64, side int, dst, src []byte) {
			var a raster.Affine
			for k := range a {
				a[k] = int(plan[k])
			}
			raster.Move(side, dst, src, a)
		},
		Graph: raster.MoveGraph,
	}
}
