package swin

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// Output holds the nodes of a forward pass.
type Output struct {
	Stages []*graph.Node // each stage's tokens in raster order, [batch, grid, grid, width]
	Pooled *graph.Node   // [batch, features]
	Logits *graph.Node   // [batch, classes]; nil for a network without a head
}

// Forward is the network applied to images [batch, 3, side, side].
func Forward(scope *model.Scope, w *Weights, images *graph.Node) Output { panic("stub") }
