package raster

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// Hue turns all hues by a share of the colour circle: 1/3 takes red to green. It
// keeps value and saturation (the HSV model), and so all greys.
//
// Hues are real numbers here and results rounded to nearest, so that no turn is
// no change; Pillow rounds hue and saturation to bytes.
func Hue(side int, dst, src []byte, turn float64) {
	check(side, dst, src)
	plane := side * side
	for k := range plane {
		r, g, b := float64(src[k]), float64(src[plane+k]), float64(src[2*plane+k])
		value, chroma := max(r, g, b), max(r, g, b)-min(r, g, b)
		h := hue(r, g, b) + turn
		dst[k] = byte(channel(h, value, chroma) + 0.5)
		dst[plane+k] = byte(channel(h-1.0/3, value, chroma) + 0.5)
		dst[2*plane+k] = byte(channel(h-2.0/3, value, chroma) + 0.5)
	}
}

// hue returns the place of a colour on the circle, in turns: red 0, green 1/3,
// blue 2/3. That of a grey is 0.
func hue(r, g, b float64) float64 {
	value, chroma := max(r, g, b), max(r, g, b)-min(r, g, b)
	switch {
	case chroma == 0:
		return 0
	case value == r:
		return (g - b) / chroma / 6
	case value == g:
		return ((b-r)/chroma + 2) / 6
	}
	return ((r-g)/chroma + 4) / 6
}

// channel returns how much there is of the primary colour that lies so many turns
// behind: all within a sixth of a turn, none beyond a third.
func channel(turns, value, chroma float64) float64 {
	distance := math.Abs(turns - math.Round(turns)) // 0 to 1/2
	lack := min(max(float64(6*distance)-1, 0), 1)
	return value - float64(chroma*lack)
}

// HueGraph is Hue on a batch, with a turn for each picture: [batch]. It counts in
// single precision, so a value may be rounded to the other side.
func HueGraph(turns, images *Node) *Node {
	turns.AssertDims(images.Shape().Dim(0))
	r, g, b := channels(images) // [batch, 1, side, side], as throughout
	value := Max(r, Max(g, b))
	chroma := Sub(value, Min(r, Min(g, b)))

	divisor := MaxScalar(chroma, 1)
	h := Where(Equal(value, r), Div(Sub(g, b), divisor),
		Where(Equal(value, g), AddScalar(Div(Sub(b, r), divisor), 2),
			AddScalar(Div(Sub(r, g), divisor), 4)))
	h = Add(DivScalar(h, 6), Reshape(turns, -1, 1, 1, 1)) // of a grey, any: without chroma it plays no part
	channel := func(turns *Node) *Node {
		distance := Abs(Sub(turns, Round(turns)))
		lack := ClipScalar(AddScalar(MulScalar(distance, 6), -1), 0, 1)
		return Floor(AddScalar(Sub(value, Mul(chroma, lack)), 0.5))
	}
	return Concatenate([]*Node{channel(h), channel(AddScalar(h, -1.0/3)), channel(AddScalar(h, -2.0/3))}, 1)
}
