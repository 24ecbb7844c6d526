package dataset

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"nesybook/nesy/dataset/raster"
)

// ColourJitter changes brightness, contrast and saturation by factors uniform in
// max(0, 1-s) to 1+s, s being the strength given for each, and turns hues by a
// share of the colour circle uniform in -hue to hue. The four come in random
// order, as in torchvision; one of strength 0 does nothing.
func ColourJitter(brightness, contrast, saturation, hue float64) Step {
	about := func(centre, strength float64) Range { return Range{centre - strength, centre + strength} }
	factor := func(strength float64) Range { return Range{max(0, 1-strength), 1 + strength} }
	changes := []struct {
		amount Range
		none   float64 // the amount that changes nothing
		apply  func(side int, dst, src []byte, amount float64)
		graph  func(amounts, images *graph.Node) *graph.Node
	}{
		{factor(brightness), 1, raster.Brightness, raster.BrightnessGraph},
		{factor(contrast), 1, raster.Contrast, raster.ContrastGraph},
		{factor(saturation), 1, raster.Saturation, raster.SaturationGraph},
		{about(0, hue), 0, raster.Hue, raster.HueGraph},
	}
	return Step{
		Name:    fmt.Sprintf("colour-jitter %g %g %g %g", brightness, contrast, saturation, hue),
		Numbers: 2 * len(changes), // in their order, which change and by what amount
		Draw: func(r *rand.Rand, _ int, plan []float64) {
			for place, k := range r.Perm(len(changes)) {
				plan[2*place], plan[2*place+1] = float64(k), changes[k].amount.uniform(r)
			}
		},
		Change: func(plan []float64, side int, dst, src []byte) {
			copy(dst, src)
			before := make([]byte, len(src))
			for place := range changes {
				copy(before, dst)
				changes[int(plan[2*place])].apply(side, dst, before, plan[2*place+1])
			}
		},
		Graph: func(plans, images *graph.Node) *graph.Node {
			g, dtype := plans.Graph(), plans.DType()
			for place := range changes {
				which, amount := column(plans, 2*place), column(plans, 2*place+1)
				for k, change := range changes { // one has an effect
					amount := graph.Where(graph.Equal(which, graph.Scalar(g, dtype, k)), amount, graph.Scalar(g, dtype, change.none))
					images = change.graph(amount, images)
				}
			}
			return images
		},
	}
}
