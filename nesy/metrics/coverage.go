package metrics

import (
	"fmt"

	"nesybook/nesy/belief"
	"nesybook/nesy/focal"
)

// SetRule says which set is predicted for a sample. Omega, the whole frame, is
// always among the candidates. The paper does not name its rule.
type SetRule int

const (
	// MaxMass predicts the set of greatest mass, the default.
	MaxMass SetRule = iota
	// MaxBelief predicts the focal set of greatest belief, the mass of the set and
	// all its subsets. As Bel(Omega) = 1 always, Omega competes with what is
	// committed to nothing smaller, its mass.
	MaxBelief
)

// String returns "maxmass" or "maxbelief".
func (r SetRule) String() string {
	switch r {
	case MaxMass:
		return "maxmass"
	case MaxBelief:
		return "maxbelief"
	}
	return fmt.Sprintf("SetRule(%d)", int(r))
}

// Omega stands for the whole frame where a set is named by its index.
const Omega = -1

// Coverage tells how often the predicted sets contain the true label. The numbers
// of one Coverage satisfy Including = Excluding (1 - OmegaRate) + OmegaRate, which
// is how the paper's tables, that define none of them, can be read.
type Coverage struct {
	Including float64 `json:"including_omega"` // over all samples; Omega covers every label
	Excluding float64 `json:"excluding_omega"` // over the samples for which Omega is not predicted
	OmegaRate float64 `json:"omega_rate"`      // share of samples for which Omega is predicted
	OmegaMass float64 `json:"omega_mass"`      // mean m(Omega), whatever is predicted
	MeanSize  float64 `json:"mean_size"`       // mean number of labels of the sets that are not Omega
}

// PredictSets returns, per sample, the index in f.Sets of the predicted set, or
// Omega. Among equals the set that comes first wins, hence the smallest, and
// Omega comes last.
func PredictSets(f *focal.Family, masses []belief.Mass, rule SetRule) []int {
	sumOver := subsetsOf(f, rule)
	predicted := make([]int, len(masses))
	for i, m := range masses {
		if len(m.Sets) != f.Len() {
			panic("metrics: length mismatch")
		}
		best, greatest := Omega, 0.0
		for a, subsets := range sumOver {
			support := 0.0
			for _, b := range subsets {
				support += m.Sets[b]
			}
			if best == Omega || support > greatest {
				best, greatest = a, support
			}
		}
		if m.Omega > greatest {
			best = Omega
		}
		predicted[i] = best
	}
	return predicted
}

// subsetsOf lists, for each focal set, the sets whose masses a rule adds up.
func subsetsOf(f *focal.Family, rule SetRule) [][]int {
	subsets := make([][]int, f.Len())
	for a, set := range f.Sets {
		if rule == MaxMass {
			subsets[a] = []int{a}
			continue
		}
		for b, candidate := range f.Sets {
			if candidate.SubsetOf(set) {
				subsets[a] = append(subsets[a], b)
			}
		}
	}
	return subsets
}

// Cover measures the predicted sets of a rule against the true labels.
func Cover(f *focal.Family, masses []belief.Mass, truth []int, rule SetRule) Coverage {
	checkPaired(len(masses), len(truth))
	covered, omegas, labels := 0, 0, 0
	omegaMass := 0.0
	for i, a := range PredictSets(f, masses, rule) {
		omegaMass += masses[i].Omega
		if a == Omega {
			omegas++
			continue
		}
		labels += f.Sets[a].Len()
		if f.Sets[a].Contains(truth[i]) {
			covered++
		}
	}
	n := len(truth)
	return Coverage{
		Including: ratio(covered+omegas, n),
		Excluding: ratio(covered, n-omegas),
		OmegaRate: ratio(omegas, n),
		OmegaMass: omegaMass / float64(n),
		MeanSize:  ratio(labels, n-omegas),
	}
}
