package features

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

// OnTheFly makes the features of augmented images anew whenever they are wanted, as
// part of another graph: the paper's augmentation, each epoch another, where Extract
// keeps a few views. The images are one tensor of bytes, which the backend keeps on
// its device (CIFAR-100's 40,000 take 123 MB); what goes there for each batch is its
// indices and its plans.
type OnTheFly struct {
	spec    Spec
	scaling Scaling
	images  []int
	pixels  *tensors.Tensor // [images, 3, side, side] bytes
	digest  string

	places, plans *tensors.Tensor // of the last batch: [batch, 1] and [batch, numbers of a plan]
}

// NewOnTheFly reads the images spec.Augmented, or all where that is nil. Their
// features are standardised by scaling. spec.Views and spec.Batch play no part.
func NewOnTheFly(spec Spec, scaling Scaling) (*OnTheFly, error) {
	spec.Views, spec.Batch = 2, 0 // one of the images as they are, and the augmented
	if err := spec.check(); err != nil {
		return nil, err
	}
	o := &OnTheFly{spec: spec, scaling: scaling, images: spec.covered(1)}
	side, size := spec.Data.Side, spec.Data.Size()
	o.pixels = tensors.FromScalarAndDimensions(byte(0), len(o.images), 3, side, side)
	var err error
	tensors.MustMutableFlatData(o.pixels, func(flat []byte) {
		for k, i := range o.images {
			if err == nil {
				err = spec.Data.Image(i, flat[k*size:(k+1)*size])
			}
		}
	})
	if err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}

	identity, err := json.Marshal(struct {
		Source       source
		Images       []int
		Augmentation string
		Seed         uint64
		Scaling      Scaling
	}{spec.source(), o.images, spec.Augmentation.String(), spec.Seed, scaling})
	if err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	sum := sha256.Sum256(identity)
	o.digest = hex.EncodeToString(sum[:])
	return o, nil
}

// Len returns the number of images.
func (o *OnTheFly) Len() int { return len(o.images) }

// Features returns the length of a feature vector.
func (o *OnTheFly) Features() int { return o.spec.Network.Features() }

// Digest returns the SHA-256, in hexadecimal, of all that the features follow from.
func (o *OnTheFly) Digest() string { return o.digest }

// Inputs returns what Graph takes to see some of the images, by their place among
// all, in an epoch, counted from 0: as they stand in view epoch + 1 of Extract, for
// view 0 shows images without augmentation. The next call overwrites the tensors.
func (o *OnTheFly) Inputs(epoch int, places []int) []*tensors.Tensor {
	batch, numbers := len(places), o.spec.Augmentation.Numbers()
	if o.places == nil || o.places.Shape().Dim(0) != batch {
		o.places = tensors.FromScalarAndDimensions(int32(0), batch, 1)
		o.plans = tensors.FromScalarAndDimensions(float32(0), batch, max(1, numbers))
	}
	images := make([]int, batch)
	tensors.MustMutableFlatData(o.places, func(flat []int32) {
		for k, place := range places {
			flat[k], images[k] = int32(place), o.images[place]
		}
	})
	if numbers == 0 {
		return []*tensors.Tensor{o.pixels, o.places}
	}
	tensors.MustMutableFlatData(o.plans, func(flat []float32) {
		copy(flat, o.spec.Augmentation.Plans(o.spec.Seed, epoch+1, images, o.spec.Data.Side))
	})
	return []*tensors.Tensor{o.pixels, o.places, o.plans}
}

// Graph returns the features [batch, Features] that Inputs asks for, standardised.
// No gradient passes them.
func (o *OnTheFly) Graph(scope *model.Scope, inputs []*Node) *Node {
	var plans *Node
	if len(inputs) > 2 {
		plans = inputs[2]
	}
	images := Gather(inputs[0], inputs[1]) // [batch, 3, side, side]
	return StopGradient(o.scaling.Graph(o.spec.Graph(scope, plans, images)))
}
