package paper

import (
	"fmt"

	"nesybook/nesy/decode"
)

// The series of the rows of Tables.
const (
	PaperSeries = "paper"
	OurSeries   = "ours"
)

// Tables returns the paper's nine tables of results with our rows below its own:
// Table 1, the six threshold tables and the two of threshold-free metrics. What we
// have no run of is a dash. The setting says how ours differs from the paper's, such
// as the backbone, resolution and data; it ends every caption.
func Tables(ours Evidence, setting string) []Table {
	tables := []Table{Summary(ours, setting)}
	for _, dataset := range []string{CIFAR100, INat2021} {
		for _, tnorm := range []string{"godel", "product", "lukasiewicz"} {
			tables = append(tables, Thresholds(dataset, tnorm, ours, setting))
		}
	}
	for _, dataset := range []string{CIFAR100, INat2021} {
		tables = append(tables, Free(dataset, ours, setting))
	}
	return tables
}

// Summary returns Table 1 with ours below each row.
func Summary(ours Evidence, setting string) Table {
	l := layout{ours: ours, texts: []Column{text("Model", "model"), text("τ f", "tau_f"), text("τ c", "tau_c")},
		numbers: []numberColumn{accuracy, logicalConsistency, coarsePRF, calibration, entropy}}
	for _, r := range Table1() {
		l.group(datasetNames[r.Dataset])
		tauF, tauC := absent, absent
		if r.Model == NeSy {
			tauF, tauC = fmt.Sprint(r.Fine), fmt.Sprint(r.Coarse)
		}
		l.add(r, modelName(r.Configuration), tauF, tauC)
	}
	return l.table("table1", "Table 1 of the paper, accuracy, consistency and calibration of all models, beside ours.", setting)
}

// Thresholds returns one of the paper's six threshold tables with ours below each
// row, for a data set and the name of a t-norm.
func Thresholds(dataset, tnorm string, ours Evidence, setting string) Table {
	l := layout{ours: ours, texts: []Column{text("τ f", "tau_f"), text("τ c", "tau_c")},
		numbers: []numberColumn{accuracy, betpAccuracy, logicalConsistency, calibration, entropy, coarsePRF}}
	for _, r := range Grid() {
		if r.Dataset == dataset && r.TNorm == tnorm {
			l.group(membershipName(r.Configuration))
			l.add(r, fmt.Sprint(r.Fine), fmt.Sprint(r.Coarse))
		}
	}
	return l.table("thresholds_"+dataset+"_"+tnorm, fmt.Sprintf(
		"The paper's threshold table of %s under the %s t-norm, beside ours.", datasetNames[dataset], tnormNames[tnorm]), setting)
}

// Free returns one of the paper's two tables of metrics that no threshold changes,
// with ours below each row, for a data set. Of a configuration that we ran at
// several thresholds it shows the run at (0.5, 0.5). The paper's numbers are as
// printed; Omega's stand in the order that the coverage identity gives them.
func Free(dataset string, ours Evidence, setting string) Table {
	l := layout{ours: ours, texts: []Column{text("Membership", "membership")},
		numbers: []numberColumn{finePRF, coverageExcluding, coverageIncluding, omegaRate, omegaMass}}
	for _, r := range ThresholdFree() {
		if r.Dataset == dataset {
			l.group(tnormNames[r.TNorm] + " t-norm, " + warmupName(r.Warmup))
			key := Key{Configuration: r.Configuration, Thresholds: decode.DefaultThresholds()}
			l.add(Row{Key: key, Values: r.Values, Deviation: missing()}, membershipNames[r.Membership])
		}
	}
	return l.table("free_"+dataset, fmt.Sprintf(
		"The paper's metrics of %s that no threshold changes, beside ours.", datasetNames[dataset]), setting)
}

// layout builds a table of paired rows: columns of text, the source, columns of
// numbers.
type layout struct {
	ours    Evidence
	texts   []Column
	numbers []numberColumn
	groups  []Group
}

// group starts a new group unless the heading is that of the last.
func (l *layout) group(title string) {
	if n := len(l.groups); n == 0 || l.groups[n-1].Title != title {
		l.groups = append(l.groups, Group{Title: title})
	}
}

// add appends the paper's row, and ours of the same key.
func (l *layout) add(paper Row, texts ...string) {
	our, ok := l.ours.Find(paper.Key)
	if !ok {
		our = Row{Values: missing(), Deviation: missing()}
	}
	g := &l.groups[len(l.groups)-1]
	g.Rows = append(g.Rows, l.row(PaperSeries, paper, texts), l.row(OurSeries, our, texts))
}

func (l *layout) row(series string, r Row, texts []string) TableRow {
	row := TableRow{Series: series}
	for _, s := range texts {
		row.Cells = append(row.Cells, Cell{Text: s})
	}
	source := series
	if r.Seeds > 1 {
		source = fmt.Sprintf("%s, %d seeds", series, r.Seeds)
	}
	row.Cells = append(row.Cells, Cell{Text: source})
	for _, c := range l.numbers {
		var cell Cell
		for _, m := range c.measures {
			cell.Numbers = append(cell.Numbers, Number{Value: r.Values[m], Deviation: r.Deviation[m]})
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

func (l *layout) table(name, caption, setting string) Table {
	columns := append(append([]Column{}, l.texts...), text("Source", "source"))
	for _, c := range l.numbers {
		columns = append(columns, c.column())
	}
	t := Table{Name: name, Caption: caption + " " + setting, Columns: columns, Groups: l.groups}
	t.MarkBest()
	return t
}
