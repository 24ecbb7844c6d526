package backbone

import (
	"slices"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
)

// InPairs applies an operation that only moves values, and leaves the last axis as
// it is, to pairs of neighbours there as one 64-bit word each: the Go backend moves
// values one at a time, and so half as many. An odd last axis, and values of another
// type than float32, are moved singly.
func InPairs(x *Node, move func(*Node) *Node) *Node {
	if x.Shape().Dim(-1)%2 != 0 || x.DType() != dtypes.Float32 {
		return move(x)
	}
	dims := slices.Clone(x.Shape().Dimensions)
	last := len(dims) - 1
	x = Reshape(x, append(dims[:last], dims[last]/2, 2)...)
	x = move(Bitcast(x, dtypes.Uint64))
	dims = slices.Clone(x.Shape().Dimensions)
	dims[last] *= 2
	return Reshape(Bitcast(x, dtypes.Float32), dims...)
}
