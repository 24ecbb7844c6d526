package experiment

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nesybook/nesy/decode"
	"nesybook/nesy/metrics"
	"nesybook/nesy/paper"
)

// studyColumns are the numbers of a study's table, fine and coarse.
var studyColumns = []struct {
	title    string
	measures []paper.Measure
}{
	{"Acc (f/c)", []paper.Measure{paper.FineAccuracy, paper.CoarseAccuracy}},
	{"Consistency (before/after decoding)", []paper.Measure{paper.BetPConsistency, paper.Consistency}},
	{"ECE (f/c)", []paper.Measure{paper.FineECE, paper.CoarseECE}},
	{"Entropy (f/c), nats", []paper.Measure{paper.FineEntropy, paper.CoarseEntropy}},
	{"Coverage excl. Ω (f/c)", []paper.Measure{paper.FineCoverageExcluding, paper.CoarseCoverageExcluding}},
	{"Ω rate (f/c)", []paper.Measure{paper.FineOmegaRate, paper.CoarseOmegaRate}},
	{"Ω mass (f/c)", []paper.Measure{paper.FineOmegaMass, paper.CoarseOmegaMass}},
}

// Table returns a section's finished variants with the paper's measures, means and
// deviations over seeds, and the p-values of McNemar's test against the first, both
// with the first seed.
func (a Answer) Table() paper.Table {
	name, caption := a.Name, a.Question
	a.Name = "" // no heading over the only group
	return studyTable(name, caption, []Answer{a})
}

func studyTable(name, caption string, answers []Answer) paper.Table {
	t := paper.Table{Name: name, Caption: caption, Columns: []paper.Column{
		{Title: "Variant", Fields: []string{"variant"}},
		{Title: "Larger sets", Fields: []string{"sets"}},
		{Title: "τ f, τ c", Fields: []string{"thresholds"}},
	}}
	for _, c := range studyColumns {
		column := paper.Column{Title: c.title}
		for _, m := range c.measures {
			column.Fields = append(column.Fields, m.String())
		}
		t.Columns = append(t.Columns, column)
	}
	t.Columns = append(t.Columns,
		paper.Column{Title: "p fine", Fields: []string{"p_f"}}, paper.Column{Title: "p coarse", Fields: []string{"p_c"}})
	for _, a := range answers {
		g := paper.Group{Title: a.Name}
		for _, r := range a.Rows {
			g.Rows = append(g.Rows, paper.TableRow{Cells: a.cells(r)})
		}
		t.Groups = append(t.Groups, g)
	}
	return t
}

func (a Answer) cells(r AnswerRow) []paper.Cell {
	var runs []paper.Run
	for i, report := range r.Reports {
		report.Thresholds = decode.Thresholds{} // chosen ones may differ from seed to seed
		runs = append(runs, paper.Run{Seed: uint64(i), Report: report})
	}
	row := paper.OfRuns(runs)[0]
	thresholds := r.Reports[0].Thresholds
	cells := []paper.Cell{{Text: r.Name}, {Text: fmt.Sprint(r.Sets)}, {Text: fmt.Sprintf("%v, %v", thresholds.Fine, thresholds.Coarse)}}
	for _, c := range studyColumns {
		var cell paper.Cell
		for _, m := range c.measures {
			cell.Numbers = append(cell.Numbers, paper.Number{Value: row.Values[m], Deviation: row.Deviation[m]})
		}
		cells = append(cells, cell)
	}
	p := func(t metrics.PairedTest) paper.Cell {
		switch {
		case t.Samples == 0:
			return paper.Cell{Text: "the reference"}
		case a.Differs(t):
			return paper.Cell{Text: fmt.Sprintf("%.2g, differs", t.P)}
		}
		return paper.Cell{Text: fmt.Sprintf("%.2g", t.P)}
	}
	return append(cells, p(r.Fine), p(r.Coarse))
}

// WriteTables writes the table of all sections to the folder tables of the run's
// folder, or to dir where it is not empty. It returns their number and folder.
func (s *Study) WriteTables(dir string) (int, string, error) {
	if dir == "" {
		dir = filepath.Join(s.run.Dir, "tables")
	}
	answers, err := s.Answers()
	if err != nil {
		return 0, dir, err
	}
	tables := []paper.Table{studyTable(s.Name, s.caption(), answers)}
	if s.Goal > 0 {
		choice, err := s.Choose()
		if err != nil {
			return 0, dir, err
		}
		if choice != nil {
			tables = append(tables, choice.Table())
		}
	} else {
		tables = append(tables, findings(s.Name, answers))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, dir, fmt.Errorf("experiment: making the folder of the tables: %w", err)
	}
	return len(tables), dir, paper.WriteTables(dir, tables)
}

func (s *Study) caption() string {
	var text []string
	if s.Goal > 0 {
		text = append(text, fmt.Sprintf("Search on the validation images, thresholds chosen there for a consistency of at least %g.", s.Goal))
	} else {
		text = append(text, "Sensitivity on the test images.")
	}
	text = append(text, s.run.setting()+fmt.Sprintf(" Seeds %s.", numbers(s.Seeds)),
		"The p-values are McNemar's against the first variant of each section, with the first seed; those that differ stay below 0.05 divided by the number of comparisons.")
	return strings.Join(text, " ")
}

// findings is a table of the sections' sentences.
func findings(name string, answers []Answer) paper.Table {
	t := paper.Table{Name: name + "_findings", Caption: "What each section shows, by its numbers with the first seed.", Columns: []paper.Column{
		{Title: "Question", Fields: []string{"question"}}, {Title: "Finding", Fields: []string{"finding"}},
	}}
	var g paper.Group
	for _, a := range answers {
		g.Rows = append(g.Rows, paper.TableRow{Cells: []paper.Cell{{Text: a.Question}, {Text: a.Finding()}}})
	}
	t.Groups = []paper.Group{g}
	return t
}

// Table returns the choice and its base, on the validation and on the test images.
func (c Choice) Table() paper.Table {
	return studyTable("search_choice", "What the search chose on the validation images, and what it is on the test images. A p-value that differs is below 0.05 divided by the number of comparisons: all of the search's on the validation images, two on the test images.",
		[]Answer{c.Validation, c.Test})
}
