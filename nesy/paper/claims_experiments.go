package paper

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"nesybook/nesy/decode"
)

// accuracyClaims are those of section 4.1.
func accuracyClaims() []Claim {
	return []Claim{
		{
			ID: "table1-repeats-grid", Place: "4, Table 1",
			Content: "Table 1 summarises rows of the full tables.",
			Check:   "every NeSy row of Table 1 equals the full tables' row of its key",
			Test:    table1RepeatsGrid,
			OurTest: untestable("about the paper's tables alone"),
		},
		{
			ID: "cifar-near-softmax", Place: "4.1",
			Content: "Fine accuracy on CIFAR-100 is almost identical to the softmax baseline's.",
			Check:   "every row within 0.005 of base",
			Test:    against(every, CIFAR100, FineAccuracy, closeTo(0.005), Base),
		},
		{
			ID: "cifar-exceeds-softmax", Place: "4.1",
			Content: "Several configurations slightly exceed the baseline's fine accuracy on CIFAR-100.",
			Check:   "at least two configurations above base",
			Test:    severalAbove(CIFAR100, FineAccuracy, Base),
		},
		inRange(Claim{ID: "cifar-coarse-accuracy", Place: "4.1",
			Content: "Coarse accuracy on CIFAR-100 is typically 0.927 to 0.929."},
			most, CIFAR100, 0.927, 0.929, CoarseAccuracy),
		{
			ID: "cifar-coarse-improves", Place: "4.1",
			Content: "Coarse accuracy on CIFAR-100 is above softmax and RS-NN.",
			Check:   "every row above base and above rs-nn",
			Test: all(against(every, CIFAR100, CoarseAccuracy, above, Base),
				against(every, CIFAR100, CoarseAccuracy, above, RSNN)),
		},
		{
			ID: "inat-fine-range", Place: "4.1",
			Content:  "Fine accuracy on iNaturalist rises to between 0.845 and 0.851.",
			Check:    "most rows in [0.845, 0.851] after rounding",
			Test:     within(most, INat2021, 0.845, 0.851, FineAccuracy),
			OurCheck: "every row above base and above rs-nn",
			OurTest: all(against(every, INat2021, FineAccuracy, above, Base),
				against(every, INat2021, FineAccuracy, above, RSNN)),
		},
		{
			ID: "inat-coarse-reaches", Place: "4.1",
			Content:  "Coarse accuracy on iNaturalist reaches 0.986.",
			Check:    "the best row, to three decimals",
			Test:     reaches(INat2021, CoarseAccuracy, +1, 0.986),
			OurCheck: "most rows above base",
			OurTest:  against(most, INat2021, CoarseAccuracy, above, Base),
		},
	}
}

// consistencyClaims are those of section 4.2, but for decoding's.
func consistencyClaims() []Claim {
	return []Claim{
		inRange(Claim{ID: "cifar-consistency", Place: "4.2",
			Content: "Consistency on CIFAR-100 is generally between 0.974 and 0.979."},
			most, CIFAR100, 0.974, 0.979, Consistency),
		{
			ID: "inat-consistency-most", Place: "4.2",
			Content:  "Consistency on iNaturalist exceeds 0.990 in most settings.",
			Check:    "most rows above 0.990",
			Test:     exceeds(most, INat2021, Consistency, 0.990),
			OurCheck: "most rows above base",
			OurTest:  against(most, INat2021, Consistency, above, Base),
		},
		{
			ID: "more-consistent", Place: "4.2",
			Content: "Consistency is above softmax and RS-NN on both data sets.",
			Check:   "most rows above base and above rs-nn",
			Test: onBoth(func(d string) test {
				return all(against(most, d, Consistency, above, Base), against(most, d, Consistency, above, RSNN))
			}),
		},
		{
			ID: "no-trade-off-models", Place: "4.2",
			Content: "Accuracy and consistency do not trade off between configurations.",
			Check:   "correlation of fine accuracy and consistency over configurations at (0.5, 0.5) not negative",
			Test:    onBoth(noTradeOffBetweenModels),
		},
		{
			ID: "no-trade-off-thresholds", Place: "4.2",
			Content: "Accuracy and consistency do not trade off in decoding.",
			Check:   "correlation of coarse accuracy and consistency over thresholds, negative in at most half of the configurations where both vary",
			Test:    onBoth(noTradeOffInDecoding),
		},
		{
			ID: "accurate-are-consistent", Place: "4.2",
			Content: "The most accurate configurations are among the most consistent.",
			Check:   "of the third most accurate (fine) configurations at (0.5, 0.5), most are of the third most consistent",
			Test:    onBoth(accurateAreConsistent),
		},
		{
			ID: "consistency-gain-inat", Place: "4.4.1",
			Content: "The consistency term's effect is clearest on iNaturalist.",
			Check:   "the share of rs-nn's inconsistent predictions that is gone, on average, larger on iNaturalist than on CIFAR-100",
			Test:    consistencyGain,
		},
	}
}

