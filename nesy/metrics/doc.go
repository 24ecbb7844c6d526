// Package metrics measures predictions the way the paper's tables do (section 4
// and the appendix): for the fine and the coarse level accuracy before and after
// constrained decoding, macro precision, recall and F1, calibration error,
// entropy, coverage with and without Omega, Omega's rate and mass, and for the
// pair of levels the logical consistency. Negative log-likelihood, Brier score
// and two more calibration errors are added.
//
//	report := metrics.Evaluate(metrics.Input{
//		Fine:    metrics.Level{BetP: fineBetP, Labels: fineLabels, Masses: fineMasses, Family: fineFamily},
//		Coarse:  metrics.Level{BetP: coarseBetP, Labels: coarseLabels, Masses: coarseMasses, Family: coarseFamily},
//		Parents: parents, Thresholds: decode.DefaultThresholds(),
//	})
//
// The paper leaves several definitions open; each function states the one taken.
// Where a quantity is a share of nothing it is 0, so that every report can be
// written as JSON. Functions panic if their arguments' lengths disagree, a label
// is out of range, or there is no sample.
package metrics
