package raster

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// The four enhancements mix the picture with one that lacks a quality. Factor 1
// is the picture, 0 the other, 2 as much beyond the picture.

// Brightness mixes the picture with black.
func Brightness(side int, dst, src []byte, factor float64) {
	check(side, dst, src)
	for k, p := range src {
		dst[k] = enhance(0, p, factor)
	}
}

// BrightnessGraph is Brightness on a batch, with a factor for each picture: [batch].
func BrightnessGraph(factors, images *Node) *Node {
	return enhanceGraph(ScalarZero(images.Graph(), images.DType()), images, factors)
}

// Contrast mixes the picture with a flat grey, that of its mean luminance.
func Contrast(side int, dst, src []byte, factor float64) {
	check(side, dst, src)
	plane := side * side
	var sum int
	for k := range plane {
		sum += int(luminance(src, plane, k))
	}
	mean := byte(float64(sum)/float64(plane) + 0.5)
	for k, p := range src {
		dst[k] = enhance(mean, p, factor)
	}
}

// ContrastGraph is Contrast on a batch, with a factor for each picture: [batch].
func ContrastGraph(factors, images *Node) *Node {
	plane := float64(images.Shape().Dim(-1) * images.Shape().Dim(-1))
	sum := ReduceAndKeep(luminanceGraph(images), ReduceSum, -2, -1)                  // whole, below 2^24 up to 256×256 pixels
	mean := Floor(AddScalar(Div(sum, Scalar(sum.Graph(), sum.DType(), plane)), 0.5)) // [batch, 1, 1, 1]
	return enhanceGraph(mean, images, factors)
}

// Saturation mixes the picture with the grey picture of its luminance. Pillow and
// AutoAugment call it Color.
func Saturation(side int, dst, src []byte, factor float64) {
	check(side, dst, src)
	plane := side * side
	for k := range plane {
		grey := luminance(src, plane, k)
		for c := k; c < len(src); c += plane {
			dst[c] = enhance(grey, src[c], factor)
		}
	}
}

// SaturationGraph is Saturation on a batch, with a factor for each picture: [batch].
func SaturationGraph(factors, images *Node) *Node {
	return enhanceGraph(luminanceGraph(images), images, factors)
}

// Sharpness mixes the picture with a smoothed one, in which a pixel is the mean
// of itself, counted five times, and its eight neighbours. The outermost pixels
// stay.
func Sharpness(side int, dst, src []byte, factor float64) {
	check(side, dst, src)
	copy(dst, src)
	for c := 0; c < len(src); c += side * side {
		for y := 1; y < side-1; y++ {
			for x := 1; x < side-1; x++ {
				at := c + y*side + x
				sum := 4 * int(src[at])
				for _, row := range []int{at - side, at, at + side} {
					sum += int(src[row-1]) + int(src[row]) + int(src[row+1])
				}
				smooth := byte((sum + 6) / 13) // to the nearest
				dst[at] = enhance(smooth, src[at], factor)
			}
		}
	}
}

// SharpnessGraph is Sharpness on a batch, with a factor for each picture: [batch].
func SharpnessGraph(factors, images *Node) *Node {
	g, side := images.Graph(), images.Shape().Dim(-1)
	three := func(x *Node, axis int) *Node { // sums of neighbours; wrong at the edges
		return Add(x, Add(Shift(x, axis, ShiftDirLeft, 1), Shift(x, axis, ShiftDirRight, 1)))
	}
	sum := Add(MulScalar(images, 4), three(three(images, -1), -2))
	smooth := Floor(DivScalar(AddScalar(sum, 6.5), 13)) // 6.5: no quotient on the edge between two values

	index := func(axis int) *Node { return Iota(g, shapes.Make(dtypes.Int32, images.Shape().Dimensions...), axis) }
	within := func(k *Node) *Node {
		return LogicalAnd(GreaterThan(k, ScalarZero(g, k.DType())), LessThan(k, Scalar(g, k.DType(), side-1)))
	}
	smooth = Where(LogicalAnd(within(index(2)), within(index(3))), smooth, images)
	return enhanceGraph(smooth, images, factors)
}

// enhance mixes two values, single precision and rounding down, as Pillow does.
func enhance(without, with byte, factor float64) byte {
	a, b := float32(without), float32(with)
	return toByte(float64(a + float32(float32(factor)*(b-a))))
}

// enhanceGraph mixes a batch, by a factor for each picture, with a scalar or images
// of as many axes.
func enhanceGraph(without, images, factors *Node) *Node {
	factors.AssertDims(images.Shape().Dim(0))
	mixed := Add(without, Mul(Reshape(factors, -1, 1, 1, 1), Sub(images, without)))
	return Floor(ClipScalar(mixed, 0, 255))
}

// luminance is that of ITU-R recommendation BT.601, in 16-bit fixed point.
func luminance(src []byte, plane, k int) byte {
	r, g, b := uint32(src[k]), uint32(src[plane+k]), uint32(src[2*plane+k])
	return byte((19595*r + 38470*g + 7471*b + 1<<15) >> 16)
}

// luminanceGraph returns [batch, 1, side, side]. All its sums are below 2^24, and
// so exact.
func luminanceGraph(images *Node) *Node {
	r, g, b := channels(images)
	sum := Add(Add(MulScalar(r, 19595), MulScalar(g, 38470)), MulScalar(b, 7471))
	return Floor(DivScalar(AddScalar(sum, 1<<15), 1<<16))
}

// channels returns the three planes of each picture, [batch, 1, side, side].
func channels(images *Node) (r, g, b *Node) {
	plane := func(c int) *Node { return Slice(images, AxisRange(), AxisElem(c)) }
	return plane(0), plane(1), plane(2)
}