// calibrationClaims are those of sections 4.3 and 4.4.
func calibrationClaims() []Claim {
	return []Claim{
		{
			ID: "cifar-fine-ece", Place: "4.3",
			Content: "Fine ECE on CIFAR-100 is only slightly worse than softmax.",
			Check:   "the mean above base, and at most twice base",
			Test:    slightlyWorse(CIFAR100, FineECE),
		},
		{
			ID: "cifar-coarse-ece", Place: "4.3",
			Content: "Coarse ECE on CIFAR-100 is noticeably worse than softmax.",
			Check:   "every row above base",
			Test:    against(every, CIFAR100, CoarseECE, above, Base),
		},
		{
			ID: "cifar-entropy", Place: "4.3",
			Content:  "Fine entropy on CIFAR-100 drops from 0.474 to around 0.079, coarse entropy too.",
			Check:    "base and the lowest row to three decimals; every row below base at both levels",
			Test:     all(baselineIs(CIFAR100, Base, FineEntropy, 0.474), reaches(CIFAR100, FineEntropy, -1, 0.079), sharper(CIFAR100)),
			OurCheck: "every row below base at both levels",
			OurTest:  sharper(CIFAR100),
		},
		{
			ID: "inat-fine-ece-improves", Place: "4.3",
			Content: "Fine ECE on iNaturalist improves for every family of t-norms.",
			Check:   "every row below base",
			Test:    against(every, INat2021, FineECE, below, Base),
		},
		{
			ID: "inat-coarse-ece", Place: "4.3",
			Content: "Coarse ECE on iNaturalist often becomes worse.",
			Check:   "most rows above base",
			Test:    against(most, INat2021, CoarseECE, above, Base),
		},
		{
			ID: "entropy-follows-difficulty", Place: "4.3, 4.4",
			Content: "Entropy is low on CIFAR-100 and high on iNaturalist.",
			Check:   "mean fine entropy of NeSy higher on iNaturalist; the baselines' beside it",
			Test:    entropyFollowsDifficulty,
		},
		{
			ID: "entropy-calibrates", Place: "4.3",
			Content: "Higher entropy goes with better calibration on iNaturalist.",
			Check:   "correlation of fine entropy and fine ECE over configurations, negative",
			Test:    entropyCalibrates,
		},
		{
			ID: "fuzzy-broadens", Place: "4.3, 4.4.1, 4.4.2",
			Content: "Fuzzy coarse masses broaden the coarse distribution and raise its ECE.",
			Check:   "most rows of both data sets above rs-nn, which has none, in coarse entropy and coarse ECE",
			Test: onBoth(func(d string) test {
				return all(against(most, d, CoarseEntropy, above, RSNN), against(most, d, CoarseECE, above, RSNN))
			}),
		},
		{
			ID: "cost", Place: "4.4.2",
			Content: "One configuration takes about 23 hours to train.",
			Check:   "needs times; the tables have none",
			Test:    untestable("no times in the tables"),
		},
	}
}

// table1RepeatsGrid needs no evidence but the paper's.
func table1RepeatsGrid(e Evidence) Finding {
	rows, differing := 0, ""
	for _, r := range Table1() {
		full, ok := e.Find(r.Key)
		if r.Model != NeSy || !ok {
			continue
		}
		rows++
		for m, v := range r.Values {
			if !math.IsNaN(v) && v != full.Values[m] {
				differing += fmt.Sprintf("; %v: %v %.4f there, %.4f here", r.Key, Measure(m), full.Values[m], v)
			}
		}
	}
	if rows == 0 {
		return Finding{}
	}
	return Finding{verdict(differing == ""), fmt.Sprintf("%d rows compared%s", rows, differing)}
}

func severalAbove(dataset string, m Measure, model string) test {
	return func(e Evidence) Finding {
		rows := nesy(e, dataset, m).Configurations()
		base, ok := baseline(e, dataset, model, m)
		if !ok || len(rows) == 0 {
			return Finding{}
		}
		n := len(rows.Where(func(r Row) bool { return r.Values[m] > base }))
		return Finding{verdict(n >= 2), fmt.Sprintf("%d of %d configurations above %s's %.4f", n, len(rows), model, base)}
	}
}

