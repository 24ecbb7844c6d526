package raster

// The four enhancements mix the picture with one that lacks a quality. Factor 1
// is the picture, 0 the other, 2 as much beyond the picture.

// Brightness mixes the picture with black.
func Brightness(side int, dst, src []byte, factor float64) {
	check(side, dst, src)
	for k, p := range src {
		dst[k] = enhance(0, p, factor)
	}
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

// enhance mixes two values, single precision and rounding down, as Pillow does.
func enhance(without, with byte, factor float64) byte {
	a, b := float32(without), float32(with)
	return toByte(float64(a + float32(float32(factor)*(b-a))))
}

// luminance is that of ITU-R recommendation BT.601, in 16-bit fixed point.
func luminance(src []byte, plane, k int) byte {
	r, g, b := uint32(src[k]), uint32(src[plane+k]), uint32(src[2*plane+k])
	return byte((19595*r + 38470*g + 7471*b + 1<<15) >> 16)
}
