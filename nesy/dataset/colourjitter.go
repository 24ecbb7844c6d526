package dataset

import (
	"fmt"
	"math/rand/v2"

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
		apply  func(side int, dst, src []byte, amount float64)
	}{
		{factor(brightness), raster.Brightness},
		{factor(contrast), raster.Contrast},
		{factor(saturation), raster.Saturation},
		{about(0, hue), raster.Hue},
	}
	return Step{
		Name: fmt.Sprintf("colour-jitter %g %g %g %g", brightness, contrast, saturation, hue),
		Apply: func(r *rand.Rand, side int, dst, src []byte) {
			copy(dst, src)
			before := make([]byte, len(src))
			for _, k := range r.Perm(len(changes)) {
				amount := changes[k].amount.uniform(r)
				copy(before, dst)
				changes[k].apply(side, dst, before, amount)
			}
		},
	}
}
