package model

import (
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/initializer"
	"github.com/gomlx/gomlx/support/exceptions"
)

// The settings of batch normalisation, PyTorch's defaults.
const (
	// NormEpsilon is added to the variance.
	NormEpsilon = 1e-5
	// NormMomentum is the weight of a batch in the running statistics.
	NormMomentum = 0.1
)

// BatchNorm normalises each row of x [units, batch] to zero mean and unit
// variance, then scales and shifts it by two learnt vectors (Ioffe and
// Szegedy, 2015, "Batch Normalization: Accelerating Deep Network Training by
// Reducing Internal Covariate Shift"). In training mean and variance are the
// batch's, the gradient flows through both, and the running statistics move
// towards them, the variance as its unbiased estimate; otherwise the running
// statistics are used.
//
// It stands here because the gradient of GoMLX 0.28's own takes the batch's
// statistics for constants. It panics in training on a batch of one.
func BatchNorm(scope *model.Scope, x *graph.Node) *graph.Node {
	x.AssertRank(2)
	units, batch := x.Shape().Dim(0), x.Shape().Dim(1)
	shape := shapes.Make(x.DType(), units)
	scale := scope.WithInitializer(initializer.One).VariableWithShape("norm_scale", shape).NodeValue(x)
	shift := scope.WithInitializer(initializer.Zero).VariableWithShape("norm_shift", shape).NodeValue(x)
	runningMean := scope.WithInitializer(initializer.Zero).VariableWithShape("norm_mean", shape).SetTrainable(false)
	runningVariance := scope.WithInitializer(initializer.One).VariableWithShape("norm_variance", shape).SetTrainable(false)

	if !scope.IsTraining(x.Graph()) {
		slope := graph.Div(scale, deviation(runningVariance.NodeValue(x)))
		offset := graph.Sub(shift, graph.Mul(runningMean.NodeValue(x), slope))
		return graph.Add(graph.Mul(x, repeatColumn(slope, batch)), repeatColumn(offset, batch))
	}
	if batch < 2 {
		exceptions.Panicf("model: batch normalisation of a single sample")
	}
	mean := rowMean(x) // [units]
	centred := graph.Sub(x, repeatColumn(mean, batch))
	variance := rowMean(graph.Square(centred)) // [units]
	moveTowards(runningMean, mean)
	moveTowards(runningVariance, graph.MulScalar(variance, float64(batch)/float64(batch-1)))
	slope := graph.Div(scale, deviation(variance))
	return graph.Add(graph.Mul(centred, repeatColumn(slope, batch)), repeatColumn(shift, batch))
}

func deviation(variance *graph.Node) *graph.Node {
	return graph.Sqrt(graph.AddScalar(variance, NormEpsilon))
}

func moveTowards(running *model.Variable, batch *graph.Node) {
	old := graph.MulScalar(running.NodeValue(batch), 1-NormMomentum)
	running.SetNodeValue(graph.Add(old, graph.MulScalar(graph.StopGradient(batch), NormMomentum)))
}

// rowMean returns the mean of each row of x [rows, columns]. It and
// repeatColumn, its gradient up to a factor, are written as products with a
// vector of ones: see forward.
func rowMean(x *graph.Node) *graph.Node {
	columns := x.Shape().Dim(1)
	share := graph.BroadcastToDims(graph.Scalar(x.Graph(), x.DType(), 1/float64(columns)), 1, columns)
	mean := graph.DotGeneral(x, []int{1}, nil, share, []int{1}, nil) // [rows, 1]
	return graph.Reshape(mean, -1)
}

// repeatColumn sets the same column [rows] side by side: [rows, columns].
func repeatColumn(column *graph.Node, columns int) *graph.Node {
	ones := graph.BroadcastToDims(graph.ScalarOne(column.Graph(), column.DType()), 1, columns)
	return graph.Dot(graph.ExpandAxes(column, -1), ones).Product()
}
