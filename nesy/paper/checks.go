package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// The tests that several claims share. Each reads the NeSy rows of one data set.

// test is what a Claim's Test is.
type test = func(Evidence) Finding

// quantifier says how many rows must agree with a claim.
type quantifier int

const (
	every quantifier = iota
	most             // more than half: the paper's "typically", "generally", "usually"
)

func (q quantifier) String() string { return [...]string{"every", "most"}[q] }

func (q quantifier) satisfied(agree, of int) bool {
	if q == every {
		return agree == of
	}
	return 2*agree > of
}

func verdict(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Contradicted
}

// nesy returns the NeSy rows of a data set that have the measures.
func nesy(e Evidence, dataset string, ms ...Measure) Evidence {
	return e.Where(ofDataset(dataset), ofModel(NeSy), has(ms...))
}

// baseline returns a measure of a baseline, and whether it is there.
func baseline(e Evidence, dataset, model string, m Measure) (float64, bool) {
	r, ok := e.Find(Key{Configuration: Configuration{Dataset: dataset, Model: model}})
	return r.Values[m], ok && !math.IsNaN(r.Values[m])
}

// span says from where to where a measure goes.
func span(e Evidence, m Measure) string {
	low, _ := e.Lowest(m)
	high, _ := e.Highest(m)
	return fmt.Sprintf("%v %.4f to %.4f", m, low.Values[m], high.Values[m])
}

// within asks that the measures, rounded to three decimals as the text's numbers
// are, lie in [low, high]: every number of every row, or most numbers.
func within(q quantifier, dataset string, low, high float64, ms ...Measure) test {
	return count(q, dataset, fmt.Sprintf("in [%g, %g]", low, high), func(v float64) bool {
		v = math.Round(v*1000) / 1000
		return v >= low-1e-9 && v <= high+1e-9
	}, ms...)
}

// exceeds asks that a measure be above a number in every row, or in most.
func exceeds(q quantifier, dataset string, m Measure, bound float64) test {
	return count(q, dataset, fmt.Sprintf("above %g", bound), func(v float64) bool { return v > bound }, m)
}

// count asks a condition of every number, or most. The verdict is over all rows; the
// main text may have had the rows of Table 1 in mind, so these are counted too.
func count(q quantifier, dataset, words string, holds func(float64) bool, ms ...Measure) test {
	return func(e Evidence) Finding {
		rows := nesy(e, dataset, ms...)
		if len(rows) == 0 {
			return Finding{}
		}
		agree := func(rows Evidence) (n int) {
			for _, r := range rows {
				for _, m := range ms {
					if holds(r.Values[m]) {
						n++
					}
				}
			}
			return n
		}
		n, of := agree(rows), len(rows)*len(ms)
		numbers := fmt.Sprintf("%s: %d of %d %s", datasetNames[dataset], n, of, words)
		if summary := rows.Where(inTable1()); len(summary) > 0 {
			numbers += fmt.Sprintf(", %d of %d in the rows of Table 1", agree(summary), len(summary)*len(ms))
		}
		for _, m := range ms {
			numbers += "; " + span(rows, m)
		}
		return Finding{verdict(q.satisfied(n, of)), numbers}
	}
}

// inTable1 returns the condition of being among the rows that Table 1 shows.
func inTable1() func(Row) bool {
	table := Evidence(Table1())
	return func(r Row) bool { _, ok := table.Find(r.Key); return ok }
}

// narrow asks that every row, or most, fit into some interval of a width.
func narrow(q quantifier, dataset string, width float64, ms ...Measure) test {
	var parts []test
	for _, m := range ms {
		parts = append(parts, func(e Evidence) Finding {
			rows := nesy(e, dataset, m)
			if len(rows) < 2 {
				return Finding{}
			}
			values := column(rows, m)
			slices.Sort(values)
			agree := 0
			for i, from := range values {
				beyond, _ := slices.BinarySearch(values, from+width+1e-9)
				agree = max(agree, beyond-i)
			}
			return Finding{verdict(q.satisfied(agree, len(rows))), fmt.Sprintf(
				"%s: %d of %d rows fit into a width of %.4g; %s", datasetNames[dataset], agree, len(rows), width, span(rows, m))}
		})
	}
	return all(parts...)
}

