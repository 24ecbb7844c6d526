package main

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
)

// crossEntropy is the loss of one image: the cross-entropy between the softmax of
// its logits and its label, of which a share is spread evenly over all classes
// (Szegedy and others 2016, Rethinking the Inception Architecture).
func crossEntropy(logits []float64, label int, smoothing float64) float64 {
	total := 0.0
	for _, z := range logits {
		total += math.Exp(z)
	}
	loss := 0.0
	for y, z := range logits {
		target := smoothing / float64(len(logits))
		if y == label {
			target += 1 - smoothing
		}
		loss -= target * (z - math.Log(total))
	}
	return loss
}

// crossEntropyGraph is crossEntropy of each image of a batch, [batch]. logits is
// [batch, classes], labels [batch] of whole numbers.
func crossEntropyGraph(logits, labels *Node, smoothing float64) *Node {
	classes := logits.Shape().Dim(-1)
	targets := MulScalar(OneHot(labels, classes, logits.DType()), 1-smoothing)
	targets = AddScalar(targets, smoothing/float64(classes))
	return Neg(ReduceSum(Mul(targets, LogSoftmax(logits, -1)), -1))
}

// hitsGraph tells for each image, by 1 or 0, whether its label has the largest logit.
func hitsGraph(logits, labels *Node) *Node {
	return ConvertDType(Equal(ArgMax(logits, -1, dtypes.Int32), labels), logits.DType())
}
