package raster

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// Rotate turns a picture about its centre, counter-clockwise. Each pixel takes
// the colour of the nearest one; what comes from outside is black.
func Rotate(side int, dst, src []byte, degrees float64) {
	Move(side, dst, src, Rotation(side, degrees))
}

// ShearX moves each row to the left, by amount times its height below the top
// edge. Nearest pixels; what comes from outside is black.
func ShearX(side int, dst, src []byte, amount float64) {
	Move(side, dst, src, HorizontalShear(amount))
}

// ShearY moves each column up, by amount times its distance from the left edge.
// Nearest pixels; what comes from outside is black.
func ShearY(side int, dst, src []byte, amount float64) {
	Move(side, dst, src, VerticalShear(amount))
}

// Translate moves a picture right and down by whole pixels; what comes from
// outside is black.
func Translate(side int, dst, src []byte, right, down int) {
	Move(side, dst, src, Translation(right, down))
}

// Affine is an affine map from the pixels of a new picture to points (u, v) of the
// old one, in units of 2^-16 pixels: u and v at the first pixel's centre, what a
// pixel to the right adds to each, and what a pixel further down adds. Whole
// units, as Pillow counts, make points on the border of two pixels fall to the
// same one on every processor.
type Affine [6]int

// Rotation is the map of Rotate, for pictures of that side.
func Rotation(side int, degrees float64) Affine {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	centre := float64(side) / 2
	return affine([6]float64{
		cos, -sin, centre - float64(cos*centre) + float64(sin*centre),
		sin, cos, centre - float64(sin*centre) - float64(cos*centre),
	})
}

// HorizontalShear is the map of ShearX.
func HorizontalShear(amount float64) Affine { return affine([6]float64{1, amount, 0, 0, 1, 0}) }

// VerticalShear is the map of ShearY.
func VerticalShear(amount float64) Affine { return affine([6]float64{1, 0, 0, amount, 1, 0}) }

// Translation is the map of Translate; by 0 and 0 it leaves every picture as it is.
func Translation(right, down int) Affine {
	return affine([6]float64{1, 0, -float64(right), 0, 1, -float64(down)})
}

// affine is the map to (m0·x + m1·y + m2, m3·x + m4·y + m5), where (x, y) is a
// pixel's centre and pixel (0, 0) covers the unit square.
func affine(m [6]float64) Affine {
	return Affine{
		fixed(m[2] + float64(m[0]/2) + float64(m[1]/2)), fixed(m[5] + float64(m[3]/2) + float64(m[4]/2)),
		fixed(m[0]), fixed(m[3]),
		fixed(m[1]), fixed(m[4]),
	}
}

// fixed rounds to units of 2^-16.
func fixed(v float64) int { return int(math.Floor(float64(v*(1<<16)) + 0.5)) }

// Move gives each pixel of dst the colour of the pixel of src that the map's point
// lies in. Points outside are black.
func Move(side int, dst, src []byte, a Affine) {
	check(side, dst, src)
	clear(dst)
	plane := side * side
	for y := range side {
		for x := range side {
			u := (a[0] + x*a[2] + y*a[4]) >> 16
			v := (a[1] + x*a[3] + y*a[5]) >> 16
			if u < 0 || v < 0 || u >= side || v >= side {
				continue
			}
			from, to := v*side+u, y*side+x
			for c := 0; c < len(src); c += plane {
				dst[c+to] = src[c+from]
			}
		}
	}
}

// MoveGraph is Move on a batch, with a map for each picture: [batch, 6], whole
// numbers below 2^24, which float32 holds exactly.
func MoveGraph(maps, images *Node) *Node {
	g, batch, side := images.Graph(), images.Shape().Dim(0), images.Shape().Dim(-1)
	maps.AssertDims(batch, 6)
	maps = ConvertDType(maps, dtypes.Int32)
	part := func(k int) *Node { return Reshape(Slice(maps, AxisRange(), AxisElem(k)), batch, 1, 1) }
	x := Iota(g, shapes.Make(dtypes.Int32, 1, 1, side), 2)
	y := Iota(g, shapes.Make(dtypes.Int32, 1, side, 1), 1)
	point := func(first, right, down *Node) *Node { // [batch, side, side]
		units := Add(Add(first, Mul(y, down)), Mul(x, right))
		return BitwiseShiftRightArithmeticScalar(units, 16)
	}
	u, v := point(part(0), part(2), part(4)), point(part(1), part(3), part(5))
	inside := func(u *Node) *Node {
		return LogicalAnd(GreaterOrEqual(u, ScalarZero(g, u.DType())), LessThan(u, Scalar(g, u.DType(), side)))
	}

	// Colours are fetched whole, so that each point is looked up once.
	pictures := Iota(g, shapes.Make(dtypes.Int32, batch, 1, 1), 0)
	last := float64(side - 1)
	from := Add(MulScalar(pictures, side*side), Add(MulScalar(ClipScalar(v, 0, last), side), ClipScalar(u, 0, last)))
	colours := Reshape(TransposeAllAxes(images, 0, 2, 3, 1), batch*side*side, 3)
	colours = Gather(colours, InsertAxes(from, -1)) // [batch, side, side, 3]
	colours = Where(LogicalAnd(inside(u), inside(v)), colours, ScalarZero(g, colours.DType()))
	return TransposeAllAxes(colours, 0, 3, 1, 2)
}
