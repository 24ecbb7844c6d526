package vgg

import (
	"fmt"
	"io"

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
// given size in bytes, whose tensors are named as in torchvision. The classifier's
// last layer may be there, of any number of classes, and is skipped.
//
// It fails where a tensor is missing, unknown or of another shape, naming the
// first such tensor.
func Read(r io.ReaderAt, size int64, c Config) (*Weights, error) {
	if least := 1 << len(c.Widths); c.Side < least {
		return nil, fmt.Errorf("vgg: images of side %d, want at least %d", c.Side, least)
	}
	shapes := c.Shapes()
	tensors, err := backbone.Read(r, size, shapes, rename)
	if err != nil {
		return nil, fmt.Errorf("vgg: %w", err)
	}
	return &Weights{c, tensors, backbone.Digest(fmt.Sprintf("vgg %+v", c), shapes, tensors)}, nil
}

// Load reads the weights in the file at path, as Read does.
func Load(path string, c Config) (*Weights, error) {
	return backbone.Load(path, func(r io.ReaderAt, size int64) (*Weights, error) { return Read(r, size, c) })
}

// Side returns the side of the input images in pixels.
func (w *Weights) Side() int { return w.Config.Side }

// Features returns the length of the feature vector.
func (w *Weights) Features() int { return w.Config.Hidden }

// Parameters returns the number of values without the classifier's last layer.
func (w *Weights) Parameters() int { return backbone.Count(w.tensors) }

// Widest returns the number of values that leave the first convolution.
func (w *Weights) Widest() int { return w.Config.Side * w.Config.Side * w.Config.Widths[0][0] }

// Digest returns the SHA-256, in hexadecimal, of the network's shape and values.
func (w *Weights) Digest() string { return w.digest }