func noTradeOffBetweenModels(dataset string) test {
	return func(e Evidence) Finding {
		rows := nesy(e, dataset, FineAccuracy, Consistency).Where(at(decode.DefaultThresholds()))
		if len(rows) < 3 {
			return Finding{}
		}
		r := correlation(rows, FineAccuracy, Consistency)
		return Finding{verdict(r >= 0), fmt.Sprintf("%s: correlation %.2f over %d configurations", datasetNames[dataset], r, len(rows))}
	}
}

func noTradeOffInDecoding(dataset string) test {
	return func(e Evidence) Finding {
		varying, negative := 0, 0
		for _, group := range byConfiguration(nesy(e, dataset, CoarseAccuracy, Consistency)) {
			if len(group) < 3 {
				continue
			}
			if r := correlation(group, CoarseAccuracy, Consistency); !math.IsNaN(r) {
				varying++
				if r < 0 {
					negative++
				}
			}
		}
		if varying == 0 {
			return Finding{}
		}
		return Finding{verdict(2*negative <= varying), fmt.Sprintf("%s: negative in %d of %d configurations", datasetNames[dataset], negative, varying)}
	}
}

func accurateAreConsistent(dataset string) test {
	return func(e Evidence) Finding {
		rows := nesy(e, dataset, FineAccuracy, Consistency).Where(at(decode.DefaultThresholds()))
		third := len(rows) / 3
		if third == 0 {
			return Finding{}
		}
		best := func(m Measure) Evidence {
			sorted := slices.Clone(rows)
			slices.SortStableFunc(sorted, func(a, b Row) int { return cmp.Compare(b.Values[m], a.Values[m]) })
			return sorted[:third]
		}
		consistent := best(Consistency)
		both := best(FineAccuracy).Where(func(r Row) bool { _, ok := consistent.Find(r.Key); return ok })
		return Finding{verdict(2*len(both) > third), fmt.Sprintf(
			"%s: %d of the %d most accurate are of the %d most consistent", datasetNames[dataset], len(both), third, third)}
	}
}

func consistencyGain(e Evidence) Finding {
	var gain, share [2]float64
	for i, d := range []string{CIFAR100, INat2021} {
		rows := nesy(e, d, Consistency)
		base, ok := baseline(e, d, RSNN, Consistency)
		if !ok || len(rows) == 0 {
			return Finding{}
		}
		gain[i] = mean(rows, Consistency) - base
		share[i] = gain[i] / (1 - base)
	}
	return Finding{verdict(share[1] > share[0]), fmt.Sprintf("%.2f gone on CIFAR-100 (consistency %+.4f), %.2f on iNaturalist (%+.4f)",
		share[0], gain[0], share[1], gain[1])}
}

func slightlyWorse(dataset string, m Measure) test {
	return func(e Evidence) Finding {
		rows := nesy(e, dataset, m)
		base, ok := baseline(e, dataset, Base, m)
		if !ok || len(rows) == 0 {
			return Finding{}
		}
		ratio := mean(rows, m) / base
		return Finding{verdict(ratio > 1 && ratio <= 2), fmt.Sprintf("the mean is %.1f times base's %.4f; %s", ratio, base, span(rows, m))}
	}
}

// sharper asks for less entropy than softmax at both levels.
func sharper(dataset string) test {
	return all(against(every, dataset, FineEntropy, below, Base), against(every, dataset, CoarseEntropy, below, Base))
}

func entropyFollowsDifficulty(e Evidence) Finding {
	cifar, inat := nesy(e, CIFAR100, FineEntropy), nesy(e, INat2021, FineEntropy)
	if len(cifar) == 0 || len(inat) == 0 {
		return Finding{}
	}
	a, b := mean(cifar, FineEntropy), mean(inat, FineEntropy)
	baseA, _ := baseline(e, CIFAR100, Base, FineEntropy)
	baseB, _ := baseline(e, INat2021, Base, FineEntropy)
	return Finding{verdict(b > a), fmt.Sprintf("mean %.4f on CIFAR-100 and %.4f on iNaturalist (base %.4f and %.4f)", a, b, baseA, baseB)}
}

func entropyCalibrates(e Evidence) Finding {
	rows := nesy(e, INat2021, FineEntropy, FineECE).Configurations()
	if len(rows) < 3 {
		return Finding{}
	}
	r := correlation(rows, FineEntropy, FineECE)
	return Finding{verdict(r < 0), fmt.Sprintf("correlation %.2f over %d configurations", r, len(rows))}
}
