package paper

import (
	"fmt"
	"math"
)

// cifarClaims are those of appendix E on the threshold tables of CIFAR-100.
func cifarClaims() []Claim {
	const app = "app. E.1"
	return []Claim{
		inRange(Claim{ID: "cifar-fine-range", Place: app,
			Content: "Fine accuracy on CIFAR-100 is consistently around 0.856 to 0.860."},
			most, CIFAR100, 0.856, 0.860, FineAccuracy),
		{
			ID: "cifar-coarse-floor", Place: app,
			Content:  "Coarse accuracy on CIFAR-100 is always above 0.924.",
			Check:    "every row above 0.924",
			Test:     exceeds(every, CIFAR100, CoarseAccuracy, 0.924),
			OurCheck: "every row above base",
			OurTest:  against(every, CIFAR100, CoarseAccuracy, above, Base),
		},
		{
			ID: "tnorm-irrelevant", Place: app,
			Content: "Accuracy on CIFAR-100 does not depend on the t-norm.",
			Check:   "mean fine and coarse accuracy of the three t-norms within 0.005",
			Test:    tnormIrrelevant,
		},
		{
			ID: "cifar-balanced", Place: "app. D, E.1",
			Content: "CIFAR-100's test images are as many of every label, so that macro recall is accuracy (implied).",
			Check:   "every row, recall within 0.0001 of accuracy at both levels",
			Test:    recallIsAccuracy,
		},
		{
			ID: "betp-accuracy", Place: "app. E.1, E.2",
			Content: "Accuracy before and after decoding is nearly the same.",
			Check:   "every row, at both levels within 0.002",
			Test:    onBoth(betpAccuracyNear(0.002)),
		},
		inRange(Claim{ID: "cifar-fine-ece-range", Place: app,
			Content: "Fine ECE on CIFAR-100 is typically 0.044 to 0.076."},
			most, CIFAR100, 0.044, 0.076, FineECE),
		inRange(Claim{ID: "cifar-coarse-ece-range", Place: app,
			Content: "Coarse ECE on CIFAR-100 is about 0.014 to 0.017."},
			most, CIFAR100, 0.014, 0.017, CoarseECE),
		inRange(Claim{ID: "cifar-consistency-usual", Place: app,
			Content: "Consistency on CIFAR-100 is usually 0.968 to 0.979."},
			most, CIFAR100, 0.968, 0.979, Consistency),
		inRange(Claim{ID: "cifar-coarse-prf", Place: app,
			Content: "Coarse precision, recall and F1 on CIFAR-100 lie in 0.924 to 0.929."},
			every, CIFAR100, 0.924, 0.929, CoarsePrecision, CoarseRecall, CoarseF1),
		{
			ID: "cifar-beats-rsnn", Place: app,
			Content: "RS-NN has more fine entropy and worse fine calibration on CIFAR-100.",
			Check:   "every row below rs-nn in fine entropy and fine ECE",
			Test:    all(against(every, CIFAR100, FineEntropy, below, RSNN), against(every, CIFAR100, FineECE, below, RSNN)),
		},
		inRange(Claim{ID: "cifar-entropy-range", Place: app,
			Content: "Fine entropy on CIFAR-100 is typically 0.079 to 0.089."},
			most, CIFAR100, 0.079, 0.089, FineEntropy),
	}
}

// omegaClaims are those of appendix E on the metrics that no threshold changes.
func omegaClaims() []Claim {
	const app = "app. E.1"
	return []Claim{
		{
			ID: "threshold-free", Place: "app. E.1, E.2",
			Content: "Fine accuracy, BetP accuracy, ECE and entropy do not depend on the thresholds.",
			Check:   "each the same over the thresholds of every configuration",
			Test:    onBoth(thresholdFree),
		},
		inRange(Claim{ID: "cifar-fine-prf", Place: app,
			Content: "Fine precision, recall and F1 on CIFAR-100 lie in 0.857 to 0.863."},
			every, CIFAR100, 0.857, 0.863, FinePrecision, FineRecall, FineF1),
		inRange(Claim{ID: "cifar-coverage", Place: app,
			Content: "Coverage without and with Ω on CIFAR-100 is high, typically 0.965 to 0.983."},
			most, CIFAR100, 0.965, 0.983, FineCoverageExcluding, CoarseCoverageExcluding, FineCoverageIncluding, CoarseCoverageIncluding),
		{
			ID: "coverage-identity", Place: "app. E.1, E.2",
			Content: "The columns of coverage with and without Ω and of Ω's rate describe the same predictions (implied).",
			Check:   "with = without (1 - rate) + rate at both levels, in every configuration, to rounding",
			Test:    coverageIdentity,
		},
		{
			ID: "omega-order", Place: "app. E.1, E.2",
			Content: "Ω's column reads rate and mass, each fine and coarse, throughout (implied).",
			Check:   "the order under which the coverage identity holds is the same wherever it decides",
			Test:    omegaOrder,
			OurTest: untestable("about the paper's tables alone"),
		},
		{
			ID: "cifar-omega-small", Place: app,
			Content: "Ω's rate and mass on CIFAR-100 are usually below 0.020 (coarse) and 0.050 to 0.060 (fine).",
			Check:   "most of the coarse and most of the fine numbers",
			Test: all(within(most, CIFAR100, 0, 0.020, CoarseOmegaRate, CoarseOmegaMass),
				within(most, CIFAR100, 0.050, 0.060, FineOmegaRate, FineOmegaMass)),
			OurCheck: "most rows with a coarse rate and mass below the fine",
			OurTest:  omegaShrinksUpwards,
		},
		{
			ID: "warmup-omega", Place: app,
			Content: "Warm-up reduces Ω's mass on CIFAR-100.",
			Check:   "fine mass lower with warm-up in most pairs of configurations that differ in it alone",
			Test:    warmupEffect(CIFAR100, FineOmegaMass, -1),
		},
		{
			ID: "warmup-coverage", Place: app,
			Content: "Warm-up improves coverage for several memberships on CIFAR-100, most under Gödel and Łukasiewicz.",
			Check:   "of the changes of fine and coarse coverage with Ω, a larger share upwards under each of the two than under Product",
			Test:    warmupCoverage,
		},
		{
			ID: "warmup-better", Place: "4, Table 1",
			Content: "Warm-up is the better setting on CIFAR-100: the summary shows no other (implied).",
			Check:   "fine accuracy higher and fine ECE lower with warm-up in most such pairs",
			Test:    all(warmupEffect(CIFAR100, FineAccuracy, +1), warmupEffect(CIFAR100, FineECE, -1)),
		},
	}
}