// inRange makes a claim of a range of numbers. Ours must spread no wider.
func inRange(c Claim, q quantifier, dataset string, low, high float64, ms ...Measure) Claim {
	c.Check = fmt.Sprintf("%v number of %s in [%g, %g] after rounding: %s", q, datasetNames[dataset], low, high, names(ms))
	c.Test = within(q, dataset, low, high, ms...)
	c.OurCheck = fmt.Sprintf("%v row within a width of %.3g, wherever that lies", q, high-low)
	c.OurTest = narrow(q, dataset, high-low, ms...)
	return c
}

// A relation compares a row with a baseline: value less baseline.
type relation struct {
	words string
	holds func(difference float64) bool
}

var (
	above = relation{"above", func(d float64) bool { return d > 0 }}
	below = relation{"below", func(d float64) bool { return d < 0 }}
)

func notBelowBy(margin float64) relation {
	return relation{fmt.Sprintf("at most %g below", margin), func(d float64) bool { return d >= -margin-1e-9 }}
}

func closeTo(margin float64) relation {
	return relation{fmt.Sprintf("within %g of", margin), func(d float64) bool { return math.Abs(d) <= margin+1e-9 }}
}

// against compares a measure of every row, or of most, with a baseline's.
func against(q quantifier, dataset string, m Measure, r relation, model string) test {
	return func(e Evidence) Finding {
		rows := nesy(e, dataset, m)
		base, ok := baseline(e, dataset, model, m)
		if !ok || len(rows) == 0 {
			return Finding{}
		}
		agree := len(rows.Where(func(row Row) bool { return r.holds(row.Values[m] - base) }))
		return Finding{verdict(q.satisfied(agree, len(rows))), fmt.Sprintf("%s: %d of %d rows %s %s's %.4f; %s",
			datasetNames[dataset], agree, len(rows), r.words, model, base, span(rows, m))}
	}
}

// all asks that every part hold. One contradiction decides; else one part without
// data leaves it open.
func all(parts ...test) test {
	return func(e Evidence) Finding {
		whole, numbers := Holds, []string{}
		for _, part := range parts {
			f := part(e)
			switch {
			case f.Verdict == Contradicted:
				whole = Contradicted
			case f.Verdict != Holds && whole == Holds:
				whole = f.Verdict
			}
			if f.Numbers != "" {
				numbers = append(numbers, f.Numbers)
			}
		}
		return Finding{whole, strings.Join(numbers, "; ")}
	}
}

// onBoth asks the same of both data sets.
func onBoth(part func(dataset string) test) test { return all(part(CIFAR100), part(INat2021)) }

// untestable is the test of a claim that no table of numbers can decide.
func untestable(why string) test {
	return func(Evidence) Finding { return Finding{NotTestable, why} }
}

// reaches asks that a measure's extreme over the rows, the highest for sign +1 and
// the lowest for -1, be the number that the text gives, to three decimals.
func reaches(dataset string, m Measure, sign int, want float64) test {
	return func(e Evidence) Finding {
		rows := nesy(e, dataset, m)
		if len(rows) == 0 {
			return Finding{}
		}
		extreme, _ := rows.Highest(m)
		if sign < 0 {
			extreme, _ = rows.Lowest(m)
		}
		got := extreme.Values[m]
		return Finding{verdict(math.Abs(math.Round(got*1000)/1000-want) < 1e-9),
			fmt.Sprintf("%s reaches %.4f (%v), claimed %g", m, got, extreme.Key, want)}
	}
}

// mean returns the mean of a measure.
func mean(e Evidence, m Measure) float64 { return stat.Mean(column(e, m), nil) }

// correlation returns Pearson's correlation of two measures over the rows, NaN
// where either does not vary.
func correlation(e Evidence, a, b Measure) float64 {
	return stat.Correlation(column(e, a), column(e, b), nil)
}

func column(e Evidence, m Measure) []float64 {
	var values []float64
	for _, r := range e {
		values = append(values, r.Values[m])
	}
	return values
}

// byConfiguration groups rows that differ in thresholds alone, in order.
func byConfiguration(e Evidence) []Evidence {
	var groups []Evidence
	for _, first := range e.Configurations() {
		groups = append(groups, e.Where(func(r Row) bool { return r.Configuration == first.Configuration }))
	}
	return groups
}

func names(ms []Measure) string {
	var s []string
	for _, m := range ms {
		s = append(s, m.String())
	}
	return strings.Join(s, ", ")
}
