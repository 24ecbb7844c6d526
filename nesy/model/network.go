package model

import (
	"fmt"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// Config describes the network. The zero Kind is the softmax base.
type Config struct {
	Kind    Kind
	Hidden  int     // units of the first layer of the projection; the paper does not say
	Width   int     // units of the second, the size of z; 512 in the paper
	Dropout float64 // share of the units dropped after each of the two layers, in [0, 1)
	Fine    int     // outputs of the fine head: labels or focal sets
	Coarse  int     // outputs of the coarse head
}

// Validate reports the first value that no network can be built from.
func (c Config) Validate() error {
	switch {
	case c.Kind < Softmax || c.Kind > NeSy:
		return fmt.Errorf("model: %v is no kind of model", c.Kind)
	case c.Hidden < 1 || c.Width < 1:
		return fmt.Errorf("model: layers of %d and %d units: both must be positive", c.Hidden, c.Width)
	case c.Fine < 1 || c.Coarse < 1:
		return fmt.Errorf("model: heads of %d and %d outputs: both must be positive", c.Fine, c.Coarse)
	case !(c.Dropout >= 0 && c.Dropout < 1):
		return fmt.Errorf("model: dropout of %v: must be in [0, 1)", c.Dropout)
	}
	return nil
}

// widths returns the units of the layers of the projection.
func (c Config) widths() []int { return []int{c.Hidden, c.Width} }

// Forward builds the network as it is used after training, with the running
// statistics in its batch normalisation and without dropout. features is
// [batch, features]; fine and coarse are the logits [batch, c.Fine] and
// [batch, c.Coarse] (equation 1).
func Forward(scope *model.Scope, features *graph.Node, c Config) (fine, coarse *graph.Node) {
	return forward(scope, features, nil, c)
}

// ForwardTraining builds the network as it is trained: batch normalisation
// with the batch's own statistics, which also move the running ones, and
// dropout by masks, one for each layer of the projection, [c.Hidden, batch]
// and [c.Width, batch], as Dropout draws them. Without masks nothing is dropped.
func ForwardTraining(scope *model.Scope, features *graph.Node, masks []*graph.Node, c Config) (fine, coarse *graph.Node) {
	scope.Store().SetTraining(features.Graph(), true)
	return forward(scope, features, masks, c)
}

// forward keeps the activations as [units, batch], one row a unit. GoMLX's Go
// backend multiplies matrices far faster than it transposes, reduces or
// broadcasts them, and in this layout neither the gradients of the weights nor
// batch normalisation needs a transposition.
func forward(scope *model.Scope, features *graph.Node, masks []*graph.Node, c Config) (fine, coarse *graph.Node) {
	z := graph.Transpose(features, 0, 1) // [features, batch]
	for i, units := range c.widths() {
		layer := scope.In("%s", layerName(i))
		z = linear(layer, z, units) // [units, batch]
		z = BatchNorm(layer, z)
		gate := graph.ConvertDType(graph.GreaterThan(z, graph.ScalarZero(z.Graph(), z.DType())), z.DType())
		if len(masks) > 0 {
			gate = graph.Mul(gate, masks[i])
		}
		z = graph.Mul(z, gate) // ReLU, and dropout in one go
	}
	return head(scope.In("fine"), z, c.Fine), head(scope.In("coarse"), z, c.Coarse)
}

func layerName(i int) string { return fmt.Sprintf("projection_%d", i) }

// linear multiplies x [in, batch] by the scope's weights [out, in]. It adds no
// bias: the batch normalisation that follows would subtract it again.
//
// The gradient of x is written out. GoMLX's transposes both factors and then
// the product, which takes the Go backend nearly as long as the whole of the
// rest of a training step; this one transposes the weights.
func linear(scope *model.Scope, x *graph.Node, out int) *graph.Node {
	weights := scope.VariableWithShape("weights", shapes.Make(x.DType(), out, x.Shape().Dim(0))).NodeValue(x)
	var adjoint *graph.Node // of y, which the reverse pass meets before x
	x = graph.IdentityWithCustomGradient(x, func(_, _ *graph.Node) *graph.Node {
		return graph.Dot(graph.Transpose(weights, 0, 1), adjoint).Product()
	})
	y := graph.Dot(weights, x).Product() // [out, batch]
	return graph.IdentityWithCustomGradient(y, func(_, v *graph.Node) *graph.Node {
		adjoint = v
		return v
	})
}

// head returns the logits [batch, out] of z [units, batch].
func head(scope *model.Scope, z *graph.Node, out int) *graph.Node {
	bias := scope.VariableWithShape("bias", shapes.Make(z.DType(), out))
	logits := graph.Add(linear(scope, z, out), repeatColumn(bias.NodeValue(z), z.Shape().Dim(1)))
	return graph.Transpose(logits, 0, 1)
}
