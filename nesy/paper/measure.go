package paper

import (
	"math"

	"nesybook/nesy/metrics"
)

// Measure names one column of the paper's tables.
type Measure int

// The measures, as the paper orders them. "f" is the fine level, "c" the coarse.
const (
	FineAccuracy Measure = iota // after decoding
	CoarseAccuracy
	FineBetPAccuracy // before decoding
	CoarseBetPAccuracy
	FineECE
	CoarseECE
	FineEntropy // nats
	CoarseEntropy
	Consistency     // after decoding
	BetPConsistency // before decoding; not in the paper
	CoarsePrecision
	CoarseRecall
	CoarseF1
	FinePrecision
	FineRecall
	FineF1
	FineCoverageExcluding // over the samples for which Omega is not predicted
	CoarseCoverageExcluding
	FineCoverageIncluding // Omega covers every label
	CoarseCoverageIncluding
	FineOmegaRate
	CoarseOmegaRate
	FineOmegaMass
	CoarseOmegaMass
	measures // their number
)

// measureNames are the columns of the CSV files.
var measureNames = [measures]string{
	"acc_f", "acc_c", "betp_acc_f", "betp_acc_c", "ece_f", "ece_c", "entropy_f", "entropy_c", "consistency", "betp_consistency",
	"precision_c", "recall_c", "f1_c", "precision_f", "recall_f", "f1_f",
	"coverage_excl_f", "coverage_excl_c", "coverage_incl_f", "coverage_incl_c",
	"omega_rate_f", "omega_rate_c", "omega_mass_f", "omega_mass_c",
}

// String returns the measure's column name in the CSV files.
func (m Measure) String() string { return measureNames[m] }

// better is +1 where a larger value is better, -1 where a smaller one is, and 0
// where neither is: Omega's rate and mass are neither good nor bad.
func (m Measure) better() int {
	switch m {
	case FineECE, CoarseECE, FineEntropy, CoarseEntropy: // the paper's arrows
		return -1
	case FineOmegaRate, CoarseOmegaRate, FineOmegaMass, CoarseOmegaMass:
		return 0
	}
	return 1
}

// Values holds one number a Measure, NaN where there is none.
type Values [measures]float64

// missing returns values of which none is there.
func missing() (v Values) {
	for m := range v {
		v[m] = math.NaN()
	}
	return v
}

// valuesOf picks the paper's columns out of a report. Coverage is of the sets of
// greatest mass, which a softmax model has not.
func valuesOf(r metrics.Report) Values {
	v := missing()
	v[Consistency], v[BetPConsistency] = r.Consistency, r.BetPConsistency
	v[FineAccuracy], v[CoarseAccuracy] = r.Fine.Accuracy, r.Coarse.Accuracy
	v[FineBetPAccuracy], v[CoarseBetPAccuracy] = r.Fine.BetPAccuracy, r.Coarse.BetPAccuracy
	v[FineECE], v[CoarseECE] = r.Fine.ECE, r.Coarse.ECE
	v[FineEntropy], v[CoarseEntropy] = r.Fine.Entropy, r.Coarse.Entropy
	v[CoarsePrecision], v[CoarseRecall], v[CoarseF1] = r.Coarse.Precision, r.Coarse.Recall, r.Coarse.F1
	v[FinePrecision], v[FineRecall], v[FineF1] = r.Fine.Precision, r.Fine.Recall, r.Fine.F1
	if c := r.Fine.MaxMass; c != nil {
		v[FineCoverageExcluding], v[FineCoverageIncluding] = c.Excluding, c.Including
		v[FineOmegaRate], v[FineOmegaMass] = c.OmegaRate, c.OmegaMass
	}
	if c := r.Coarse.MaxMass; c != nil {
		v[CoarseCoverageExcluding], v[CoarseCoverageIncluding] = c.Excluding, c.Including
		v[CoarseOmegaRate], v[CoarseOmegaMass] = c.OmegaRate, c.OmegaMass
	}
	return v
}
