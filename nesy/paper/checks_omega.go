package paper

import "fmt"

// Tests of the metrics that no threshold changes.

func thresholdFree(dataset string) test {
	return func(e Evidence) Finding {
		constant := []Measure{FineAccuracy, FineBetPAccuracy, CoarseBetPAccuracy, FineECE, CoarseECE, FineEntropy, CoarseEntropy}
		groups, changing := 0, 0
		numbers := ""
		for _, group := range byConfiguration(nesy(e, dataset, constant...)) {
			if len(group) < 2 {
				continue
			}
			groups++
			for _, m := range constant {
				low, _ := group.Lowest(m)
				high, _ := group.Highest(m)
				if high.Values[m] > low.Values[m] {
					changing++
					numbers += fmt.Sprintf("; %s", span(group, m))
				}
			}
		}
		if groups == 0 {
			return Finding{}
		}
		return Finding{verdict(changing == 0), fmt.Sprintf("%s: %d of %d columns change%s",
			datasetNames[dataset], changing, groups*len(constant), numbers)}
	}
}

// coverageIdentity tests rows of evidence, with the tolerance of rounded numbers.
func coverageIdentity(e Evidence) Finding {
	rows := e.Where(ofModel(NeSy), has(FineCoverageExcluding, FineCoverageIncluding, FineOmegaRate,
		CoarseCoverageExcluding, CoarseCoverageIncluding, CoarseOmegaRate)).Configurations()
	if len(rows) == 0 {
		return Finding{}
	}
	missed := ""
	agree := 0
	for _, r := range rows {
		if coverageResidual(r.Values) <= rounding {
			agree++
			continue
		}
		fine, coarse := FreeRow{Values: r.Values}.ImpliedCoverage()
		missed += fmt.Sprintf("; not %s of %s: without Ω %.4f / %.4f, the identity gives %.4f / %.4f, ECE is %.4f / %.4f",
			modelName(r.Configuration), datasetNames[r.Dataset], r.Values[FineCoverageExcluding], r.Values[CoarseCoverageExcluding],
			fine, coarse, r.Values[FineECE], r.Values[CoarseECE])
	}
	return Finding{verdict(agree == len(rows)), fmt.Sprintf("%d of %d configurations%s", agree, len(rows), missed)}
}

// omegaOrder is about the printed column alone.
func omegaOrder(Evidence) Finding {
	decided, undecided := map[OmegaOrder]int{}, 0
	for _, r := range ThresholdFree() {
		if r.Decided {
			decided[r.Order]++
		} else {
			undecided++
		}
	}
	return Finding{verdict(decided[LevelFirst] == 0 || decided[RateFirst] == 0), fmt.Sprintf("%v in %d rows, %v in %d, undecided in %d",
		LevelFirst, decided[LevelFirst], RateFirst, decided[RateFirst], undecided)}
}

func omegaShrinksUpwards(e Evidence) Finding {
	rows := nesy(e, CIFAR100, FineOmegaRate, CoarseOmegaRate, FineOmegaMass, CoarseOmegaMass)
	if len(rows) == 0 {
		return Finding{}
	}
	agree := len(rows.Where(func(r Row) bool {
		return r.Values[CoarseOmegaRate] < r.Values[FineOmegaRate] && r.Values[CoarseOmegaMass] < r.Values[FineOmegaMass]
	}))
	return Finding{verdict(2*agree > len(rows)), fmt.Sprintf("%d of %d rows", agree, len(rows))}
}

// omegaMassTiny tells of the printed column also what the other order would make of it.
func omegaMassTiny(e Evidence, printed bool) Finding {
	rows := nesy(e, INat2021, FineOmegaMass, CoarseOmegaMass).Configurations()
	if len(rows) == 0 {
		return Finding{}
	}
	agree := 0
	for _, r := range rows {
		for _, v := range []float64{r.Values[FineOmegaMass], r.Values[CoarseOmegaMass]} {
			if v >= 0.0001-1e-9 && v <= 0.001+1e-9 {
				agree++
			}
		}
	}
	numbers := fmt.Sprintf("%d of %d; %s; %s", agree, 2*len(rows), span(rows, FineOmegaMass), span(rows, CoarseOmegaMass))
	if printed {
		low, _ := rows.Lowest(CoarseOmegaRate)
		high, _ := rows.Highest(CoarseOmegaRate)
		numbers += fmt.Sprintf("; in the other order the fine mass would be %.4f to %.4f", low.Values[CoarseOmegaRate], high.Values[CoarseOmegaRate])
	}
	return Finding{verdict(agree > len(rows)), numbers}
}

// warmupCoverage counts under each t-norm how often coverage rises with warm-up.
func warmupCoverage(e Evidence) Finding {
	rises := map[string]int{}
	of := map[string]int{}
	for _, m := range []Measure{FineCoverageIncluding, CoarseCoverageIncluding} {
		for _, p := range warmupPairs(e, CIFAR100, m) {
			of[p.with.TNorm]++
			if p.with.Values[m] > p.without.Values[m] {
				rises[p.with.TNorm]++
			}
		}
	}
	if of["godel"] == 0 || of["product"] == 0 || of["lukasiewicz"] == 0 {
		return Finding{}
	}
	share := func(tnorm string) float64 { return float64(rises[tnorm]) / float64(of[tnorm]) }
	return Finding{verdict(min(share("godel"), share("lukasiewicz")) > share("product")), fmt.Sprintf(
		"rises in %d of %d under Gödel, %d of %d under Łukasiewicz, %d of %d under Product", rises["godel"], of["godel"],
		rises["lukasiewicz"], of["lukasiewicz"], rises["product"], of["product"])}
}

// warmupPair is two rows that differ in warm-up alone.
type warmupPair struct{ with, without Row }

// warmupPairs pairs the rows of a data set, one pair of thresholds a configuration.
func warmupPairs(e Evidence, dataset string, m Measure) []warmupPair {
	rows := nesy(e, dataset, m)
	var pairs []warmupPair
	for _, with := range rows.Where(warmedUp(true)).Configurations() {
		key := with.Key
		key.Warmup = false
		if without, ok := rows.Find(key); ok {
			pairs = append(pairs, warmupPair{with, without})
		}
	}
	return pairs
}

// warmupEffect asks that warm-up move a measure in most pairs: up for sign +1, down
// for -1.
func warmupEffect(dataset string, m Measure, sign float64) test {
	return func(e Evidence) Finding {
		pairs := warmupPairs(e, dataset, m)
		if len(pairs) == 0 {
			return Finding{}
		}
		agree, change := 0, 0.0
		for _, p := range pairs {
			difference := p.with.Values[m] - p.without.Values[m]
			change += difference / float64(len(pairs))
			if sign*difference > 0 {
				agree++
			}
		}
		return Finding{verdict(2*agree > len(pairs)), fmt.Sprintf("%s moves by %+.4f on average; as claimed in %d of %d pairs",
			m, change, agree, len(pairs))}
	}
}
