package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"nesybook/nesy/dataset/raster"
)

// Magnitudes says how AutoAugment's magnitudes 0 to 9 become angles, shares and
// factors. The two agree on everything but the enhancements (Brightness, Color,
// Contrast and Sharpness) and Solarize.
type Magnitudes int

const (
	// Torchvision enhances by a factor 1 ± 0.1·m, the sign at random, so that
	// magnitude 0 changes nothing, and solarizes from 255·(1 - m/9).
	Torchvision Magnitudes = iota
	// Published is table 6 of the AutoAugment paper: enhancement factors from 0.1
	// to 1.9, so that magnitude 0 nearly removes the quality and the sign plays no
	// part, and thresholds from 256.
	Published
)

func (m Magnitudes) String() string {
	switch m {
	case Torchvision:
		return "torchvision"
	case Published:
		return "published"
	}
	return fmt.Sprintf("Magnitudes(%d)", int(m))
}

// Operation is one half of a sub-policy of AutoAugment.
type Operation struct {
	Name        string
	Probability float64
	Magnitude   int // 0 to 9; AutoContrast, Equalize and Invert make no use of it
}

// AutoAugmentPolicy returns the 25 sub-policies found on CIFAR-10: table 7 of
// Cubuk et al. (2019, AutoAugment: learning augmentation policies from data).
func AutoAugmentPolicy() [25][2]Operation {
	return [25][2]Operation{
		{{"Invert", 0.1, 7}, {"Contrast", 0.2, 6}},
		{{"Rotate", 0.7, 2}, {"TranslateX", 0.3, 9}},
		{{"Sharpness", 0.8, 1}, {"Sharpness", 0.9, 3}},
		{{"ShearY", 0.5, 8}, {"TranslateY", 0.7, 9}},
		{{"AutoContrast", 0.5, 8}, {"Equalize", 0.9, 2}},
		{{"ShearY", 0.2, 7}, {"Posterize", 0.3, 7}},
		{{"Color", 0.4, 3}, {"Brightness", 0.6, 7}},
		{{"Sharpness", 0.3, 9}, {"Brightness", 0.7, 9}},
		{{"Equalize", 0.6, 5}, {"Equalize", 0.5, 1}},
		{{"Contrast", 0.6, 7}, {"Sharpness", 0.6, 5}},
		{{"Color", 0.7, 7}, {"TranslateX", 0.5, 8}},
		{{"Equalize", 0.3, 7}, {"AutoContrast", 0.4, 8}},
		{{"TranslateY", 0.4, 3}, {"Sharpness", 0.2, 6}},
		{{"Brightness", 0.9, 6}, {"Color", 0.2, 8}},
		{{"Solarize", 0.5, 2}, {"Invert", 0.0, 3}},
		{{"Equalize", 0.2, 0}, {"AutoContrast", 0.6, 0}},
		{{"Equalize", 0.2, 8}, {"Equalize", 0.6, 4}},
		{{"Color", 0.9, 9}, {"Equalize", 0.6, 6}},
		{{"AutoContrast", 0.8, 4}, {"Solarize", 0.2, 8}},
		{{"Brightness", 0.1, 3}, {"Color", 0.7, 0}},
		{{"Solarize", 0.4, 5}, {"AutoContrast", 0.9, 3}},
		{{"TranslateY", 0.9, 9}, {"TranslateY", 0.7, 9}},
		{{"AutoContrast", 0.9, 2}, {"Solarize", 0.8, 3}},
		{{"Equalize", 0.8, 8}, {"Invert", 0.1, 3}},
		{{"TranslateY", 0.7, 9}, {"AutoContrast", 0.9, 1}},
	}
}

// AutoAugment applies one of the 25 sub-policies, drawn anew for each picture:
// its two operations one after the other, each with its probability and, where
// the operation has a direction, a random sign. Shears, shifts and turns take the
// nearest pixels and fill with black.
func AutoAugment(m Magnitudes) Step {
	policy := AutoAugmentPolicy()
	return Step{
		Name: fmt.Sprintf("autoaugment cifar10 %v", m),
		// For each half the sub-policy, counted from 1, with the operation's sign; 0
		// where it is not carried out.
		Numbers: 2,
		Draw: func(r *rand.Rand, _ int, plan []float64) {
			sub := r.IntN(len(policy))
			for half, o := range policy[sub] {
				chance, sign := r.Float64(), float64(2*r.IntN(2)-1)
				if chance < o.Probability {
					plan[half] = sign * float64(sub+1)
				}
			}
		},
		Change: func(plan []float64, side int, dst, src []byte) {
			copy(dst, src)
			before := make([]byte, len(src))
			for half, choice := range plan {
				if choice != 0 {
					copy(before, dst)
					sign := math.Copysign(1, choice)
					policy[int(sign*choice)-1][half].apply(m, sign, side, dst, before)
				}
			}
		},
		Graph: func(plans, images *graph.Node) *graph.Node {
			for half := range 2 {
				images = operationGraph(m, policy[:], half, column(plans, half), images)
			}
			return images
		},
	}
}

// apply carries the operation out; sign is 1 or -1.
func (o Operation) apply(m Magnitudes, sign float64, side int, dst, src []byte) {
	amount := o.amount(m, sign, side)
	switch o.Name {
	case "ShearX":
		raster.ShearX(side, dst, src, amount)
	case "ShearY":
		raster.ShearY(side, dst, src, amount)
	case "TranslateX":
		raster.Translate(side, dst, src, int(amount), 0)
	case "TranslateY":
		raster.Translate(side, dst, src, 0, int(amount))
	case "Rotate":
		raster.Rotate(side, dst, src, amount)
	case "Brightness":
		raster.Brightness(side, dst, src, amount)
	case "Color":
		raster.Saturation(side, dst, src, amount)
	case "Contrast":
		raster.Contrast(side, dst, src, amount)
	case "Sharpness":
		raster.Sharpness(side, dst, src, amount)
	case "Posterize":
		raster.Posterize(side, dst, src, int(amount))
	case "Solarize":
		raster.Solarize(side, dst, src, amount)
	case "AutoContrast":
		raster.AutoContrast(side, dst, src)
	case "Equalize":
		raster.Equalize(side, dst, src)
	case "Invert":
		raster.Invert(side, dst, src)
	default:
		panic("dataset: no AutoAugment operation " + o.Name)
	}
}

// amount turns the magnitude into what the operation takes: a shear, pixels,
// degrees, a factor, bits or a threshold, and 0 where it takes nothing. The
// published shift by up to 150 pixels is meant for pictures of 331.
func (o Operation) amount(m Magnitudes, sign float64, side int) float64 {
	share := float64(o.Magnitude) / 9
	switch o.Name {
	case "ShearX", "ShearY":
		return sign * 0.3 * share
	case "TranslateX", "TranslateY":
		return sign * math.Trunc(150.0/331*float64(side)*share)
	case "Rotate":
		return sign * 30 * share
	case "Brightness", "Color", "Contrast", "Sharpness":
		if m == Published {
			return 0.1 + float64(1.8*share)
		}
		return 1 + float64(sign*0.9*share)
	case "Posterize":
		return 8 - math.RoundToEven(4*share)
	case "Solarize":
		if m == Published {
			return 256 * (1 - share)
		}
		return 255 * (1 - share)
	}
	return 0
}
