package metrics_test

import (
	"fmt"

	"nesybook/nesy/decode"
	"nesybook/nesy/metrics"
)

// Three images of roses, tulips and pears; the coarse level takes the second for
// a fruit, and decoding corrects it.
func ExampleEvaluate() {
	report := metrics.Evaluate(metrics.Input{
		Fine: metrics.Level{
			BetP:   [][]float64{{0.7, 0.2, 0.1}, {0.3, 0.6, 0.1}, {0.5, 0.1, 0.4}},
			Labels: []int{0, 1, 2},
		},
		Coarse: metrics.Level{
			BetP:   [][]float64{{0.9, 0.1}, {0.4, 0.6}, {0.3, 0.7}},
			Labels: []int{0, 0, 1},
		},
		Parents:    []int{0, 0, 1},
		Thresholds: decode.Thresholds{Fine: 0.6, Coarse: 0.5},
	})
	fmt.Printf("coarse accuracy %.3f, before decoding %.3f\n", report.Coarse.Accuracy, report.Coarse.BetPAccuracy)
	fmt.Printf("consistency     %.3f, before decoding %.3f\n", report.Consistency, report.BetPConsistency)
	// Output:
	// coarse accuracy 1.000, before decoding 0.667
	// consistency     0.667, before decoding 0.333
}
