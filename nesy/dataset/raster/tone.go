package raster

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// Invert replaces each value by 255 less it.
func Invert(side int, dst, src []byte) {
	check(side, dst, src)
	for k, p := range src {
		dst[k] = 255 - p
	}
}

// Solarize inverts the values that are not below a threshold.
func Solarize(side int, dst, src []byte, threshold float64) {
	check(side, dst, src)
	for k, p := range src {
		if float64(p) >= threshold {
			p = 255 - p
		}
		dst[k] = p
	}
}

// SolarizeGraph is Solarize on a batch, with a threshold for each picture: [batch].
// Threshold 0 is Invert, 256 changes nothing.
func SolarizeGraph(thresholds, images *Node) *Node {
	thresholds.AssertDims(images.Shape().Dim(0))
	high := GreaterOrEqual(images, Reshape(thresholds, -1, 1, 1, 1))
	return Where(high, AddScalar(Neg(images), 255), images)
}

// Posterize keeps the first bits of each value, 0 to 8, and clears the others.
func Posterize(side int, dst, src []byte, bits int) {
	check(side, dst, src)
	mask := byte(0xff << (8 - bits))
	for k, p := range src {
		dst[k] = p & mask
	}
}

// PosterizeGraph is Posterize on a batch, with a number of bits for each picture:
// [batch].
func PosterizeGraph(bits, images *Node) *Node {
	bits.AssertDims(images.Shape().Dim(0))
	unit := Round(Pow(Scalar(bits.Graph(), bits.DType(), 2), AddScalar(Neg(bits), 8)))
	unit = Reshape(unit, -1, 1, 1, 1)
	return Mul(unit, Floor(Div(images, unit)))
}

// AutoContrast stretches the values of each channel so that its least becomes 0
// and its greatest 255. A constant channel stays.
func AutoContrast(side int, dst, src []byte) {
	eachChannel(side, dst, src, func(count *[256]int) (table [256]byte) {
		least, greatest := 255, 0
		for v, n := range count {
			if n > 0 {
				least, greatest = min(least, v), max(greatest, v)
			}
		}
		if least >= greatest {
			return identity()
		}
		scale := 255 / float64(greatest-least)
		offset := -float64(least) * scale
		for v := range table {
			table[v] = toByte(float64(float64(v)*scale) + offset)
		}
		return table
	})
}

// AutoContrastGraph is AutoContrast on a batch. Double precision, like AutoContrast:
// it decides whether what should be a whole number is rounded down to the one before.
func AutoContrastGraph(images *Node) *Node {
	x := ConvertDType(images, dtypes.Float64)
	least, greatest := ReduceAndKeep(x, ReduceMin, -2, -1), ReduceAndKeep(x, ReduceMax, -2, -1) // [batch, 3, 1, 1]
	span := MaxScalar(Sub(greatest, least), 1)
	scale := Div(Scalar(x.Graph(), x.DType(), 255), span)
	stretched := Floor(ClipScalar(Sub(Mul(x, scale), Mul(least, scale)), 0, 255))
	constant := BroadcastToShape(Equal(least, greatest), images.Shape())
	return Where(constant, images, ConvertDType(stretched, images.DType()))
}

// Equalize gives each channel a histogram as flat as a function of the value
// can: a value becomes the share of pixels below it. Shares are counted in whole
// pixels per grey level, so pictures of fewer than 255 pixels stay, and in those
// of few thousand many of the brightest values become 255.
func Equalize(side int, dst, src []byte) {
	eachChannel(side, dst, src, func(count *[256]int) (table [256]byte) {
		last := 255
		for last > 0 && count[last] == 0 {
			last--
		}
		step := (side*side - count[last]) / 255 // pixels per grey level
		if step == 0 {
			return identity()
		}
		below := step / 2
		for v := range table {
			table[v] = byte(min(below/step, 255))
			below += count[v]
		}
		return table
	})
}

// EqualizeGraph is Equalize on a batch.
func EqualizeGraph(images *Node) *Node {
	g, side := images.Graph(), images.Shape().Dim(-1)
	planes := images.Shape().Dim(0) * images.Shape().Dim(1)
	values := ConvertDType(Reshape(images, planes, side*side), dtypes.Int32)

	count := histogram(values) // [planes, 256], as throughout
	below := ShiftWithScalar(count, -1, ShiftDirRight, 1, 0)
	for n := 1; n < 256; n *= 2 { // sums of all before, of which there are 1, 2, 4 …
		below = Add(below, ShiftWithScalar(below, -1, ShiftDirRight, n, 0))
	}
	last := InsertAxes(ReduceMax(values, -1), -1)
	levels := Iota(g, shapes.Make(dtypes.Int32, planes, 256), 1)
	brightest := ReduceAndKeep(Where(Equal(levels, last), count, ScalarZero(g, count.DType())), ReduceSum, -1)
	step := Div(AddScalar(Neg(brightest), side*side), Scalar(g, count.DType(), 255)) // [planes, 1], whole
	divisor := MaxScalar(step, 1)
	table := MinScalar(Div(Add(below, Div(divisor, Scalar(g, count.DType(), 2))), divisor), 255)
	table = Where(BroadcastToShape(Equal(step, ScalarZero(g, step.DType())), table.Shape()), levels, table)

	first := MulScalar(Iota(g, shapes.Make(dtypes.Int32, planes, 1), 0), 256)
	equalized := Gather(Reshape(table, -1), InsertAxes(Add(values, first), -1))
	return Reshape(ConvertDType(equalized, images.DType()), images.Shape().Dimensions...)
}

// histogram counts how often each byte occurs in each row of values [rows, n]:
// [rows, 256] int32. The counts of all pairs of upper and lower four bits are a
// product of two matrices of ones and zeros, which takes 32 comparisons a value in
// place of 256 and is exact in any precision that adds up in float32.
func histogram(values *Node) *Node {
	g := values.Graph()
	sixteen := Scalar(g, values.DType(), 16)
	oneHot := func(digits *Node) *Node { // [rows, 16, n]: the product runs along the last axis
		all := Iota(g, shapes.Make(values.DType(), 1, 16, 1), 1)
		return ConvertDType(Equal(InsertAxes(digits, 1), all), dtypes.Float32)
	}
	count := Einsum("run,rln->rul", oneHot(Div(values, sixteen)), oneHot(Mod(values, sixteen)))
	return ConvertDType(Reshape(count, -1, 256), dtypes.Int32)
}

// eachChannel maps the values of each channel by a table made from the number of
// pixels that have each value.
func eachChannel(side int, dst, src []byte, tabulate func(count *[256]int) [256]byte) {
	check(side, dst, src)
	plane := side * side
	for c := 0; c < len(src); c += plane {
		var count [256]int
		for _, p := range src[c : c+plane] {
			count[p]++
		}
		table := tabulate(&count)
		for k, p := range src[c : c+plane] {
			dst[c+k] = table[p]
		}
	}
}

func identity() (table [256]byte) {
	for v := range table {
		table[v] = byte(v)
	}
	return table
}

// toByte rounds down, into 0..255.
func toByte(v float64) byte { return byte(min(max(v, 0), 255)) }
