package paper

import (
	"fmt"
	"math"
	"strings"
)

// Table is a table as plain data, to be rendered as Markdown, HTML, CSV or LaTeX.
type Table struct {
	Name    string // of its files, without extension, such as "table1"
	Caption string
	Columns []Column
	Groups  []Group
}

// Column is one column of the printed table. It holds one number or several, as
// "Acc (f/c)" does: Fields names them, and CSV gives each a column of its own. A
// column of text has one field.
type Column struct {
	Title  string
	Fields []string
	Better []int // of each field: +1 larger is better, -1 smaller is, 0 or absent neither
}

// Group is a run of rows under a common heading, which may be empty.
type Group struct {
	Title string
	Rows  []TableRow
}

// TableRow has one cell a column. Rows of the same Series are compared when the
// best of a column is marked.
type TableRow struct {
	Series string
	Cells  []Cell
}

// Cell is text, or numbers, one a field of its column.
type Cell struct {
	Text    string
	Numbers []Number
}

// Number is shown to four decimals, NaN as a dash, with its deviation unless that
// is NaN.
type Number struct {
	Value, Deviation float64
	Best             bool
}

// absent is what stands where there is no number.
const absent = "—"

// String returns the number as it is shown, without regard to Best.
func (n Number) String() string {
	switch {
	case math.IsNaN(n.Value):
		return absent
	case math.IsNaN(n.Deviation):
		return fmt.Sprintf("%.4f", n.Value)
	}
	return fmt.Sprintf("%.4f ± %.4f", n.Value, n.Deviation)
}

// MarkBest marks in each column the best number of every series, and its equals as
// far as shown, group by group. Where none is worse, none is marked.
func (t *Table) MarkBest() {
	for _, g := range t.Groups {
		for c, column := range t.Columns {
			for f, better := range column.Better {
				if better != 0 {
					g.markBest(c, f, float64(better))
				}
			}
		}
	}
}

func (g Group) markBest(column, field int, better float64) {
	shown := func(n *Number) float64 { return better * math.Round(n.Value*1e4) }
	best, worst := map[string]float64{}, map[string]float64{}
	each := func(visit func(series string, n *Number)) {
		for _, r := range g.Rows {
			if numbers := r.Cells[column].Numbers; numbers != nil && !math.IsNaN(numbers[field].Value) {
				visit(r.Series, &numbers[field])
			}
		}
	}
	each(func(series string, n *Number) {
		if _, ok := best[series]; !ok {
			best[series], worst[series] = shown(n), shown(n)
		}
		best[series], worst[series] = max(best[series], shown(n)), min(worst[series], shown(n))
	})
	each(func(series string, n *Number) { n.Best = shown(n) == best[series] && best[series] > worst[series] })
}

// render joins a cell's parts: text by escape, the best numbers by strong.
func (c Cell) render(escape, strong func(string) string) string {
	if c.Numbers == nil {
		return escape(c.Text)
	}
	var parts []string
	missing := true
	for _, n := range c.Numbers {
		part := escape(n.String())
		if n.Best {
			part = strong(part)
		}
		missing = missing && math.IsNaN(n.Value)
		parts = append(parts, part)
	}
	if missing {
		return escape(absent)
	}
	return strings.Join(parts, " / ")
}
