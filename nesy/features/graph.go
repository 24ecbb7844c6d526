package features

import (
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// Graph is what Extract does to images, all in one graph: augmentation, resizing,
// normalisation, network. images are [batch, 3, side, side] bytes of the data's
// side; plans [batch, s.Augmentation.Numbers()] are those of Augmentation.Plans, or
// nil for the images as they are. The result is [batch, features].
//
// Features are those of Extract, but for float32's rounding, where the augmented
// pictures are the same: see Augmentation.Graph.
func (s Spec) Graph(scope *model.Scope, plans, images *Node) *Node {
	images.AssertDims(-1, 3, s.Data.Side, s.Data.Side)
	images = ConvertDType(images, dtypes.Float32)
	if plans != nil {
		images = s.Augmentation.Graph(plans, images)
	}
	images = resizeGraph(images, s.Network.Side(), s.Resize)
	return s.Network.Pooled(scope, s.Normalisation.Graph(images))
}

// Graph is Apply on a batch: rows are [batch, features].
func (s Scaling) Graph(rows *Node) *Node {
	g := rows.Graph()
	return Div(Sub(rows, InsertAxes(Const(g, s.Mean), 0)), InsertAxes(Const(g, s.Std), 0))
}
