package dataset

import (
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/graph"
)

// Normalisation maps a channel's bytes, taken as 0..1, to (x - Mean) / Std.
type Normalisation struct {
	Mean, Std [3]float32 // R, G, B
}

// ImageNet holds the statistics of ImageNet's training images that published
// backbones are trained with.
var ImageNet = Normalisation{
	Mean: [3]float32{0.485, 0.456, 0.406},
	Std:  [3]float32{0.229, 0.224, 0.225},
}

// OfSplit returns the mean and standard deviation of each channel over all pixels
// of some images, usually those of the training part. It is an error if there is
// no image or a channel is constant.
func OfSplit(d *Dataset, images []int) (Normalisation, error) {
	var n Normalisation
	if len(images) == 0 {
		return n, fmt.Errorf("dataset: %s: statistics of no images", d.Name)
	}
	// Whole numbers keep the sums exact, and so the same in any order.
	var sum, squares [3]uint64
	plane := d.Side * d.Side
	pixels := make([]byte, d.Size())
	for _, i := range images {
		if err := d.Image(i, pixels); err != nil {
			return n, err
		}
		for c := range 3 {
			for _, p := range pixels[c*plane : (c+1)*plane] {
				sum[c] += uint64(p)
				squares[c] += uint64(p) * uint64(p)
			}
		}
	}
	count := float64(len(images) * plane)
	for c, name := range []string{"red", "green", "blue"} {
		mean := float64(sum[c]) / count
		variance := float64(squares[c])/count - mean*mean
		if variance < 1e-9 {
			return n, fmt.Errorf("dataset: %s: the %s channel is constant over %d images and cannot be normalised", d.Name, name, len(images))
		}
		n.Mean[c] = float32(mean / 255)
		n.Std[c] = float32(math.Sqrt(variance) / 255)
	}
	return n, nil
}

// Apply writes the normalised values of pixels, three planes of equal size, into
// dst, planes of the same layout. It panics if the lengths differ or are no
// multiple of three.
func (n Normalisation) Apply(dst []float32, pixels []byte) {
	if len(dst) != len(pixels) || len(pixels)%3 != 0 {
		panic("dataset: plane length mismatch")
	}
	plane := len(pixels) / 3
	for c := range 3 {
		scale := 1 / (255 * n.Std[c])
		shift := -n.Mean[c] / n.Std[c]
		to := dst[c*plane : (c+1)*plane]
		for k, p := range pixels[c*plane : (c+1)*plane] {
			// The conversion forbids a fused multiply-add, whose other rounding
			// would make features depend on the processor.
			to[k] = float32(float32(p)*scale) + shift
		}
	}
}

// Graph is Apply on a batch: images [batch, 3, side, side], float32 in 0 to 255.
func (n Normalisation) Graph(images *graph.Node) *graph.Node {
	var scale, shift [3]float32
	for c := range 3 {
		scale[c] = 1 / (255 * n.Std[c])
		shift[c] = -n.Mean[c] / n.Std[c]
	}
	ofChannels := func(values [3]float32) *graph.Node {
		return graph.Reshape(graph.Const(images.Graph(), values[:]), 1, 3, 1, 1)
	}
	return graph.Add(graph.Mul(images, ofChannels(scale)), ofChannels(shift))
}
