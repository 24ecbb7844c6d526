package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
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
		Name:    fmt.Sprintf("erasing %g colour %v", probability, colour),
		Numbers: 4, // left, top, width, height; all 0 where nothing is erased
		Draw: func(r *rand.Rand, side int, plan []float64) {
			if r.Float64() >= probability {
				return
			}
			if hole, ok := rectangle(r, side, side-1, area, ratio); ok {
				putRectangle(plan, hole)
			}
		},
		Change: func(plan []float64, side int, dst, src []byte) {
			copy(dst, src)
			hole := plannedRectangle(plan)
			for c, p := range colour {
				for y := range hole.Height {
					row := dst[(c*side+hole.Top+y)*side+hole.Left:][:hole.Width]
					for x := range row {
						row[x] = p
					}
				}
			}
		},
		Graph: func(plans, images *graph.Node) *graph.Node {
			within := func(start, length *graph.Node, axis int) *graph.Node {
				start, length = graph.Reshape(start, -1, 1, 1, 1), graph.Reshape(length, -1, 1, 1, 1)
				at := graph.Iota(images.Graph(), shapes.Make(plans.DType(), images.Shape().Dimensions...), axis)
				return graph.LogicalAnd(graph.GreaterOrEqual(at, start), graph.LessThan(at, graph.Add(start, length)))
			}
			hole := graph.LogicalAnd(within(column(plans, 0), column(plans, 2), 3), within(column(plans, 1), column(plans, 3), 2))
			paint := graph.Const(images.Graph(), []float32{float32(colour[0]), float32(colour[1]), float32(colour[2])})
			return graph.Where(hole, graph.BroadcastToShape(graph.Reshape(paint, 1, 3, 1, 1), images.Shape()), images)
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
