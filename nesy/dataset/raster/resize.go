package raster

import (
	"math"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// Rect is a part of a picture, in pixels. Its Width and Height are positive.
type Rect struct{ Left, Top, Width, Height int }

// Resize cuts r out of src and enlarges it to the whole of dst, bilinearly:
// pixel centres correspond, and colours beyond the cut's outermost pixel centres
// are those of its outermost pixels. It panics if r is not inside the picture.
//
// Pillow rounds to bytes between rows and columns as well; this differs from it
// by at most 1.
func Resize(side int, dst, src []byte, r Rect) {
	check(side, dst, src)
	if r.Left < 0 || r.Top < 0 || r.Width < 1 || r.Height < 1 || r.Left+r.Width > side || r.Top+r.Height > side {
		panic("raster: rectangle outside the picture")
	}
	columns, rows := neighbours(side, r.Left, r.Width), neighbours(side, r.Top, r.Height)
	for c := 0; c < len(src); c += side * side {
		for y, v := range rows {
			upper, lower := src[c+v.first*side:][:side], src[c+v.second*side:][:side]
			to := dst[c+y*side:][:side]
			for x, u := range columns {
				to[x] = byte(mix(v.share, u.at(upper), u.at(lower)) + 0.5)
			}
		}
	}
}

// neighbour is a point between two pixels of a row or column.
type neighbour struct {
	first, second int
	share         float64 // of the second, in [0, 1]
}

// neighbours finds the point of each of side pixels in the stretch of length
// pixels from start on.
func neighbours(side, start, length int) []neighbour {
	points := make([]neighbour, side)
	for k := range points {
		at := float64((float64(k)+0.5)*float64(length))/float64(side) - 0.5
		at = min(max(at, 0), float64(length-1))
		first := int(math.Floor(at))
		points[k] = neighbour{start + first, start + min(first+1, length-1), at - float64(first)}
	}
	return points
}

func (n neighbour) at(row []byte) float64 {
	return mix(n.share, float64(row[n.first]), float64(row[n.second]))
}

// mix returns a, b or what lies between: share 0 is a, share 1 is b.
func mix(share, a, b float64) float64 { return a + float64(share*(b-a)) }

// ResizeGraph is Resize on a batch, with a rectangle for each picture: [batch, 4],
// left, top, width and height. Values are mixed by two matrix products, in the
// backend's precision of these: results may differ by 1.
func ResizeGraph(rectangles, images *Node) *Node {
	batch, side := images.Shape().Dim(0), images.Shape().Dim(-1)
	rectangles.AssertDims(batch, 4)
	part := func(k int) *Node { return Slice(rectangles, AxisRange(), AxisElem(k)) }
	columns, rows := tents(part(0), part(2), side), tents(part(1), part(3), side)
	return Floor(AddScalar(ResampleGraph(rows, columns, images), 0.5))
}

// tents returns the weights of the pixels (last axis) at each of side points of
// stretches of a row or column that begin at starts and have lengths, both
// [batch, 1]: neighbours in another form, [batch, side, side].
func tents(starts, lengths *Node, side int) *Node {
	g, dtype := starts.Graph(), starts.DType()
	starts, lengths = InsertAxes(starts, -1), InsertAxes(lengths, -1) // [batch, 1, 1]
	centres := AddScalar(Iota(g, shapes.Make(dtype, 1, side, 1), 1), 0.5)
	at := AddScalar(DivScalar(Mul(centres, lengths), float64(side)), -0.5)
	at = Add(starts, Min(MaxScalar(at, 0), AddScalar(lengths, -1))) // [batch, side, 1]
	pixels := Iota(g, shapes.Make(dtype, 1, 1, side), 2)
	return MaxScalar(OneMinus(Abs(Sub(at, pixels))), 0)
}

// ResampleGraph mixes the rows and columns of images [batch, 3, from, from] by
// weights of each picture's own, [batch, to, from], or of all, [to, from].
func ResampleGraph(rows, columns, images *Node) *Node {
	if rows.Rank() == 2 {
		x := Einsum("bcyk,xk->bcyx", images, columns)
		return Einsum("yk,bckx->bcyx", rows, x)
	}
	x := Einsum("bcyk,bxk->bcyx", images, columns)
	return Einsum("byk,bckx->bcyx", rows, x)
}
