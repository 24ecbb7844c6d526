package features

import (
	"fmt"
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

// resizeGraph brings images [batch, 3, from, from], whole float32 numbers in 0 to
// 255, to [batch, 3, to, to], whole numbers again. Those of package draw, which mixes
// in double precision, may differ by 1.
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
