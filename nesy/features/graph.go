package features

import (
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// Graph is the way from bytes to features: augmentation, resizing, normalisation,
// network. images are [batch, 3, side, side] of the data's side; plans [batch,
// s.Augmentation.Numbers()] are those of Augmentation.Plans, or nil for images that
// are to stay as they are. The result is [batch, features].
//
// Extract augments in plain Go before, which keeps the bytes of its files apart from
// the backend's rounding; both ways lead to the same pictures: see
// Augmentation.Graph.
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
