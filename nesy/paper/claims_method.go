package paper

import (
	"fmt"
	"math"

	"nesybook/nesy/belief"
	"nesybook/nesy/consistency"
	"nesybook/nesy/decode"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/hierarchy"
)

// methodClaims are those of section 3. The first two are about formulas, and are
// tested on them: their findings do not depend on any evidence.
func methodClaims() []Claim {
	return []Claim{
		{
			ID: "cons-bounded", Place: "3.3.3, eq. 16",
			Content:  "Cons lies in [0, 1].",
			Check:    "the score of masses that eq. 3 gives for sigmoid outputs near 1, ten fine labels and one set of nine",
			Test:     func(Evidence) Finding { return consBounded(consistency.Paper) },
			OurCheck: "the same with the self-normalised form",
			OurTest:  func(Evidence) Finding { return consBounded(consistency.SelfNormalised) },
		},
		{
			ID: "loss-vanishes", Place: "3.3.3, eq. 17",
			Content:  "The consistency loss vanishes for perfectly consistent predictions.",
			Check:    "1 - Cons where all mass is on one fine label and on its parent, same family",
			Test:     func(Evidence) Finding { return lossVanishes(consistency.Paper) },
			OurCheck: "the same with the self-normalised form",
			OurTest:  func(Evidence) Finding { return lossVanishes(consistency.SelfNormalised) },
		},
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

// smallFamily is two coarse labels over ten fine ones, and a fine set of nine.
func smallFamily() (h *hierarchy.Hierarchy, fine, coarse *focal.Family) {
	var names []string
	parents := make([]int, 10)
	for y := range parents {
		names = append(names, fmt.Sprint("fine ", y))
		parents[y] = y / 5
	}
	h, err := hierarchy.TwoLevel(names, []string{"coarse 0", "coarse 1"}, parents)
	if err != nil {
		panic("paper: " + err.Error())
	}
	fine = focal.NewFamily(10, focal.NewSet(0, 1, 2, 3, 4, 5, 6, 7, 8))
	return h, fine, fine.Project(h, 0)
}

func consBounded(form consistency.Form) Finding {
	h, fine, coarse := smallFamily()
	config := consistency.PaperConfig()
	config.Form = form
	term := consistency.New(h, 0, fine, coarse, config)
	masses := func(f *focal.Family) []float64 {
		beliefs := make([]float64, f.Len())
		for i := range beliefs {
			beliefs[i] = 1 / (1 + math.Exp(-8)) // a logit of 8
		}
		return belief.Masses(beliefs, belief.Mobius(f, belief.Restricted))
	}
	score := term.Score(masses(fine), masses(coarse))
	return Finding{verdict(score >= 0 && score <= 1), fmt.Sprintf("Cons = %.4f", score)}
}

func lossVanishes(form consistency.Form) Finding {
	h, fine, coarse := smallFamily()
	config := consistency.PaperConfig()
	config.Form, config.Membership = form, fuzzy.Triangular(0, 1, 1) // 0 at mass 0, which favours the claim
	term := consistency.New(h, 0, fine, coarse, config)
	mf, mc := make([]float64, fine.Len()), make([]float64, coarse.Len())
	mf[0], mc[h.Parent(0, 0)] = 1, 1
	loss := 1 - term.Score(mf, mc)
	return Finding{verdict(math.Abs(loss) < 1e-9), fmt.Sprintf("loss = %.4f", loss)}
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
		bestBalance, defaultBalance, rank := math.Inf(-1), math.NaN(), 1
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
		defaultBalance = balance[decode.DefaultThresholds()]
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
