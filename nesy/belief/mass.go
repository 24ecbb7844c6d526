package belief

import (
	. "github.com/gomlx/gomlx/core/graph"
)

// Mass is a mass function on a family and its frame: all masses are at least 0 and
// sum to 1.
type Mass struct {
	Sets  []float64 // one per set of the family
	Omega float64   // the mass of the whole frame: what the evidence leaves open
}

// Complete makes a mass function of raw masses as RS-NN does (Manchingal et al.,
// Random-Set Neural Networks, 2025): negative masses become 0, Omega takes what is
// left of 1, and where nothing is left all are divided by their sum.
func Complete(m []float64) Mass {
	sets := make([]float64, len(m))
	sum := 0.0
	for i, v := range m {
		sets[i] = max(0, v)
		sum += sets[i]
	}
	omega := max(0, 1-sum)
	total := sum + omega // at least 1
	for i := range sets {
		sets[i] /= total
	}
	return Mass{Sets: sets, Omega: omega / total}
}

// CompleteGraph is Complete over a batch: raw masses [batch, sets] give the sets'
// masses [batch, sets] and Omega's [batch].
func CompleteGraph(m *Node) (sets, omega *Node) {
	sets = MaxScalar(m, 0)                          // [batch, sets]
	sum := ReduceAndKeep(sets, ReduceSum, -1)       // [batch, 1]
	sets = Div(sets, MaxScalar(sum, 1))             // sum + max(0, 1-sum) = max(1, sum)
	omega = Squeeze(MaxScalar(OneMinus(sum), 0), 1) // [batch], 0 wherever sum > 1
	return sets, omega
}
