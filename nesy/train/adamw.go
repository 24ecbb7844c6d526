package train

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	ml "github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/initializer"
)

// adamW is the optimiser of Loshchilov and Hutter, 2019, "Decoupled Weight
// Decay Regularization", with the numerics of torch.optim.AdamW. GoMLX's own
// cannot leave a variable out of the decay.
type adamW struct {
	beta1, beta2, epsilon float64
	decay                 float64 // of the weights, times the learning rate, a step
}

// momentsScope holds the moments of the variable /x/y as /adamw/x/y/first and
// /adamw/x/y/second.
const momentsScope = "/adamw"

func newAdamW(decay float64) adamW {
	return adamW{beta1: 0.9, beta2: 0.999, epsilon: 1e-8, decay: decay}
}

// decays tells whether a variable with that many axes decays: matrices of
// weights do; biases, normalisation and the loss's coefficients do not.
func (o adamW) decays(rank int) bool { return rank >= 2 }

// rates are the numbers of a step that the graph takes as input, in this
// order: the length of the step, the correction of epsilon and the factor that
// the weights keep. They are computed outside the graph, in double precision.
func (o adamW) rates(learningRate float64, step int) []float32 {
	first := 1 - math.Pow(o.beta1, float64(step)) // step counts from 1
	second := math.Sqrt(1 - math.Pow(o.beta2, float64(step)))
	return []float32{
		float32(learningRate * second / first),
		float32(o.epsilon * second),
		float32(1 - learningRate*o.decay),
	}
}

// stepGraph moves every trainable variable that loss depends on. rates is [3].
// Its two moments are variables beneath momentsScope.
func (o adamW) stepGraph(scope *ml.Scope, loss, rates *Node) {
	g := loss.Graph()
	length := Reshape(Slice(rates, AxisElem(0)))
	epsilon := Reshape(Slice(rates, AxisElem(1)))
	keep := Reshape(Slice(rates, AxisElem(2)))

	var variables []*ml.Variable
	var values []*Node
	for v := range scope.IterVariables() {
		if v.Trainable && v.InUseByGraph(g) {
			variables = append(variables, v)
			values = append(values, v.NodeValue(g))
		}
	}
	store := scope.Store()
	for i, gradient := range Gradient(loss, values...) {
		v, value := variables[i], values[i]
		first := store.VariableWithShape(momentsScope+v.Path()+"/first", v.Shape(), initializer.Zero).SetTrainable(false)
		second := store.VariableWithShape(momentsScope+v.Path()+"/second", v.Shape(), initializer.Zero).SetTrainable(false)
		m := Add(MulScalar(first.NodeValue(g), o.beta1), MulScalar(gradient, 1-o.beta1))
		s := Add(MulScalar(second.NodeValue(g), o.beta2), MulScalar(Square(gradient), 1-o.beta2))
		first.SetNodeValue(m)
		second.SetNodeValue(s)
		if o.decays(v.Shape().Rank()) {
			value = Mul(value, keep)
		}
		v.SetNodeValue(Sub(value, Div(Mul(m, length), Add(Sqrt(s), epsilon))))
	}
}
