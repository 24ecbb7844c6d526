package paper

import (
	"fmt"
	"math"
)

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

func omegaMassTiny(e Evidence) Finding {
	rows := nesy(e, INat2021, FineOmegaMass, CoarseOmegaMass).Configurations()
	if len(rows) == 0 {
		return Finding{}
	}
	tiny := func(v float64) bool { return v >= 0.0001-1e-9 && v <= 0.001+1e-9 }
	agree := len(rows.Where(func(r Row) bool { return tiny(r.Values[FineOmegaMass]) && tiny(r.Values[CoarseOmegaMass]) }))
	return Finding{verdict(2*agree > len(rows)), fmt.Sprintf("%d of %d configurations; %s; %s",
		agree, len(rows), span(rows, FineOmegaMass), span(rows, CoarseOmegaMass))}
}

// warmupEffect compares configurations that differ in warm-up alone, at the same
// thresholds; sign +1 asks for a higher value with it, -1 for a lower one.
func warmupEffect(dataset string, m Measure, sign float64) test {
	return func(e Evidence) Finding {
		rows := nesy(e, dataset, m)
		pairs, agree, change := 0, 0, 0.0
		byTNorm := map[string][2]int{}
		for _, with := range rows.Where(warmedUp(true)).Configurations() {
			key := with.Key
			key.Warmup = false
			without, ok := rows.Find(key)
			if !ok {
				continue
			}
			difference := with.Values[m] - without.Values[m]
			change += difference
			pairs++
			count := byTNorm[with.TNorm]
			count[1]++
			if sign*difference > 0 {
				agree++
				count[0]++
			}
			byTNorm[with.TNorm] = count
		}
		if pairs == 0 {
			return Finding{}
		}
		numbers := fmt.Sprintf("%s moves by %+.4f on average; as claimed in %d of %d pairs", m, change/float64(pairs), agree, pairs)
		for _, tnorm := range []string{"godel", "product", "lukasiewicz"} {
			if count := byTNorm[tnorm]; count[1] > 0 {
				numbers += fmt.Sprintf(", %s %d of %d", tnormNames[tnorm], count[0], count[1])
			}
		}
		return Finding{verdict(2*agree > pairs && !math.IsNaN(change)), numbers}
	}
}
