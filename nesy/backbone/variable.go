package backbone

import (
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

// Frozen returns the variable of the given name, which is created with the values
// where it does not exist and is never trained.
func Frozen(scope *model.Scope, g *Graph, name string, values []float32, dims ...int) *Node {
	v := scope.GetVariable(name)
	if v == nil {
		v = scope.VariableWithValue(name, tensors.FromFlatDataAndDimensions(values, dims...)).SetTrainable(false)
	}
	return v.NodeValue(g)
}
