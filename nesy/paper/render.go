package paper

import (
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"nesybook/nesy/atomicfile"
)

// Markdown returns the table as GitHub and Jupyter render it: the caption, and one
// table in which a group's heading is a row.
func (t Table) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n\n", escapeMarkdown(t.Caption))
	row := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	row(t.titles(escapeMarkdown))
	b.WriteString("|" + strings.Repeat("---|", len(t.Columns)) + "\n")
	for _, g := range t.Groups {
		if g.Title != "" {
			heading := make([]string, len(t.Columns))
			heading[0] = "**" + escapeMarkdown(g.Title) + "**"
			row(heading)
		}
		for _, r := range g.Rows {
			row(r.render(escapeMarkdown, func(s string) string { return "**" + s + "**" }))
		}
	}
	return b.String()
}

// HTML returns the table as a <table> element, with no style of its own. Rows
// have their series as class.
func (t Table) HTML() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<table>\n<caption>%s</caption>\n<thead>\n<tr>", html.EscapeString(t.Caption))
	for _, title := range t.titles(html.EscapeString) {
		fmt.Fprintf(&b, "<th>%s</th>", title)
	}
	b.WriteString("</tr>\n</thead>\n")
	for _, g := range t.Groups {
		b.WriteString("<tbody>\n")
		if g.Title != "" {
			fmt.Fprintf(&b, "<tr><th colspan=\"%d\">%s</th></tr>\n", len(t.Columns), html.EscapeString(g.Title))
		}
		for _, r := range g.Rows {
			class := ""
			if r.Series != "" {
				class = fmt.Sprintf(" class=\"%s\"", html.EscapeString(r.Series))
			}
			fmt.Fprintf(&b, "<tr%s>", class)
			for _, cell := range r.render(html.EscapeString, func(s string) string { return "<b>" + s + "</b>" }) {
				fmt.Fprintf(&b, "<td>%s</td>", cell)
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("</tbody>\n")
	}
	b.WriteString("</table>\n")
	return b.String()
}

// CSV returns the table with one field a column: the group's heading, the row's
// fields in full precision, and after each number that can have one its deviation
// over seeds, empty where absent. The caption is left out.
func (t Table) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b) // writes to memory and cannot fail
	header := []string{"group"}
	deviations := t.deviations()
	for c, column := range t.Columns {
		for _, field := range column.Fields {
			header = append(header, field)
			if deviations[c] {
				header = append(header, field+"_sd")
			}
		}
	}
	w.Write(header)
	number := func(v float64) string {
		if math.IsNaN(v) {
			return ""
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	for _, g := range t.Groups {
		for _, r := range g.Rows {
			record := []string{g.Title}
			for c, cell := range r.Cells {
				if cell.Numbers == nil {
					record = append(record, cell.Text)
				}
				for _, n := range cell.Numbers {
					record = append(record, number(n.Value))
					if deviations[c] {
						record = append(record, number(n.Deviation))
					}
				}
			}
			w.Write(record)
		}
	}
	w.Flush()
	return b.String()
}

// deviations tells which columns have a deviation in any row.
func (t Table) deviations() []bool {
	any := make([]bool, len(t.Columns))
	for _, g := range t.Groups {
		for _, r := range g.Rows {
			for c, cell := range r.Cells {
				for _, n := range cell.Numbers {
					any[c] = any[c] || !math.IsNaN(n.Deviation)
				}
			}
		}
	}
	return any
}

// LaTeX returns the table as a longtable environment, which breaks over pages; the
// document needs the packages longtable and booktabs, and UTF-8 input. The label is
// tab: and the table's name.
func (t Table) LaTeX() string {
	var b strings.Builder
	columns := ""
	for c := range t.Columns {
		columns += t.latexColumn(c)
	}
	fmt.Fprintf(&b, "\\begin{longtable}{%s}\n\\caption{%s}\\label{tab:%s}\\\\\n\\toprule\n", columns, escapeLaTeX(t.Caption), t.Name)
	row := func(cells []string) { fmt.Fprintf(&b, "%s \\\\\n", strings.Join(cells, " & ")) }
	row(t.titles(escapeLaTeX))
	b.WriteString("\\midrule\n\\endhead\n")
	for i, g := range t.Groups {
		if i > 0 {
			b.WriteString("\\midrule\n")
		}
		if g.Title != "" {
			fmt.Fprintf(&b, "\\multicolumn{%d}{l}{\\textbf{%s}} \\\\\n", len(t.Columns), escapeLaTeX(g.Title))
		}
		for _, r := range g.Rows {
			row(r.render(escapeLaTeX, func(s string) string { return "\\textbf{" + s + "}" }))
		}
	}
	b.WriteString("\\bottomrule\n\\end{longtable}\n")
	return b.String()
}

// latexColumn returns the type of a column: left-aligned, or a paragraph where a cell
// holds a sentence.
func (t Table) latexColumn(c int) string {
	for _, g := range t.Groups {
		for _, r := range g.Rows {
			if len(r.Cells[c].Text) > 60 {
				return "p{35mm}"
			}
		}
	}
	return "l"
}

// WriteTables writes every table to a folder that exists, as name.md, .html, .csv
// and .tex. Each file is whole or not written.
func WriteTables(dir string, tables []Table) error {
	for _, t := range tables {
		for extension, content := range map[string]string{
			".md": t.Markdown(), ".html": t.HTML(), ".csv": t.CSV(), ".tex": t.LaTeX(),
		} {
			err := atomicfile.Write(filepath.Join(dir, t.Name+extension), func(w io.Writer) error {
				_, err := io.WriteString(w, content)
				return err
			})
			if err != nil {
				return fmt.Errorf("writing table %s: %w", t.Name, err)
			}
		}
	}
	return nil
}

func (t Table) titles(escape func(string) string) []string {
	var titles []string
	for _, c := range t.Columns {
		titles = append(titles, escape(c.Title))
	}
	return titles
}

func (r TableRow) render(escape, strong func(string) string) []string {
	var cells []string
	for _, c := range r.Cells {
		cells = append(cells, c.render(escape, strong))
	}
	return cells
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, `|`, `\|`, `*`, `\*`, `_`, `\_`, "`", "\\`", `[`, `\[`, `]`, `\]`, `$`, `\$`, `~`, `\~`, `#`, `\#`,
	`&`, `&amp;`, `<`, `&lt;`, `>`, `&gt;`, "\n", " ")

func escapeMarkdown(s string) string { return markdownEscapes.Replace(s) }

var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`, `_`, `\_`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, "\n", " ",
	"τ", `$\tau$`, "Ω", `$\Omega$`, "π", `$\pi$`, "κ", `$\kappa$`, "±", `$\pm$`, "×", `$\times$`, "−", `$-$`,
	"≥", `$\geq$`, "≤", `$\leq$`, "↑", `$\uparrow$`, "↓", `$\downarrow$`, "→", `$\to$`, "—", `---`, "–", `--`)

func escapeLaTeX(s string) string { return latexEscapes.Replace(s) }
