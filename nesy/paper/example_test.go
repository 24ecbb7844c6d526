package paper_test

import (
	"fmt"

	"nesybook/nesy/decode"
	"nesybook/nesy/metrics"
	"nesybook/nesy/paper"
)

// A claim is tested on the paper's own tables and, by the same words, on our runs.
func ExampleJudge() {
	inat := func(model string, fineECE float64) paper.Run {
		r := paper.Run{Key: paper.Key{
			Configuration: paper.Configuration{Dataset: paper.INat2021, Model: model},
			Thresholds:    decode.DefaultThresholds(),
		}}
		r.Report = metrics.Report{Thresholds: r.Thresholds, Fine: metrics.LevelReport{ECE: fineECE}}
		return r
	}
	ours := paper.OfRuns([]paper.Run{inat(paper.Base, 0.05), inat(paper.NeSy, 0.03)})
	for _, j := range paper.Judge(ours) {
		if j.Claim.ID == "inat-fine-ece-improves" {
			fmt.Println(j.Claim.Content)
			fmt.Println(j.Paper)
			fmt.Println(j.Ours)
		}
	}
	// Output:
	// Fine ECE on iNaturalist improves for every family of t-norms.
	// contradicted: iNaturalist 2021: 0 of 162 rows below base's 0.0344; ece_f 0.0674 to 0.1152
	// holds: iNaturalist 2021: 1 of 1 rows below base's 0.0500; ece_f 0.0300 to 0.0300
}

// The column of Omega's rate and mass changes its order within one table; the
// coverage identity tells which it is.
func ExampleThresholdFree() {
	for _, r := range paper.ThresholdFree()[5:8] {
		fmt.Println(r.TNorm, r.Membership, r.Order, r.Decided, r.Consistent())
	}
	// Output:
	// product triangular rate_f mass_f rate_c mass_c true true
	// lukasiewicz trapezoidal rate_f rate_c mass_f mass_c false false
	// lukasiewicz gaussian rate_f rate_c mass_f mass_c true true
}
