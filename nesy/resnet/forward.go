package resnet

import (
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backbone"
)

// Output holds the nodes of a forward pass. What is not used is not computed.
type Output struct {
	Stages [4]*Node // feature maps that leave each stage: [batch, side, side, channels]
	Pooled *Node    // [batch, features]
}

// Forward applies the network to images [batch, 3, side, side], normalised. The
// weights become variables of the scope that are not trained. It panics, as graph
// functions do, if the images are not of the network's size.
func Forward(scope *model.Scope, w *Weights, images *Node) Output {
	c := w.Config
	images.AssertDims(-1, 3, c.Side, c.Side)
	apply := func(l layer, x *Node) *Node {
		kernel, bias := w.folded(l)
		return backbone.Convolution(x,
			backbone.Frozen(scope, x.Graph(), l.name+".weight", kernel, l.outputs, l.side, l.side, l.inputs),
			backbone.Frozen(scope, x.Graph(), l.name+".bias", bias, l.outputs), l.stride, l.padding)
	}
	relu := func(x *Node) *Node { return MaxScalar(x, 0) }

	var out Output
	x := TransposeAllAxes(images, 0, 2, 3, 1) // [batch, side, side, channels], as throughout
	x = backbone.MaxPooling(relu(apply(first, x)), 3, 2, 1)
	for stage, blocks := range c.Blocks {
		for block := range blocks {
			y := x
			for i, l := range c.residual(stage, block) {
				if i > 0 {
					y = relu(y)
				}
				y = apply(l, y)
			}
			if l, needed := c.shortcut(stage, block); needed {
				x = apply(l, x)
			}
			x = relu(Add(x, y))
		}
		out.Stages[stage] = x
	}
	out.Pooled = ReduceMean(x, 1, 2)
	return out
}

// Pooled returns the features that Forward pools, [batch, features].
func (w *Weights) Pooled(scope *model.Scope, images *Node) *Node {
	return Forward(scope, w, images).Pooled
}
