package objective

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// SetCrossEntropy returns one sample's binary cross-entropy over focal sets
// (equation 7): logits are the heads' outputs y_A, whose sigmoids are the
// beliefs, and targets are Bel(A), 1 where the true label is in A and else 0.
// It is computed from the logits as log(1+exp(y)) - Bel y, which stays finite
// where the sigmoid is 0 or 1.
func SetCrossEntropy(logits, targets []float64, r Reduction) float64 {
	if len(logits) != len(targets) {
		panic("objective: length mismatch")
	}
	sum := 0.0
	for i, y := range logits {
		sum += softplus(y) - targets[i]*y
	}
	if r == Mean {
		return sum / float64(len(logits))
	}
	return sum
}

// softplus returns log(1+exp(x)).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// SetCrossEntropyGraph is SetCrossEntropy over a batch: logits and targets
// [batch, sets] give [batch].
func SetCrossEntropyGraph(logits, targets *Node, r Reduction) *Node {
	each := Sub(softplusGraph(logits), Mul(targets, logits)) // [batch, sets]
	if r == Mean {
		return ReduceMean(each, -1)
	}
	return ReduceSum(each, -1)
}

// softplusGraph writes -|x| as x - 2 max(0, x), which has the right gradient,
// 1/2, at 0 too.
func softplusGraph(x *Node) *Node {
	positive := Mul(x, ConvertDType(GreaterThan(x, ScalarZero(x.Graph(), x.DType())), x.DType())) // max(0, x)
	return Add(positive, Log1P(Exp(Sub(x, MulScalar(positive, 2)))))
}

// LabelCrossEntropy returns one sample's softmax cross-entropy, -log p(label),
// that of the base.
func LabelCrossEntropy(logits []float64, label int) float64 {
	largest := math.Inf(-1)
	for _, y := range logits {
		largest = max(largest, y)
	}
	sum := 0.0
	for _, y := range logits {
		sum += math.Exp(y - largest)
	}
	return largest + math.Log(sum) - logits[label]
}

// LabelCrossEntropyGraph is LabelCrossEntropy over a batch: logits
// [batch, labels] and labels [batch] give [batch].
func LabelCrossEntropyGraph(logits, labels *Node) *Node {
	largest := StopGradient(ReduceAndKeep(logits, ReduceMax, -1)) // [batch, 1]
	shifted := Sub(logits, largest)
	return Sub(Log(ReduceSum(Exp(shifted), -1)), pick(shifted, labels))
}

// pick returns the element of each row of x [batch, labels] that labels
// [batch] names.
func pick(x, labels *Node) *Node {
	return ReduceSum(Mul(x, OneHot(labels, x.Shape().Dim(-1), x.DType())), -1)
}
