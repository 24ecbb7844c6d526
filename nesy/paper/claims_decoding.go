package paper

import (
	"fmt"
	"math"

	"nesybook/nesy/decode"
)

// decodingClaims are those of section 3.4 on decoding.
func decodingClaims() []Claim {
	return []Claim{
		{
			ID: "stable-thresholds", Place: "3.4.2",
			Content: "Decoding is stable over the thresholds.",
			Check:   "over the thresholds of one configuration, coarse accuracy and consistency spread by at most 0.01",
			Test:    onBoth(stableThresholds),
		},
		{
			ID: "best-thresholds", Place: "3.4.2",
			Content: "(0.5, 0.5) balances accuracy and consistency best.",
			Check:   "coarse accuracy plus consistency, mean over configurations: the best of the pairs is (0.5, 0.5)",
			Test:    onBoth(bestThresholds),
		},
		{
			ID: "decoding-raises-consistency", Place: "4.2, 4.4",
			Content:  "Decoding raises consistency.",
			Check:    "not given without decoding; the more it may override (τ f lower, τ c higher), the higher, in every configuration",
			Test:     onBoth(consistencyFollowsOverriding),
			OurCheck: "consistency after decoding at least that before, in every row",
			OurTest:  decodingRaisesConsistency,
		},
	}
}

func stableThresholds(dataset string) test {
	return func(e Evidence) Finding {
		rows := nesy(e, dataset, CoarseAccuracy, Consistency)
		var widest [2]float64
		for _, group := range byConfiguration(rows) {
			for i, m := range []Measure{CoarseAccuracy, Consistency} {
				low, _ := group.Lowest(m)
				high, _ := group.Highest(m)
				widest[i] = max(widest[i], high.Values[m]-low.Values[m])
			}
		}
		if len(rows) == len(rows.Configurations()) { // one pair of thresholds each
			return Finding{}
		}
		return Finding{verdict(widest[0] <= 0.01 && widest[1] <= 0.01), fmt.Sprintf(
			"%s: coarse accuracy spreads by up to %.4f, consistency by up to %.4f", datasetNames[dataset], widest[0], widest[1])}
	}
}

func bestThresholds(dataset string) test {
	return func(e Evidence) Finding {
		rows := nesy(e, dataset, CoarseAccuracy, Consistency)
		var best decode.Thresholds
		bestBalance, rank := math.Inf(-1), 1
		balance := map[decode.Thresholds]float64{}
		for _, t := range decode.Grid() {
			pair := rows.Where(at(t))
			if len(pair) != len(rows.Configurations()) || len(pair) == 0 {
				return Finding{} // the means would be over different models
			}
			balance[t] = mean(pair, CoarseAccuracy) + mean(pair, Consistency)
			if balance[t] > bestBalance {
				best, bestBalance = t, balance[t]
			}
		}
		defaultBalance := balance[decode.DefaultThresholds()]
		for _, b := range balance {
			if b > defaultBalance+1e-9 {
				rank++
			}
		}
		return Finding{verdict(rank == 1), fmt.Sprintf("%s: best at %v with %.5f, (0.5, 0.5) is number %d of %d with %.5f",
			datasetNames[dataset], best, bestBalance, rank, len(balance), defaultBalance)}
	}
}

// consistencyFollowsOverriding compares rows of a configuration of which one lets
// decoding override whenever the other does.
func consistencyFollowsOverriding(dataset string) test {
	return func(e Evidence) Finding {
		pairs, agree := 0, 0
		for _, group := range byConfiguration(nesy(e, dataset, Consistency)) {
			for _, a := range group {
				for _, b := range group {
					if a.Thresholds != b.Thresholds && a.Fine <= b.Fine && a.Thresholds.Coarse >= b.Thresholds.Coarse {
						pairs++
						if a.Values[Consistency] >= b.Values[Consistency] {
							agree++
						}
					}
				}
			}
		}
		if pairs == 0 {
			return Finding{}
		}
		return Finding{verdict(agree == pairs), fmt.Sprintf("%s: as it should in %d of %d pairs of rows", datasetNames[dataset], agree, pairs)}
	}
}

func decodingRaisesConsistency(e Evidence) Finding {
	rows := e.Where(ofModel(NeSy), has(Consistency, BetPConsistency))
	if len(rows) == 0 {
		return Finding{}
	}
	agree, gain := 0, 0.0
	for _, r := range rows {
		raised := r.Values[Consistency] - r.Values[BetPConsistency]
		gain += raised / float64(len(rows))
		if raised >= -1e-12 {
			agree++
		}
	}
	return Finding{verdict(agree == len(rows) && gain > 0), fmt.Sprintf("%d of %d rows, by %.4f on average", agree, len(rows), gain)}
}
