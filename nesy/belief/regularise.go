package belief

import (
	. "github.com/gomlx/gomlx/core/graph"
)

// Negativity returns R_mass of equation 4 for one sample: the sum over the
// sets of max(0, -m(A)), which is 0 where no mass is negative.
func Negativity(m []float64) float64 {
	sum := 0.0
	for _, v := range m {
		sum += max(0, -v)
	}
	return sum
}

// Excess returns R_sum of equation 5 for one sample: by how much the masses
// sum to more than 1. A sum below 1 is no fault: Omega has the rest.
func Excess(m []float64) float64 {
	sum := 0.0
	for _, v := range m {
		sum += v
	}
	return max(0, sum-1)
}

// NegativityGraph is Negativity over a batch: m [batch, sets] gives [batch].
func NegativityGraph(m *Node) *Node {
	return ReduceSum(MaxScalar(Neg(m), 0), -1)
}

// ExcessGraph is Excess over a batch: m [batch, sets] gives [batch].
func ExcessGraph(m *Node) *Node {
	return MaxScalar(MinusOne(ReduceSum(m, -1)), 0)
}
