package dataset

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Step is one random change to a picture.
type Step struct {
	// Name says what the step does and with which numbers; equal names mean equal
	// steps, so that cached features can be told apart by it.
	Name string
	// Apply writes the changed picture into dst. Both are planes R, G, B of
	// side·side bytes and do not overlap; dst holds anything before.
	Apply func(r *rand.Rand, side int, dst, src []byte)
}

// Augmentation is a sequence of steps. The empty one changes nothing.
type Augmentation []Step

// CropAndFlip is the augmentation used for CIFAR since He et al. (2016, Deep
// residual learning): a shift by up to 4 pixels and a mirror image half the time.
func CropAndFlip() Augmentation { return Augmentation{ReflectCrop(4), Flip(0.5)} }

// String names all steps in order, "none" if there are none.
func (a Augmentation) String() string {
	if len(a) == 0 {
		return "none"
	}
	names := make([]string, len(a))
	for k, s := range a {
		names[k] = s.Name
	}
	return strings.Join(names, ", ")
}

// Apply changes the pixels of an image, in place. What it does depends on the
// seed, the view and the image's number alone, so views can be made in any order
// and again. It panics if pixels is not 3·side·side long.
func (a Augmentation) Apply(seed uint64, view, image, side int, pixels []byte) {
	if len(pixels) != 3*side*side {
		panic("dataset: plane length mismatch")
	}
	if len(a) == 0 {
		return
	}
	r := stream(seed, augmentationStream, uint64(view), uint64(image))
	src, dst := pixels, make([]byte, len(pixels))
	for _, s := range a {
		s.Apply(r, side, dst, src)
		src, dst = dst, src
	}
	if &src[0] != &pixels[0] {
		copy(pixels, src)
	}
}

// ReflectCrop extends the picture by pad pixels on each side, by reflection about
// its outermost pixels, and cuts out a random picture of the original size. Pads
// must be smaller than the picture.
func ReflectCrop(pad int) Step {
	return Step{
		Name: fmt.Sprintf("reflect-crop %d", pad),
		Apply: func(r *rand.Rand, side int, dst, src []byte) {
			down, right := r.IntN(2*pad+1)-pad, r.IntN(2*pad+1)-pad
			for c := range 3 {
				for y := range side {
					row := src[(c*side+reflect(y+down, side))*side:][:side]
					to := dst[(c*side+y)*side:][:side]
					for x := range to {
						to[x] = row[reflect(x+right, side)]
					}
				}
			}
		},
	}
}

// reflect folds a coordinate that lies outside 0..n-1 back about the first or
// last pixel, which is not repeated: -1 becomes 1.
func reflect(x, n int) int {
	if x < 0 {
		return -x
	}
	if x >= n {
		return 2*(n-1) - x
	}
	return x
}

// Flip mirrors the picture left to right with a probability.
func Flip(probability float64) Step {
	return Step{
		Name: fmt.Sprintf("flip %g", probability),
		Apply: func(r *rand.Rand, side int, dst, src []byte) {
			copy(dst, src)
			if r.Float64() >= probability {
				return
			}
			for k := 0; k < len(dst); k += side {
				row := dst[k : k+side]
				for a, b := 0, side-1; a < b; a, b = a+1, b-1 {
					row[a], row[b] = row[b], row[a]
				}
			}
		},
	}
}
