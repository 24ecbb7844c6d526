package swin

import "github.com/gomlx/compute"

// Encoder runs the network on batches of one size.
type Encoder struct{}

// NewEncoder compiles the network for batches of the given number of images.
func NewEncoder(b compute.Backend, w *Weights, batch int) (*Encoder, error) { panic("stub") }

// Encode returns the pooled features [batch, features] of normalised images
// [batch, 3, side, side], row-major. It may be called from several goroutines.
func (e *Encoder) Encode(pixels []float32) ([][]float32, error) { panic("stub") }
