package swin

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/nn"
)

// withGradient applies an operation to x. Its gradient is not derived from the
// operation but written out: back takes the gradient of the result to that of x.
func withGradient(x *Node, operation, back func(*Node) *Node) *Node {
	var adjoint *Node // of the result, which the reverse pass meets before x
	x = IdentityWithCustomGradient(x, func(_, _ *Node) *Node { return back(adjoint) })
	return IdentityWithCustomGradient(operation(x), func(_, v *Node) *Node {
		adjoint = v
		return v
	})
}

// denseWithGradient is forward.dense with gradients of weight and bias that suit the
// Go backend, which multiplies matrices far faster than it transposes or sums: of
// the two factors of the weight's, [rows, outputs] and [rows, inputs], the narrower
// is transposed, and the bias's is a product with ones.
func denseWithGradient(x, weight, bias *Node) *Node {
	var adjoint *Node // of the result, [rows, outputs]
	outputs, inputs := weight.Shape().Dim(0), weight.Shape().Dim(1)
	weight = IdentityWithCustomGradient(weight, func(_, _ *Node) *Node {
		if outputs < inputs {
			return Dot(Transpose(adjoint, 0, 1), x).Product()
		}
		return Transpose(Dot(Transpose(x, 0, 1), adjoint).Product(), 0, 1)
	})
	y := nn.Dense(x, weight, nil, compute.DenseLayoutOutputsInput)
	if bias != nil {
		y = addRow(y, bias)
	}
	return IdentityWithCustomGradient(y, func(_, v *Node) *Node {
		adjoint = v
		return v
	})
}

// addRow adds the same row [width] to all of x [rows, width].
func addRow(x, row *Node) *Node {
	var adjoint *Node
	row = IdentityWithCustomGradient(row, func(_, _ *Node) *Node { return sumRows(adjoint) })
	y := Add(x, Reshape(row, 1, -1))
	return IdentityWithCustomGradient(y, func(_, v *Node) *Node {
		adjoint = v
		return v
	})
}

// sumRows adds up the rows of x [rows, width].
func sumRows(x *Node) *Node {
	ones := Ones(x.Graph(), shapes.Make(x.DType(), 1, x.Shape().Dim(0)))
	return Reshape(Dot(ones, x).Product(), -1)
}

// normWithGradient is forward.norm. Derived by GoMLX, its gradient would compute the
// normalisation again and take three times as many operations.
func normWithGradient(x, gamma, beta *Node) *Node {
	mean := func(x *Node) *Node { return ReduceAndKeep(x, ReduceMean, -1) } // [rows, 1]
	row := func(x *Node) *Node { return Reshape(x, 1, -1) }
	centred := Sub(x, mean(x))
	inverse := Inverse(Sqrt(AddScalar(mean(Square(centred)), normEpsilon)))
	normalised := Mul(centred, inverse)

	var adjoint *Node // of the result
	x = IdentityWithCustomGradient(x, func(_, _ *Node) *Node {
		slope := Mul(adjoint, row(gamma)) // of what is normalised
		along := Mul(normalised, mean(Mul(slope, normalised)))
		return Mul(inverse, Sub(Sub(slope, mean(slope)), along))
	})
	scale := IdentityWithCustomGradient(gamma, func(_, _ *Node) *Node { return sumRows(Mul(adjoint, normalised)) })
	shift := IdentityWithCustomGradient(beta, func(_, _ *Node) *Node { return sumRows(adjoint) })
	y := nn.LayerNorm(x, []int{-1}, normEpsilon, scale, shift, nil)
	return IdentityWithCustomGradient(y, func(_, v *Node) *Node {
		adjoint = v
		return v
	})
}

// softmaxWithGradient is the softmax along the last axis, whose gradient it takes
// from its result.
func softmaxWithGradient(x *Node) *Node {
	var y *Node
	return withGradient(x,
		func(x *Node) *Node { y = Softmax(x, -1); return y },
		func(adjoint *Node) *Node {
			return Mul(y, Sub(adjoint, ReduceAndKeep(Mul(adjoint, y), ReduceSum, -1)))
		})
}
