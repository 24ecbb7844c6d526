package features

import (
	"fmt"
	"image"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"golang.org/x/image/draw"

	"nesybook/nesy/dataset/raster"
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

func (i Interpolation) kernel() *draw.Kernel {
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
		scaler: how.kernel(),
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

// resizeGraph does to a batch what resizer does to a picture: images are [batch, 3,
// from, from], whole float32 numbers in 0 to 255, and so is the result, [batch, 3,
// to, to]. It mixes in single precision, so values may differ by 1.
func resizeGraph(images *Node, to int, how Interpolation) *Node {
	from := images.Shape().Dim(-1)
	if from == to {
		return images
	}
	weights := tensors.FromFlatDataAndDimensions(how.weights(from, to), to, from)
	constant := ConstTensor(images.Graph(), weights)
	mixed := raster.ResampleGraph(constant, constant, images)
	// As package draw rounds: to 16 bits, of which it then drops the lower eight.
	return Floor(DivScalar(AddScalar(MulScalar(ClipScalar(mixed, 0, 255), 257), 0.5), 256))
}

// weights returns the share of each pixel in each of the resized row or column,
// [to, from]. The kernel covers Support pixels to either side, of whichever are the
// larger, and is cut off at the edges.
func (i Interpolation) weights(from, to int) []float32 {
	kernel := i.kernel()
	scale := float64(from) / float64(to)
	width := max(1, scale)
	all := make([]float32, 0, to*from)
	for y := range to {
		centre := float64((float64(y)+0.5)*scale) - 0.5
		row, sum := make([]float64, from), 0.0
		for k := range row {
			if distance := math.Abs(centre-float64(k)) / width; distance < kernel.Support {
				row[k] = kernel.At(distance)
				sum += row[k]
			}
		}
		for _, w := range row {
			all = append(all, float32(w/sum))
		}
	}
	return all
}
