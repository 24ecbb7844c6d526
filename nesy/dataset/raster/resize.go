package raster

import "math"

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
