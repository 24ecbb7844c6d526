package resnet

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"nesybook/nesy/backbone"
)

// Weights are the parameters of one network, complete and of the right shapes.
// They are not changed once read.
type Weights struct {
	Config  Config
	tensors map[string][]float32 // by torchvision's name, row-major
	digest  string
}

// Read reads the weights of a network of shape c from a safetensors file of the
// given size in bytes, whose tensors are named as in torchvision (and in timm). The
// classifier may be there, of any number of classes, and is skipped.
//
// It fails where a tensor is missing, unknown or of another shape, or a variance
// negative, naming the first such tensor.
func Read(r io.ReaderAt, size int64, c Config) (*Weights, error) {
	if c.Side < 1 {
		return nil, fmt.Errorf("resnet: images of side %d", c.Side)
	}
	shapes := c.Shapes()
	tensors, err := backbone.Read(r, size, shapes, rename)
	if err != nil {
		return nil, fmt.Errorf("resnet: %w", err)
	}
	for _, s := range shapes {
		if strings.HasSuffix(s.Name, ".running_var") && slices.Min(tensors[s.Name]) < 0 {
			return nil, fmt.Errorf("resnet: tensor %q holds a negative variance, %v", s.Name, slices.Min(tensors[s.Name]))
		}
	}
	return &Weights{c, tensors, backbone.Digest(fmt.Sprintf("resnet %+v", c), shapes, tensors)}, nil
}

// Load reads the weights in the file at path, as Read does.
func Load(path string, c Config) (*Weights, error) {
	return backbone.Load(path, func(r io.ReaderAt, size int64) (*Weights, error) { return Read(r, size, c) })
}

// Side returns the side of the input images in pixels.
func (w *Weights) Side() int { return w.Config.Side }

// Features returns the length of the pooled feature vector.
func (w *Weights) Features() int { return w.Config.outputs(3) }

// Parameters returns the number of values without the classifier, running
// statistics included.
func (w *Weights) Parameters() int { return backbone.Count(w.tensors) }

// Widest returns the number of values that leave the first convolution.
func (w *Weights) Widest() int {
	side := (w.Config.Side + 1) / 2
	return side * side * stem
}

// Digest returns the SHA-256, in hexadecimal, of the network's shape and values.
func (w *Weights) Digest() string { return w.digest }

// normEpsilon is added to each variance, as trained.
const normEpsilon = 1e-5

// folded returns the kernels [outputs, side, side, inputs] and biases of a layer
// with its normalisation by running statistics in them:
// (W x - mean) gamma/√(variance + ε) + beta.
func (w *Weights) folded(l layer) (kernel, bias []float32) {
	of := func(part string) []float32 { return w.tensors[l.norm+"."+part] }
	gamma, beta, mean, variance := of("weight"), of("bias"), of("running_mean"), of("running_var")
	kernel = backbone.ChannelsLast(w.tensors[l.name+".weight"], l.outputs, l.inputs, l.side)
	bias = make([]float32, l.outputs)
	each := len(kernel) / l.outputs
	for o := range bias {
		scale := float64(gamma[o]) / math.Sqrt(float64(variance[o])+normEpsilon)
		for i := range each {
			kernel[o*each+i] = float32(float64(kernel[o*each+i]) * scale)
		}
		bias[o] = float32(float64(beta[o]) - float64(mean[o])*scale)
	}
	return kernel, bias
}
