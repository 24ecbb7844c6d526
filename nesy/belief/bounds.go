package belief

import "nesybook/nesy/focal"

// Belief returns Bel(A), the mass of everything inside a: the least probability that
// any distribution compatible with m gives to a. A need not be in the family. It
// panics if m is not on f.
func Belief(f *focal.Family, m Mass, a focal.Set) float64 {
	checkLength(f, m.Sets)
	sum := 0.0
	for i, b := range f.Sets {
		if b.SubsetOf(a) {
			sum += m.Sets[i]
		}
	}
	if a.Len() == f.Frame {
		sum += m.Omega
	}
	return sum
}

// Plausibility returns Pl(A), the mass of everything that meets a: the greatest
// probability that any distribution compatible with m gives to a. It panics if m is
// not on f.
func Plausibility(f *focal.Family, m Mass, a focal.Set) float64 {
	checkLength(f, m.Sets)
	sum := 0.0
	for i, b := range f.Sets {
		if b.Intersects(a) {
			sum += m.Sets[i]
		}
	}
	if a.Len() > 0 {
		sum += m.Omega
	}
	return sum
}

// Bounds returns, for each label, its belief and its plausibility: the probabilities
// between which all distributions of m's credal set lie, BetP among them. It panics
// if m is not on f.
func Bounds(f *focal.Family, m Mass) (lower, upper []float64) {
	checkLength(f, m.Sets)
	lower, upper = make([]float64, f.Frame), make([]float64, f.Frame)
	for y := range upper {
		upper[y] = m.Omega
	}
	for i, a := range f.Sets {
		labels := a.Labels()
		for _, y := range labels {
			upper[y] += m.Sets[i]
		}
		if len(labels) == 1 {
			lower[labels[0]] += m.Sets[i]
		}
	}
	if f.Frame == 1 {
		lower[0] += m.Omega // the only label is the whole frame
	}
	return lower, upper
}