// inatClaims are those of appendix E on iNaturalist.
func inatClaims() []Claim {
	const app = "app. E.2"
	return []Claim{
		inRange(Claim{ID: "inat-fine-accuracy-range", Place: app,
			Content: "Fine accuracy on iNaturalist lies between 0.804 and 0.852."},
			every, INat2021, 0.804, 0.852, FineAccuracy),
		{
			ID: "inat-coarse-floor", Place: app,
			Content:  "Coarse accuracy on iNaturalist exceeds 0.981 in every setting.",
			Check:    "every row above 0.981",
			Test:     exceeds(every, INat2021, CoarseAccuracy, 0.981),
			OurCheck: "every row above base",
			OurTest:  against(every, INat2021, CoarseAccuracy, above, Base),
		},
		{
			ID: "inat-coarse-beats", Place: app,
			Content:  "Coarse accuracy on iNaturalist exceeds 0.982 for all three t-norms.",
			Check:    "every row above 0.982",
			Test:     exceeds(every, INat2021, CoarseAccuracy, 0.982),
			OurCheck: "every row above base and rs-nn",
			OurTest: all(against(every, INat2021, CoarseAccuracy, above, Base),
				against(every, INat2021, CoarseAccuracy, above, RSNN)),
		},
		inRange(Claim{ID: "inat-consistency-typical", Place: app,
			Content: "Consistency on iNaturalist is typically 0.988 to 0.994."},
			most, INat2021, 0.988, 0.994, Consistency),
		{
			ID: "inat-consistency-up-to", Place: app,
			Content:  "Consistency on iNaturalist goes up to 0.9935.",
			Check:    "the best row of all tables",
			Test:     highestIs(INat2021, Consistency, 0.9935),
			OurCheck: "every row above base and rs-nn",
			OurTest: all(against(every, INat2021, Consistency, above, Base),
				against(every, INat2021, Consistency, above, RSNN)),
		},
		inRange(Claim{ID: "inat-fine-ece-range", Place: app,
			Content: "Fine ECE on iNaturalist ranges from 0.067 to 0.116."},
			every, INat2021, 0.067, 0.116, FineECE),
		inRange(Claim{ID: "inat-coarse-ece-range", Place: app,
			Content: "Coarse ECE on iNaturalist is around 0.008 to 0.012."},
			every, INat2021, 0.008, 0.012, CoarseECE),
		inRange(Claim{ID: "inat-coarse-prf", Place: app,
			Content: "Coarse precision, recall and F1 on iNaturalist are typically 0.975 to 0.985."},
			most, INat2021, 0.975, 0.985, CoarsePrecision, CoarseRecall, CoarseF1),
		{
			ID: "inat-best-prf", Place: app,
			Content: "Łukasiewicz with warm-up has the best fine precision, recall and F1 on iNaturalist.",
			Check:   "the configuration that is highest in each of the three",
			Test:    bestFinePRF,
		},
		{
			ID: "inat-omega-mass", Place: app,
			Content: "Ω's mass on iNaturalist is between 0.0001 and 0.001.",
			Check: "most numbers in [0.0001, 0.001]; which of the printed ones are masses is inferred from " +
				"rate and mass of one level being alike, as on CIFAR-100, for the coverage identity decides no row here",
			Test:     func(e Evidence) Finding { return omegaMassTiny(e, true) },
			OurCheck: "most numbers in [0.0001, 0.001]",
			OurTest:  func(e Evidence) Finding { return omegaMassTiny(e, false) },
		},
		{
			ID: "inat-rsnn-entropy", Place: app,
			Content: "RS-NN has very high entropy on iNaturalist.",
			Check:   "fine entropy of rs-nn above base",
			Test:    rsnnEntropy,
		},
		{
			ID: "inat-entropy-lower", Place: app,
			Content: "Entropy on iNaturalist is lower than both baselines', against what section 4.3 says.",
			Check:   "every row below base and rs-nn, at both levels",
			Test: all(sharper(INat2021), against(every, INat2021, FineEntropy, below, RSNN),
				against(every, INat2021, CoarseEntropy, below, RSNN)),
		},
		{
			ID: "inat-membership", Place: app,
			Content: "Triangular and Gaussian memberships with warm-up improve fine accuracy on iNaturalist most.",
			Check:   "mean fine accuracy of each with warm-up above the trapezoidal's",
			Test:    membershipOrder,
		},
	}
}

