package raster

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

// Posterize keeps the first bits of each value, 0 to 8, and clears the others.
func Posterize(side int, dst, src []byte, bits int) {
	check(side, dst, src)
	mask := byte(0xff << (8 - bits))
	for k, p := range src {
		dst[k] = p & mask
	}
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
