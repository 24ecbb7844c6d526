package vit

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
// given size in bytes, whose tensors are named as in torchvision, present or
// older. The classifier may be there, of any number of classes, and is skipped.
//
// It fails where a tensor is missing, unknown or of another shape, naming the
// first such tensor.
func Read(r io.ReaderAt, size int64, c Config) (*Weights, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	shapes := c.Shapes()
	tensors, err := backbone.Read(r, size, shapes, rename)
	if err != nil {
		return nil, fmt.Errorf("vit: %w", err)
	}
	return &Weights{c, tensors, backbone.Digest(fmt.Sprintf("vit %+v", c), shapes, tensors)}, nil
}

// Load reads the weights in the file at path, as Read does.
func Load(path string, c Config) (*Weights, error) {
	return backbone.Load(path, func(r io.ReaderAt, size int64) (*Weights, error) { return Read(r, size, c) })
}

// Side returns the side of the input images in pixels.
func (w *Weights) Side() int { return w.Config.Side }

// Features returns the length of the feature vector.
func (w *Weights) Features() int { return w.Config.Width }

// Parameters returns the number of values without the classifier.
func (w *Weights) Parameters() int { return backbone.Count(w.tensors) }

// Widest returns the number of values in the hidden layer of a block.
func (w *Weights) Widest() int { return w.Config.tokens() * w.Config.Hidden }

// Digest returns the SHA-256, in hexadecimal, of the network's shape and values.
func (w *Weights) Digest() string { return w.digest }
