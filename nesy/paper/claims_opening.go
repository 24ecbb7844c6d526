package paper

import (
	"fmt"
	"math"
)

// openingClaims are those of the abstract and the introduction.
func openingClaims() []Claim {
	return []Claim{
		{
			ID: "accuracy-on-par", Place: "abstract",
			Content: "Accuracy stays on par with the transformer baseline.",
			Check:   "every row of both data sets, fine and coarse accuracy at most 0.01 below base",
			Test: onBoth(func(d string) test {
				return all(against(every, d, FineAccuracy, notBelowBy(0.01), Base), against(every, d, CoarseAccuracy, notBelowBy(0.01), Base))
			}),
		},
		{
			ID: "more-calibrated", Place: "abstract",
			Content: "Predictions are better calibrated than the baseline's.",
			Check:   "most rows of both data sets, fine and coarse ECE below base",
			Test: onBoth(func(d string) test {
				return all(against(most, d, FineECE, below, Base), against(most, d, CoarseECE, below, Base))
			}),
		},
		{
			ID: "less-overconfident", Place: "abstract",
			Content: "Overconfidence is reduced.",
			Check:   "needs the sign of confidence less accuracy; ECE has none",
			Test:    untestable("the tables give ECE without the sign of the gap, and no mean confidence"),
		},
		{
			ID: "cifar-fine-accuracy", Place: "1",
			Content:  "Fine accuracy on CIFAR-100 stays near 0.860.",
			Check:    "every row within 0.005 of 0.860",
			Test:     within(every, CIFAR100, 0.855, 0.865, FineAccuracy),
			OurCheck: "every row within 0.005 of base",
			OurTest:  against(every, CIFAR100, FineAccuracy, closeTo(0.005), Base),
		},
		{
			ID: "inat-fine-accuracy", Place: "1",
			Content:  "Fine accuracy on iNaturalist rises from 0.790 to as high as 0.851.",
			Check:    "base and the best row, to three decimals",
			Test:     all(baselineIs(INat2021, Base, FineAccuracy, 0.790), reaches(INat2021, FineAccuracy, +1, 0.851)),
			OurCheck: "most rows above base",
			OurTest:  against(most, INat2021, FineAccuracy, above, Base),
		},
		inRange(Claim{ID: "cifar-consistency-range", Place: "1",
			Content: "Consistency on CIFAR-100 ranges from 0.974 to 0.979."},
			every, CIFAR100, 0.974, 0.979, Consistency),
		{
			ID: "inat-consistency", Place: "1",
			Content:  "Consistency on iNaturalist exceeds 0.990.",
			Check:    "every row above 0.990",
			Test:     exceeds(every, INat2021, Consistency, 0.990),
			OurCheck: "every row above base",
			OurTest:  against(every, INat2021, Consistency, above, Base),
		},
		{
			ID: "inat-fine-ece-falls", Place: "1",
			Content:  "Fine ECE on iNaturalist falls from 0.034 to about 0.009.",
			Check:    "base at 0.034, and the lowest fine ECE within 0.002 of 0.009; where else the tables have it",
			Test:     fineECEFalls,
			OurCheck: "most rows below base",
			OurTest:  against(most, INat2021, FineECE, below, Base),
		},
		{
			ID: "inat-entropy-rises", Place: "1, 4.3, 4.4.1",
			Content: "Entropy rises on iNaturalist, above the baseline's.",
			Check:   "most rows, fine entropy above base",
			Test:    against(most, INat2021, FineEntropy, above, Base),
		},
	}
}

// fineECEFalls tests the fall of fine ECE to about 0.009, and looks for that number
// in the coarse column, where it stands.
func fineECEFalls(e Evidence) Finding {
	rows := nesy(e, INat2021, FineECE, CoarseECE)
	base, ok := baseline(e, INat2021, Base, FineECE)
	if !ok || len(rows) == 0 {
		return Finding{}
	}
	lowest, _ := rows.Lowest(FineECE)
	highest, _ := rows.Highest(FineECE)
	coarse, _ := rows.Lowest(CoarseECE)
	coarseBase, _ := baseline(e, INat2021, Base, CoarseECE)
	direction := "falls"
	if lowest.Values[FineECE] > base {
		direction = "rises"
	}
	return Finding{
		verdict(math.Abs(base-0.034) < 0.0005 && math.Abs(lowest.Values[FineECE]-0.009) <= 0.002),
		fmt.Sprintf("fine ECE %s from %.4f to between %.4f and %.4f; coarse ECE goes from %.4f to as low as %.4f",
			direction, base, lowest.Values[FineECE], highest.Values[FineECE], coarseBase, coarse.Values[CoarseECE]),
	}
}

// baselineIs asks that a baseline have the number that the text gives, to three
// decimals.
func baselineIs(dataset, model string, m Measure, want float64) test {
	return func(e Evidence) Finding {
		got, ok := baseline(e, dataset, model, m)
		if !ok {
			return Finding{}
		}
		return Finding{verdict(math.Abs(math.Round(got*1000)/1000-want) < 1e-9),
			fmt.Sprintf("%s of %s is %.4f, claimed %g", m, model, got, want)}
	}
}
