package vgg

import (
	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/nn"

	"nesybook/nesy/backbone"
)

// Output holds the nodes of a forward pass. What is not used is not computed.
type Output struct {
	Stages []*Node // feature maps that leave each stage: [batch, side, side, channels]
	Grid   *Node   // what enters the classifier: [batch, 7, 7, channels]
	Hidden *Node   // what enters its last layer: [batch, features]
}

// Forward applies the network to images [batch, 3, side, side], normalised. The
// weights become variables of the scope that are not trained. It panics, as graph
// functions do, if the images are not of the network's size.
func Forward(scope *model.Scope, w *Weights, images *Node) Output {
	c, g := w.Config, images.Graph()
	images.AssertDims(-1, 3, c.Side, c.Side)
	relu := func(x *Node) *Node { return MaxScalar(x, 0) }
	bias := func(name string) *Node {
		values := w.tensors[name+".bias"]
		return backbone.Frozen(scope, g, name+".bias", values, len(values))
	}

	var out Output
	x := TransposeAllAxes(images, 0, 2, 3, 1) // [batch, side, side, channels], as throughout
	for _, stage := range c.stages() {
		for _, l := range stage {
			kernel := backbone.ChannelsLast(w.tensors[l.name+".weight"], l.outputs, l.inputs, 3)
			x = relu(backbone.Convolution(x, backbone.Frozen(scope, g, l.name+".weight", kernel, l.outputs, 3, 3, l.inputs), bias(l.name), 1, 1))
		}
		x = backbone.MaxPooling(x, 2, 2, 0)
		out.Stages = append(out.Stages, x)
	}
	out.Grid = toGrid(x)
	dense := func(name string, x *Node) *Node {
		inputs := x.Shape().Dim(1)
		weight := w.tensors[name+".weight"]
		return nn.Dense(x, backbone.Frozen(scope, g, name+".weight", weight, len(weight)/inputs, inputs), bias(name), compute.DenseLayoutOutputsInput)
	}
	x = Reshape(TransposeAllAxes(out.Grid, 0, 3, 1, 2), x.Shape().Dim(0), -1) // channel, row, column, as the classifier was trained
	out.Hidden = relu(dense("classifier.3", relu(dense("classifier.0", x))))
	return out
}

// Pooled returns the features, Forward's Hidden: [batch, features].
func (w *Weights) Pooled(scope *model.Scope, images *Node) *Node {
	return Forward(scope, w, images).Hidden
}

// toGrid brings square feature maps [batch, side, side, channels] of any side to
// the classifier's by means over windows, which overlap where the sides do not
// divide (torchvision's adaptive average pooling).
func toGrid(x *Node) *Node {
	dims := x.Shape().Dimensions
	side := dims[1]
	if side == grid {
		return x
	}
	// Window i of an axis is from ⌊i side/grid⌋ up to ⌈(i+1) side/grid⌉.
	bounds := func(i int) (from, to int) { return i * side / grid, ((i+1)*side + grid - 1) / grid }
	means := make([]float32, 0, grid*grid*side*side) // [grid·grid, side·side]
	for row := range grid {
		top, bottom := bounds(row)
		for column := range grid {
			left, right := bounds(column)
			for y := range side {
				for x := range side {
					share := float32(0)
					if top <= y && y < bottom && left <= x && x < right {
						share = 1 / float32((bottom-top)*(right-left))
					}
					means = append(means, share)
				}
			}
		}
	}
	matrix := ConstTensor(x.Graph(), tensors.FromFlatDataAndDimensions(means, grid*grid, side*side))
	x = Einsum("gs,bsc->bgc", matrix, Reshape(x, dims[0], -1, dims[3]))
	return Reshape(x, dims[0], grid, grid, dims[3])
}
