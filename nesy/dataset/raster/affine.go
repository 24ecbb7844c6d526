package raster

import "math"

// Rotate turns a picture about its centre, counter-clockwise. Each pixel takes
// the colour of the nearest one; what comes from outside is black.
func Rotate(side int, dst, src []byte, degrees float64) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	centre := float64(side) / 2
	affine(side, dst, src, [6]float64{
		cos, -sin, centre - float64(cos*centre) + float64(sin*centre),
		sin, cos, centre - float64(sin*centre) - float64(cos*centre),
	})
}

// ShearX moves each row to the left, by amount times its height below the top
// edge. Nearest pixels; what comes from outside is black.
func ShearX(side int, dst, src []byte, amount float64) {
	affine(side, dst, src, [6]float64{1, amount, 0, 0, 1, 0})
}

// ShearY moves each column up, by amount times its distance from the left edge.
// Nearest pixels; what comes from outside is black.
func ShearY(side int, dst, src []byte, amount float64) {
	affine(side, dst, src, [6]float64{1, 0, 0, amount, 1, 0})
}

// Translate moves a picture right and down by whole pixels; what comes from
// outside is black.
func Translate(side int, dst, src []byte, right, down int) {
	affine(side, dst, src, [6]float64{1, 0, -float64(right), 0, 1, -float64(down)})
}

// affine gives each pixel of dst the colour at the point (m0·x + m1·y + m2,
// m3·x + m4·y + m5) of src, where (x, y) is the pixel's centre and pixel (0, 0)
// covers the unit square. Points outside are black. It counts in units of 2^-16
// pixels, as Pillow does, so that points on the border of two pixels fall to the
// same one on every processor.
func affine(side int, dst, src []byte, m [6]float64) {
	check(side, dst, src)
	clear(dst)
	plane := side * side
	first := [2]int{fixed(m[2] + float64(m[0]/2) + float64(m[1]/2)), fixed(m[5] + float64(m[3]/2) + float64(m[4]/2))}
	right, down := [2]int{fixed(m[0]), fixed(m[3])}, [2]int{fixed(m[1]), fixed(m[4])}
	for y := range side {
		for x := range side {
			u := (first[0] + x*right[0] + y*down[0]) >> 16
			v := (first[1] + x*right[1] + y*down[1]) >> 16
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

// fixed rounds to units of 2^-16.
func fixed(v float64) int { return int(math.Floor(float64(v*(1<<16)) + 0.5)) }