func tnormIrrelevant(e Evidence) Finding {
	spread, numbers := 0.0, ""
	for _, m := range []Measure{FineAccuracy, CoarseAccuracy} {
		low, high := math.Inf(1), math.Inf(-1)
		for _, tnorm := range []string{"godel", "product", "lukasiewicz"} {
			rows := nesy(e, CIFAR100, m).Where(func(r Row) bool { return r.TNorm == tnorm })
			if len(rows) == 0 {
				return Finding{}
			}
			v := mean(rows, m)
			low, high = min(low, v), max(high, v)
		}
		spread = max(spread, high-low)
		numbers += fmt.Sprintf("%s from %.4f to %.4f; ", m, low, high)
	}
	return Finding{verdict(spread <= 0.005), numbers + fmt.Sprintf("widest %.4f", spread)}
}

func recallIsAccuracy(e Evidence) Finding {
	rows := nesy(e, CIFAR100, FineAccuracy, FineRecall, CoarseAccuracy, CoarseRecall)
	if len(rows) == 0 {
		return Finding{}
	}
	widest := 0.0
	for _, r := range rows {
		widest = max(widest, math.Abs(r.Values[FineAccuracy]-r.Values[FineRecall]),
			math.Abs(r.Values[CoarseAccuracy]-r.Values[CoarseRecall]))
	}
	return Finding{verdict(widest <= rounding), fmt.Sprintf("%d rows, at most %.4f apart", len(rows), widest)}
}

func betpAccuracyNear(margin float64) func(string) test {
	return func(dataset string) test {
		return func(e Evidence) Finding {
			rows := nesy(e, dataset, FineAccuracy, FineBetPAccuracy, CoarseAccuracy, CoarseBetPAccuracy)
			if len(rows) == 0 {
				return Finding{}
			}
			widest := 0.0
			for _, r := range rows {
				widest = max(widest, math.Abs(r.Values[FineAccuracy]-r.Values[FineBetPAccuracy]),
					math.Abs(r.Values[CoarseAccuracy]-r.Values[CoarseBetPAccuracy]))
			}
			return Finding{verdict(widest <= margin), fmt.Sprintf("%s: at most %.4f apart", datasetNames[dataset], widest)}
		}
	}
}

func highestIs(dataset string, m Measure, want float64) test {
	return func(e Evidence) Finding {
		highest, ok := nesy(e, dataset, m).Highest(m)
		if !ok {
			return Finding{}
		}
		return Finding{verdict(math.Abs(highest.Values[m]-want) < 1e-9), fmt.Sprintf("%.4f (%v)", highest.Values[m], highest.Key)}
	}
}

func bestFinePRF(e Evidence) Finding {
	holds, numbers := true, ""
	for _, m := range []Measure{FinePrecision, FineRecall, FineF1} {
		best, ok := nesy(e, INat2021, m).Highest(m)
		if !ok {
			return Finding{}
		}
		holds = holds && best.TNorm == "lukasiewicz" && best.Warmup
		numbers += fmt.Sprintf("%s %.4f (%s) ", m, best.Values[m], modelName(best.Configuration))
	}
	return Finding{verdict(holds), numbers}
}

func rsnnEntropy(e Evidence) Finding {
	base, ok := baseline(e, INat2021, Base, FineEntropy)
	rsnn, okToo := baseline(e, INat2021, RSNN, FineEntropy)
	if !ok || !okToo {
		return Finding{}
	}
	return Finding{verdict(rsnn > base), fmt.Sprintf("%.4f, base %.4f", rsnn, base)}
}

func membershipOrder(e Evidence) Finding {
	means := map[string]float64{}
	for _, membership := range []string{"trapezoidal", "gaussian", "triangular"} {
		rows := nesy(e, INat2021, FineAccuracy).Where(warmedUp(true), func(r Row) bool { return r.Membership == membership })
		if len(rows) == 0 {
			return Finding{}
		}
		means[membership] = mean(rows, FineAccuracy)
	}
	return Finding{verdict(min(means["gaussian"], means["triangular"]) > means["trapezoidal"]), fmt.Sprintf(
		"trapezoidal %.4f, Gaussian %.4f, triangular %.4f", means["trapezoidal"], means["gaussian"], means["triangular"])}
}
