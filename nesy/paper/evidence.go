package paper

import (
	"cmp"
	"math"
	"slices"

	"nesybook/nesy/decode"
	"nesybook/nesy/metrics"
)

// The paper's two data sets and three models, as its keys name them.
const (
	CIFAR100 = "cifar100"
	INat2021 = "inat2021"

	Base = "base"  // softmax
	RSNN = "rs-nn" // random sets without the consistency term
	NeSy = "nesy"
)

// Configuration is what a model is trained with.
type Configuration struct {
	Dataset    string `json:"dataset"`
	Model      string `json:"model"`
	TNorm      string `json:"tnorm,omitempty"`      // product, godel or lukasiewicz; empty unless NeSy
	Membership string `json:"membership,omitempty"` // gaussian, triangular or trapezoidal; empty unless NeSy
	Warmup     bool   `json:"warmup,omitempty"`
}

// Key names one row of the tables. Of the baselines, Base and RSNN, the paper gives
// no thresholds: theirs are zero, at which decoding changes nothing.
type Key struct {
	Configuration
	decode.Thresholds
}

// Run is one evaluation of ours.
type Run struct {
	Key
	Seed   uint64
	Report metrics.Report
}

// Row is what is known about a Key.
type Row struct {
	Key
	Seeds     int    // runs behind the row; 1 in the paper
	Values    Values // means over the seeds
	Deviation Values // over the seeds; NaN for one
}

// Evidence is a set of rows, at most one a Key, that claims are tested on and
// tables are laid out from.
type Evidence []Row

// OfRuns gathers runs that differ in nothing but the seed into rows of means and
// deviations, in the order of their first runs. A report whose thresholds are not
// its key's, or two runs of one key with the same seed, is a mistake, and panics.
func OfRuns(runs []Run) Evidence {
	var order []Key
	seeds := map[Key][]Run{}
	for _, r := range runs {
		if r.Report.Thresholds != r.Thresholds {
			panic("paper: thresholds mismatch")
		}
		for _, other := range seeds[r.Key] {
			if other.Seed == r.Seed {
				panic("paper: seed repeated")
			}
		}
		if seeds[r.Key] == nil {
			order = append(order, r.Key)
		}
		seeds[r.Key] = append(seeds[r.Key], r)
	}
	var e Evidence
	for _, key := range order {
		e = append(e, rowOf(key, seeds[key]))
	}
	return e
}

func rowOf(key Key, runs []Run) Row {
	row := Row{Key: key, Seeds: len(runs), Values: missing(), Deviation: missing()}
	for m := range row.Values {
		var values []float64
		for _, r := range runs {
			values = append(values, valuesOf(r.Report)[m])
		}
		s := metrics.Summarise(values, 0.95)
		row.Values[m] = s.Mean
		if len(runs) > 1 {
			row.Deviation[m] = s.Deviation
		}
	}
	return row
}

// StandIn returns the rows with one data set's name in place of another's, so that
// the paper's questions can be asked of data that stand in for its own, such as the
// built-in drawings for CIFAR-100.
func (e Evidence) StandIn(actual, asked string) Evidence {
	f := slices.Clone(e)
	for i := range f {
		if f[i].Dataset == actual {
			f[i].Dataset = asked
		}
	}
	return f
}

// Find returns the row of a key, and whether there is one. For a baseline, where
// there is none without thresholds, the row at the default thresholds is it.
func (e Evidence) Find(key Key) (Row, bool) {
	if i := slices.IndexFunc(e, func(r Row) bool { return r.Key == key }); i >= 0 {
		return e[i], true
	}
	if key.Model != NeSy && key.Thresholds == (decode.Thresholds{}) {
		key.Thresholds = decode.DefaultThresholds()
		return e.Find(key)
	}
	return Row{}, false
}

// Where returns the rows that satisfy every condition.
func (e Evidence) Where(conditions ...func(Row) bool) Evidence {
	var kept Evidence
	for _, r := range e {
		if !slices.ContainsFunc(conditions, func(holds func(Row) bool) bool { return !holds(r) }) {
			kept = append(kept, r)
		}
	}
	return kept
}

// Configurations returns the rows with each configuration once: the first of its
// thresholds. It is for measures that no threshold changes.
func (e Evidence) Configurations() Evidence {
	var kept Evidence
	for _, r := range e {
		if !slices.ContainsFunc(kept, func(k Row) bool { return k.Configuration == r.Configuration }) {
			kept = append(kept, r)
		}
	}
	return kept
}

// Lowest returns the row with the lowest value of a measure, the first of equals, and
// whether any row has that measure.
func (e Evidence) Lowest(m Measure) (Row, bool) {
	have := e.Where(has(m))
	if len(have) == 0 {
		return Row{}, false
	}
	return slices.MinFunc(have, func(a, b Row) int { return cmp.Compare(a.Values[m], b.Values[m]) }), true
}

// Highest is Lowest for the highest value.
func (e Evidence) Highest(m Measure) (Row, bool) {
	have := e.Where(has(m))
	if len(have) == 0 {
		return Row{}, false
	}
	return slices.MinFunc(have, func(a, b Row) int { return cmp.Compare(b.Values[m], a.Values[m]) }), true
}

// Conditions for Where.

func has(ms ...Measure) func(Row) bool {
	return func(r Row) bool {
		return !slices.ContainsFunc(ms, func(m Measure) bool { return math.IsNaN(r.Values[m]) })
	}
}

func ofDataset(name string) func(Row) bool { return func(r Row) bool { return r.Dataset == name } }
func ofModel(name string) func(Row) bool   { return func(r Row) bool { return r.Model == name } }
func warmedUp(yes bool) func(Row) bool     { return func(r Row) bool { return r.Warmup == yes } }
func at(t decode.Thresholds) func(Row) bool {
	return func(r Row) bool { return r.Thresholds == t }
}
