package train

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	ml "github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/initializer"
)

// AdamW is the optimiser of Loshchilov and Hutter, 2019, "Decoupled Weight
// Decay Regularization", with the numerics of torch.optim.AdamW. GoMLX's own
// cannot leave a variable out of the decay.
type AdamW struct {
	Beta1, Beta2, Epsilon float64
	Decay                 float64                   // of the weights, times the learning rate, a step
	Decays                func(v *ml.Variable) bool // which variables do
}

// momentsScope holds the moments of the variable /x/y as /adamw/x/y/first and
// /adamw/x/y/second.
const momentsScope = "/adamw"

// NewAdamW returns the optimiser with its usual constants. Matrices of weights
// decay; biases, normalisation and the loss's coefficients do not.
func NewAdamW(decay float64) AdamW {
	return AdamW{
		Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, Decay: decay,
		Decays: func(v *ml.Variable) bool { return v.Shape().Rank() >= 2 },
	}
}

// Rates are the numbers of a step, counted from 1, that the graph takes as input,
// in this order: the length of the step, the correction of epsilon and the factor
// that the weights keep. They are computed outside the graph, in double precision.
func (o AdamW) Rates(learningRate float64, step int) []float32 {
	first := 1 - math.Pow(o.Beta1, float64(step))
	second := math.Sqrt(1 - math.Pow(o.Beta2, float64(step)))
	return []float32{
		float32(learningRate * second / first),
		float32(o.Epsilon * second),
		float32(1 - learningRate*o.Decay),
	}
}

// StepGraph moves every trainable variable that loss depends on down its gradient.
func (o AdamW) StepGraph(scope *ml.Scope, loss, rates *Node) {
	g := loss.Graph()
	var variables []*ml.Variable
	var values []*Node
	for v := range scope.IterVariables() {
		if v.Trainable && v.InUseByGraph(g) {
			variables = append(variables, v)
			values = append(values, v.NodeValue(g))
		}
	}
	o.ApplyGraph(scope.Store(), variables, Gradient(loss, values...), rates)
}

// ApplyGraph moves variables by their gradients, of the same shapes. rates is [3].
// Their two moments are variables beneath /adamw.
func (o AdamW) ApplyGraph(store *ml.Store, variables []*ml.Variable, gradients []*Node, rates *Node) {
	length := Reshape(Slice(rates, AxisElem(0)))
	epsilon := Reshape(Slice(rates, AxisElem(1)))
	keep := Reshape(Slice(rates, AxisElem(2)))
	for i, gradient := range gradients {
		v, g := variables[i], gradient.Graph()
		value := v.NodeValue(g)
		first := store.VariableWithShape(momentsScope+v.Path()+"/first", v.Shape(), initializer.Zero).SetTrainable(false)
		second := store.VariableWithShape(momentsScope+v.Path()+"/second", v.Shape(), initializer.Zero).SetTrainable(false)
		m := Add(MulScalar(first.NodeValue(g), o.Beta1), MulScalar(gradient, 1-o.Beta1))
		s := Add(MulScalar(second.NodeValue(g), o.Beta2), MulScalar(Square(gradient), 1-o.Beta2))
		first.SetNodeValue(m)
		second.SetNodeValue(s)
		if o.Decays(v) {
			value = Mul(value, keep)
		}
		v.SetNodeValue(Sub(value, Div(Mul(m, length), Add(Sqrt(s), epsilon))))
	}
}
