package features

import (
	"fmt"
	"image"

	"golang.org/x/image/draw"
)

// Interpolation is how images are brought to the size the network wants.
type Interpolation int

const (
	Bicubic Interpolation = iota // Catmull-Rom; what published Swin weights were trained with
	Bilinear
)

func (i Interpolation) String() string {
	switch i {
	case Bicubic:
		return "bicubic"
	case Bilinear:
		return "bilinear"
	}
	return fmt.Sprintf("Interpolation(%d)", int(i))
}

func (i Interpolation) scaler() draw.Scaler {
	if i == Bilinear {
		return draw.BiLinear
	}
	return draw.CatmullRom
}

// resizer brings pictures from one side to another. It is not for concurrent use.
type resizer struct {
	from, to *image.RGBA
	planes   []byte
	scaler   draw.Scaler
}

// newResizer returns a resizer; one between equal sides changes nothing.
func newResizer(from, to int, how Interpolation) *resizer {
	if from == to {
		return &resizer{}
	}
	return &resizer{
		from:   image.NewRGBA(image.Rect(0, 0, from, from)),
		to:     image.NewRGBA(image.Rect(0, 0, to, to)),
		planes: make([]byte, 3*to*to),
		scaler: how.scaler(),
	}
}

// resize takes and returns planes red, green and blue. The result is overwritten
// by the next call.
func (r *resizer) resize(planes []byte) []byte {
	if r.scaler == nil {
		return planes
	}
	area := len(planes) / 3
	for p := range area {
		copy(r.from.Pix[4*p:], []byte{planes[p], planes[area+p], planes[2*area+p], 255})
	}
	r.scaler.Scale(r.to, r.to.Bounds(), r.from, r.from.Bounds(), draw.Src, nil)
	area = len(r.planes) / 3
	for p := range area {
		r.planes[p], r.planes[area+p], r.planes[2*area+p] = r.to.Pix[4*p], r.to.Pix[4*p+1], r.to.Pix[4*p+2]
	}
	return r.planes
}
