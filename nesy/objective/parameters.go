package objective

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	ml "github.com/gomlx/gomlx/ml/model"
)

// Parameters are the numbers of the loss that are learnt with the network, as
// natural logarithms. Those that the setting fixes are not used.
type Parameters struct{ LogAlpha, LogBeta, LogGamma, LogSigma float64 }

// Start returns the values that the parameters start from.
func (o *Objective) Start() Parameters {
	return Parameters{
		LogAlpha: math.Log(o.Config.Alpha),
		LogBeta:  math.Log(o.Config.Beta),
		LogGamma: math.Log(o.Config.Gamma),
		LogSigma: math.Log(o.Config.Consistency.Membership.Sigma),
	}
}

// weigh returns the coefficient of a term and what the term adds to the loss,
// given the coefficient's logarithm where it is learnt.
func (c Config) weigh(value, initial, logarithm float64) (coefficient, contribution float64) {
	switch c.Weighting {
	case Learnt:
		coefficient = math.Exp(logarithm)
		return coefficient, coefficient*value - logarithm
	case Plain:
		coefficient = math.Exp(logarithm)
	default:
		coefficient = initial
	}
	return coefficient, coefficient * value
}

// weighGraph is weigh in the graph, where the logarithm is the scope's variable
// of the given name.
func (c Config) weighGraph(scope *ml.Scope, value *Node, initial float64, name string) (coefficient, contribution *Node) {
	if c.Weighting == Fixed {
		coefficient = Scalar(value.Graph(), value.DType(), initial)
		return coefficient, Mul(coefficient, value)
	}
	logarithm := parameter(scope, name, initial).NodeValue(value)
	coefficient = Exp(logarithm)
	contribution = Mul(coefficient, value)
	if c.Weighting == Learnt {
		contribution = Sub(contribution, logarithm)
	}
	return coefficient, contribution
}

func parameter(scope *ml.Scope, name string, initial float64) *ml.Variable {
	return scope.At("objective").VariableWithValue(name, float32(math.Log(initial)))
}

// The names of the parameters' variables, in the scope "objective".
const (
	logAlpha = "log_alpha"
	logBeta  = "log_beta"
	logGamma = "log_gamma"
	logSigma = "log_sigma"
)

// ConfineGraph brings the parameters that a training step has moved out of
// their bounds back to them. It belongs after the optimiser's update: bounds
// inside the loss would have no gradient to return along.
func (o *Objective) ConfineGraph(scope *ml.Scope, g *Graph) {
	for name, bounds := range map[string][2]float64{
		logAlpha: {CoefficientFloor, o.Config.Ceiling},
		logBeta:  {CoefficientFloor, o.Config.Ceiling},
		logGamma: {CoefficientFloor, o.Config.Ceiling},
		logSigma: {SigmaFloor, SigmaCeiling},
	} {
		if v := scope.At("objective").GetVariable(name); v != nil && v.ChangedInGraph(g) {
			v.SetNodeValue(ClipScalar(v.NodeValue(g), math.Log(bounds[0]), math.Log(bounds[1])))
		}
	}
}
