package glyph

import "math"

// colour is sRGB, each channel nominally 0 to 1.
type colour [3]float32

// oklch returns the colour of a lightness 0..1, a chroma from 0 (grey) to about
// 0.3 and a hue in radians, in Oklab (Ottosson 2020, A perceptual color space for
// image processing): equal steps in lightness look equal whatever the hue, so that
// contrast can be asked for in numbers. What sRGB cannot show is clipped.
func oklch(lightness, chroma, hue float64) colour {
	a, b := chroma*math.Cos(hue), chroma*math.Sin(hue)
	l := cube(lightness + 0.3963377774*a + 0.2158037573*b)
	m := cube(lightness - 0.1055613458*a - 0.0638541728*b)
	s := cube(lightness - 0.0894841775*a - 1.2914855480*b)
	return colour{
		encoded(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		encoded(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		encoded(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
	}
}

func cube(x float64) float64 { return x * x * x }

// encoded applies sRGB's transfer function to a linear channel.
func encoded(x float64) float32 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	case x <= 0.0031308:
		return float32(12.92 * x)
	}
	return float32(1.055*math.Pow(x, 1/2.4) - 0.055)
}

// mix goes from p at 0 to q at 1.
func mix(p, q colour, t float32) colour {
	for c := range p {
		p[c] += (q[c] - p[c]) * t
	}
	return p
}
