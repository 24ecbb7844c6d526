// Package backbonetest is for testing and timing networks whose trained weights
// are too large to come with the tests: it draws weights by a rule that a program
// with torchvision follows too (../testdata/golden.py), and holds a network to what
// torchvision computed with them.
package backbonetest

import (
	"bytes"
	"hash/fnv"
	"io"
	"math"
	"strings"

	"nesybook/nesy/backbone"
	"nesybook/nesy/safetensors"
)

// Tensors draws a network's weights. Matrices and kernels are of a size that keeps
// the size of what passes through a layer with ReLU, scales are around 1, all else
// is around 0, and every value matters.
func Tensors(shapes []backbone.Shape) []safetensors.Tensor {
	var tensors []safetensors.Tensor
	for _, s := range shapes {
		mean, spread := 0.0, 0.2
		switch {
		case strings.HasSuffix(s.Name, ".running_var"):
			mean, spread = 1, 0.5
		case len(s.Dims) > 1 && s.Dims[0] == 1: // what a transformer learns of positions
			spread = 0.02
		case len(s.Dims) > 1:
			spread = math.Sqrt(6 * float64(s.Dims[0]) / float64(s.Size()))
		case strings.HasSuffix(s.Name, ".weight"):
			mean = 1
		}
		tensors = append(tensors, safetensors.Tensor{Name: s.Name, Shape: s.Dims, Data: draw(s.Name, s.Size(), mean, spread)})
	}
	return tensors
}

// Images draws a batch of normalised images [batch, 3, side, side].
func Images(batch, side int) []float32 { return draw("images", batch*3*side*side, 0, 2) }

// draw returns values that are uniform within spread of the mean: those of
// SplitMix64 (Steele, Lea and Flood 2014, Fast splittable pseudorandom number
// generators), started from the FNV-1a hash of the name.
func draw(name string, n int, mean, spread float64) []float32 {
	h := fnv.New64a()
	h.Write([]byte(name))
	state := h.Sum64()
	values := make([]float32, n)
	for i := range values {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		z ^= z >> 31
		uniform := float64(z>>11)/(1<<52) - 1
		values[i] = float32(mean + float64(spread*uniform)) // rounded twice on every processor
	}
	return values
}

// File returns a safetensors file in memory and its size, as Read functions take them.
func File(tensors []safetensors.Tensor) (io.ReaderAt, int64) {
	var file bytes.Buffer
	if err := safetensors.Write(&file, safetensors.F32, tensors, nil); err != nil {
		panic(err.Error())
	}
	return bytes.NewReader(file.Bytes()), int64(file.Len())
}
