package paper

import "math"

// OmegaOrder is the order in which the column "Omega Rate / Mass (f/c)" prints its
// four numbers. The paper does not say which, and it changes from row to row.
type OmegaOrder int

const (
	// LevelFirst is fine rate, fine mass, coarse rate, coarse mass.
	LevelFirst OmegaOrder = iota
	// RateFirst is fine rate, coarse rate, fine mass, coarse mass.
	RateFirst
)

// String names the order by its four numbers.
func (o OmegaOrder) String() string {
	return [...]string{"rate_f mass_f rate_c mass_c", "rate_f rate_c mass_f mass_c"}[o]
}

// assign puts the four printed numbers where they belong.
func (o OmegaOrder) assign(v *Values, printed [4]float64) {
	at := [...][4]Measure{
		{FineOmegaRate, FineOmegaMass, CoarseOmegaRate, CoarseOmegaMass},
		{FineOmegaRate, CoarseOmegaRate, FineOmegaMass, CoarseOmegaMass},
	}[o]
	for i, m := range at {
		v[m] = printed[i]
	}
}

// rounding bounds how far the coverage identity can be off between values rounded
// to four decimals: half a unit from each coverage, and what the rate adds.
const rounding = 1.1e-4

// coverageResidual returns how far a row misses, at its worse level,
//
//	coverage including Omega = coverage excluding it (1 - rate) + rate
//
// which follows from what the words mean: metrics.Coverage.
func coverageResidual(v Values) float64 {
	residual := func(excluding, including, rate Measure) float64 {
		return math.Abs(v[excluding]*(1-v[rate]) + v[rate] - v[including])
	}
	return math.Max(
		residual(FineCoverageExcluding, FineCoverageIncluding, FineOmegaRate),
		residual(CoarseCoverageExcluding, CoarseCoverageIncluding, CoarseOmegaRate))
}

// identityOrder returns the one order under which a row satisfies the coverage
// identity. It is undecided where both do, as when the coarse coverage is so near
// to 1 that any rate would, or neither does.
func identityOrder(v Values, printed [4]float64) (order OmegaOrder, decided bool) {
	var satisfies [2]bool
	for o := range satisfies {
		w := v
		OmegaOrder(o).assign(&w, printed)
		satisfies[o] = coverageResidual(w) <= rounding
	}
	if satisfies[LevelFirst] {
		return LevelFirst, !satisfies[RateFirst]
	}
	return RateFirst, satisfies[RateFirst]
}

// likelyOrder returns the order under which rate and mass of one level are the
// closer, by ratio: where Omega is predicted often, much mass is on it. It is
// never undecided, and agrees with the identity on every row that this decides.
func likelyOrder(printed [4]float64) OmegaOrder {
	apart := func(i, j int) float64 { return math.Abs(math.Log(printed[i] / printed[j])) }
	if apart(0, 1)+apart(2, 3) <= apart(0, 2)+apart(1, 3) {
		return LevelFirst
	}
	return RateFirst
}

// FreeRow is a row of the tables of threshold-free metrics.
type FreeRow struct {
	Configuration
	Values  Values     // as printed, Omega's numbers in place
	Printed [4]float64 // the Omega column from left to right
	Order   OmegaOrder
	Decided bool // whether the identity decides Order; else likelyOrder does
}

// ImpliedCoverage returns the fine and coarse coverage without Omega that the
// identity gives from the coverage with Omega and its rate.
func (r FreeRow) ImpliedCoverage() (fine, coarse float64) {
	implied := func(including, rate Measure) float64 {
		return (r.Values[including] - r.Values[rate]) / (1 - r.Values[rate])
	}
	return implied(FineCoverageIncluding, FineOmegaRate), implied(CoarseCoverageIncluding, CoarseOmegaRate)
}

// Consistent reports whether the row satisfies the coverage identity.
func (r FreeRow) Consistent() bool { return coverageResidual(r.Values) <= rounding }
