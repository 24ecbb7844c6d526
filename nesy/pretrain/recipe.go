package main

import (
	"fmt"
	"math"

	"github.com/gomlx/compute/dtypes"

	"nesybook/nesy/dataset"
	"nesybook/nesy/swin"
)

// Recipe is all that decides how the network is trained, and so, with the data, the
// bytes of its weights on one kind of processor.
type Recipe struct {
	Network swin.Config

	Epochs int
	Batch  int // images a step; what is left of an epoch after the last whole batch is not used
	Chunk  int // images that a graph sees at a time; divides Batch

	PeakRate float64 // the highest learning rate
	Warmup   float64 // the share of all steps in which the rate rises, in (0, 1)
	Decay    float64 // of weights: not of vectors and not of the tables of position biases
	MaxNorm  float64 // of the gradient, to which longer ones are shortened

	Smoothing       float64 // the share of each label that is spread over all classes, in [0, 1)
	StochasticDepth float64 // the share of images for which the last block is left out, in [0, 1)

	Precision    string // of the factors of matrix products: float32 or bfloat16 (see swin.BFloat16)
	Augmentation string // what changes the training images, for people: see augmentation
	Seed         uint64
}

// NewRecipe returns the recipe of the carried weights for a number of classes: see
// nesy/swin/weights/README.md.
func NewRecipe(classes int) Recipe {
	network := swin.Nano32()
	network.Classes = classes
	return Recipe{
		Network:  network,
		Epochs:   12,
		Batch:    256,
		Chunk:    256,
		PeakRate: 2e-3, Warmup: 0.15,
		Decay:           0.05,
		MaxNorm:         5,
		Smoothing:       0.1,
		StochasticDepth: 0.05,
		Precision:       "float32",
		Augmentation:    augmentation().String(),
		Seed:            42,
	}
}

// augmentation is what changes the training images, anew in each epoch.
func augmentation() dataset.Augmentation { return dataset.CropAndFlip() }

// normalisation is that of all images.
var normalisation = dataset.ImageNet

var precisions = map[string]dtypes.DType{"float32": dtypes.Float32, "bfloat16": dtypes.BFloat16}

// Validate reports the first value that no training can follow.
func (r Recipe) Validate() error {
	within := func(share float64) bool { return share >= 0 && share < 1 }
	switch {
	case r.Epochs < 1:
		return fmt.Errorf("%d epochs: must be positive", r.Epochs)
	case r.Batch < 1 || r.Chunk < 1 || r.Batch%r.Chunk != 0:
		return fmt.Errorf("batches of %d in chunks of %d: both must be positive, and chunks must divide the batch", r.Batch, r.Chunk)
	case !(r.PeakRate > 0):
		return fmt.Errorf("learning rate of %v: must be positive", r.PeakRate)
	case !(r.Warmup > 0 && r.Warmup < 1):
		return fmt.Errorf("warm-up of %v of the steps: must be within (0, 1)", r.Warmup)
	case !(r.Decay >= 0):
		return fmt.Errorf("weight decay of %v: must not be negative", r.Decay)
	case !(r.MaxNorm > 0):
		return fmt.Errorf("gradient norm of at most %v: must be positive", r.MaxNorm)
	case !within(r.Smoothing):
		return fmt.Errorf("label smoothing of %v: must be within [0, 1)", r.Smoothing)
	case !within(r.StochasticDepth):
		return fmt.Errorf("stochastic depth of %v: must be within [0, 1)", r.StochasticDepth)
	case precisions[r.Precision] == dtypes.InvalidDType:
		return fmt.Errorf("precision %q: must be float32 or bfloat16", r.Precision)
	}
	return nil
}

// The learning rate begins at a 25th of its peak and ends at a 10,000th of that.
const (
	startDivisor = 25
	endDivisor   = 1e4
)

// rate returns the learning rate of a step, counted from 0, of total: one cycle, up
// to the peak along half a cosine and down along another (Smith and Topin 2019,
// Super-Convergence), with the ends and the arithmetic of PyTorch's OneCycleLR.
func (r Recipe) rate(step, total int) float64 {
	start := r.PeakRate / startDivisor
	peak, last := r.Warmup*float64(total)-1, float64(total-1)
	if at := float64(step); at >= peak { // which may be the first step: no division by its 0
		return halfCosine(r.PeakRate, start/endDivisor, (at-peak)/(last-peak))
	} else {
		return halfCosine(start, r.PeakRate, at/peak)
	}
}

// halfCosine goes from one value to another as progress goes from 0 to 1.
func halfCosine(from, to, progress float64) float64 {
	return to + (from-to)*(1+math.Cos(math.Pi*progress))/2
}
