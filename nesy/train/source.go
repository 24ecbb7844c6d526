package train

import (
	"strings"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	ml "github.com/gomlx/gomlx/ml/model"
)

// source is where the features of a batch come from: cached rows, or images that
// pass through the frozen backbone in the same graph (features.OnTheFly).
type source interface {
	// Inputs returns what Graph takes to make the features of some images in an
	// epoch, counted from 0. The next call may overwrite it.
	Inputs(epoch int, images []int) []*tensors.Tensor
	// Graph returns the features [batch, features]. No gradient passes them, and no
	// variable that it makes in scope is trained.
	Graph(scope *ml.Scope, inputs []*Node) *Node
}

// source returns that of the training images, for batches of the given size.
func (d Data) source(batch int) source {
	if d.OnTheFly != nil {
		return d.OnTheFly
	}
	return newCached(d.Views, batch)
}

// sourceScope holds the variables of a source, which are not saved: a backbone's
// are not the model's.
const sourceScope = "source"

// isSource tells whether a tensor belongs to the source.
func isSource(name string) bool { return strings.HasPrefix(name, sourceScope+".") }

// cached is the source of features that are there, one view an epoch in turn.
type cached struct {
	views [][][]float32   // [views][images][features]
	rows  *tensors.Tensor // [batch, features]
}

func newCached(views [][][]float32, batch int) *cached {
	return &cached{views, tensors.FromScalarAndDimensions(float32(0), batch, len(views[0][0]))}
}

// Inputs copies the images' features to the first rows and zeros to the others.
func (c *cached) Inputs(epoch int, images []int) []*tensors.Tensor {
	view := c.views[epoch%len(c.views)]
	tensors.MustMutableFlatData(c.rows, func(flat []float32) {
		at := 0
		for _, i := range images {
			at += copy(flat[at:], view[i])
		}
		clear(flat[at:])
	})
	return []*tensors.Tensor{c.rows}
}

// Graph returns the input.
func (c *cached) Graph(_ *ml.Scope, inputs []*Node) *Node { return inputs[0] }
