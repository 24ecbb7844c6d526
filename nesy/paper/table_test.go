package paper

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nesybook/nesy/decode"
)

var nan = math.NaN()

// sample has everything that needs care: characters that mean something to each
// format, a missing number, ties, a deviation, and groups of two series.
func sample() Table {
	one := func(v float64) Cell { return Cell{Numbers: []Number{{Value: v, Deviation: nan}}} }
	t := Table{
		Name: "sample", Caption: `5 % of <A|B> & $x_1$ # \ {y} ~ ^ * τ`,
		Columns: []Column{text("Na|me", "name"), {Title: "Acc ↑", Fields: []string{"acc"}, Better: []int{1}},
			{Title: "E (f/c)", Fields: []string{"e_f", "e_c"}, Better: []int{-1}}},
		Groups: []Group{{Title: "G & H", Rows: []TableRow{
			{Series: "a", Cells: []Cell{{Text: "x_1, \"q\""}, one(0.5), {Numbers: []Number{{Value: 0.1, Deviation: nan}, {Value: 0.2, Deviation: nan}}}}},
			{Series: "a", Cells: []Cell{{Text: "x<2"}, one(0.50001), {Numbers: []Number{{Value: 0.05, Deviation: 0.01}, {Value: nan, Deviation: nan}}}}},
			{Series: "a", Cells: []Cell{{Text: "y"}, one(0.25), {Numbers: []Number{{Value: nan, Deviation: nan}, {Value: nan, Deviation: nan}}}}},
			{Series: "b", Cells: []Cell{{Text: "z"}, one(0.125), {Numbers: []Number{{Value: 0.5, Deviation: nan}, {Value: 0.5, Deviation: nan}}}}},
		}}},
	}
	t.MarkBest()
	return t
}

func TestMarkdown(t *testing.T) {
	want := `**5 % of &lt;A\|B&gt; &amp; \$x\_1\$ \# \\ {y} \~ ^ \* τ**

| Na\|me | Acc ↑ | E (f/c) |
|---|---|---|
| **G &amp; H** |  |  |
| x\_1, "q" | **0.5000** | 0.1000 / 0.2000 |
| x&lt;2 | **0.5000** | **0.0500 ± 0.0100** / — |
| y | 0.2500 | — |
| z | 0.1250 | 0.5000 / 0.5000 |
`
	if got := sample().Markdown(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestHTML(t *testing.T) {
	want := `<table>
<caption>5 % of &lt;A|B&gt; &amp; $x_1$ # \ {y} ~ ^ * τ</caption>
<thead>
<tr><th>Na|me</th><th>Acc ↑</th><th>E (f/c)</th></tr>
</thead>
<tbody>
<tr><th colspan="3">G &amp; H</th></tr>
<tr class="a"><td>x_1, &#34;q&#34;</td><td><b>0.5000</b></td><td>0.1000 / 0.2000</td></tr>
<tr class="a"><td>x&lt;2</td><td><b>0.5000</b></td><td><b>0.0500 ± 0.0100</b> / —</td></tr>
<tr class="a"><td>y</td><td>0.2500</td><td>—</td></tr>
<tr class="b"><td>z</td><td>0.1250</td><td>0.5000 / 0.5000</td></tr>
</tbody>
</table>
`
	if got := sample().HTML(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLaTeX(t *testing.T) {
	want := `\begin{longtable}{lll}
\caption{5 \% of \textless{}A|B\textgreater{} \& \$x\_1\$ \# \textbackslash{} \{y\} \textasciitilde{} \textasciicircum{} * $\tau$}\label{tab:sample}\\
\toprule
Na|me & Acc $\uparrow$ & E (f/c) \\
\midrule
\endhead
\multicolumn{3}{l}{\textbf{G \& H}} \\
x\_1, "q" & \textbf{0.5000} & 0.1000 / 0.2000 \\
x\textless{}2 & \textbf{0.5000} & \textbf{0.0500 $\pm$ 0.0100} / --- \\
y & 0.2500 & --- \\
z & 0.1250 & 0.5000 / 0.5000 \\
\bottomrule
\end{longtable}
`
	if got := sample().LaTeX(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCSV(t *testing.T) {
	want := `group,name,acc,e_f,e_f_sd,e_c,e_c_sd
G & H,"x_1, ""q""",0.5,0.1,,0.2,
G & H,x<2,0.50001,0.05,0.01,,
G & H,y,0.25,,,,
G & H,z,0.125,0.5,,0.5,
`
	if got := sample().CSV(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTablesOfThePaper(t *testing.T) {
	tables := Tables(nil, "Ours: none.")
	lines := map[string]int{"table1": 2 * 20, "free_cifar100": 2 * 18, "free_inat2021": 2 * 18}
	if len(tables) != 9 {
		t.Fatalf("%d tables", len(tables))
	}
	for _, table := range tables {
		want, ok := lines[table.Name]
		if !ok {
			want = 2 * 54 // 3 memberships, 2 of warm-up, 9 pairs of thresholds
		}
		got := 0
		for _, g := range table.Groups {
			got += len(g.Rows)
			for _, r := range g.Rows {
				if len(r.Cells) != len(table.Columns) {
					t.Fatalf("%s: a row of %d cells in %d columns", table.Name, len(r.Cells), len(table.Columns))
				}
				for c, cell := range r.Cells {
					if cell.Numbers != nil && len(cell.Numbers) != len(table.Columns[c].Fields) {
						t.Fatalf("%s: %d numbers in %v", table.Name, len(cell.Numbers), table.Columns[c].Fields)
					}
					for _, n := range cell.Numbers {
						if math.IsNaN(n.Value) != (r.Series == OurSeries) {
							t.Fatalf("%s: %v in a row of %s", table.Name, n.Value, r.Series)
						}
					}
				}
			}
		}
		if got != want {
			t.Errorf("%s has %d rows, want %d", table.Name, got, want)
		}
		if !strings.HasSuffix(table.Caption, "Ours: none.") {
			t.Errorf("%s: caption %q lacks the setting", table.Name, table.Caption)
		}
		records, err := csv.NewReader(strings.NewReader(table.CSV())).ReadAll() // of equal lengths
		if err != nil || len(records) != want+1 {
			t.Errorf("%s: %d lines of CSV, %v", table.Name, len(records), err)
		}
	}
}

// A printed line, digit by digit, and ours where it belongs and nowhere else.
func TestOursStandBelowThePaper(t *testing.T) {
	ours := OfRuns([]Run{run(product, 1, 0.5), run(product, 2, 0.75)})
	table := Thresholds(CIFAR100, "product", ours, "")
	markdown := table.Markdown()
	for _, line := range []string{
		"| 0.5 | 0.5 | paper | 0.8604 / 0.9281 | 0.8604 / 0.9282 | 0.9730 | 0.0475 / 0.0155 | 0.0815 / 0.0258 | 0.9287 / 0.9281 / 0.9281 |",
		"| 0.5 | 0.5 | ours, 2 seeds | 0.0000 ± 0.0000 / 0.6250 ± 0.1768 |",
	} {
		if !strings.Contains(markdown, line) {
			t.Errorf("lacks %s in\n%s", line, markdown)
		}
	}
	if n := strings.Count(markdown, "0.6250"); n != 1 {
		t.Errorf("our number stands %d times", n)
	}
	free := Free(CIFAR100, ours, "").Markdown()
	if !strings.Contains(free, "| Triangular | ours, 2 seeds |") || strings.Count(free, "seeds") != 1 {
		t.Errorf("the threshold-free table lacks ours:\n%s", free)
	}
	// A baseline's row at the default thresholds stands for the one without.
	base := Configuration{Dataset: INat2021, Model: Base}
	if s := Summary(OfRuns([]Run{run(base, 1, 0.4321)}), "").Markdown(); !strings.Contains(s, "| Base (softmax) | — | — | ours | 0.0000 / 0.4321 |") {
		t.Errorf("the summary lacks our baseline:\n%s", s)
	}
	other := run(product, 1, 0.5)
	other.Thresholds = decode.Thresholds{Fine: 0.1, Coarse: 0.2}
	other.Report.Thresholds = other.Thresholds
	if strings.Contains(Thresholds(CIFAR100, "product", OfRuns([]Run{other}), "").Markdown(), "0.5000") {
		t.Error("a run at other thresholds is shown")
	}
}

func TestWriteTables(t *testing.T) {
	dir := t.TempDir()
	if err := WriteTables(dir, []Table{sample()}); err != nil {
		t.Fatal(err)
	}
	for extension, want := range map[string]string{
		".md": sample().Markdown(), ".html": sample().HTML(), ".csv": sample().CSV(), ".tex": sample().LaTeX(),
	} {
		got, err := os.ReadFile(filepath.Join(dir, "sample"+extension))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v, %q", extension, err, got)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 4 {
		t.Errorf("%d files, want 4", len(files))
	}
	err := WriteTables(filepath.Join(dir, "none"), []Table{sample()})
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "none") {
		t.Errorf("error %v", err)
	}
}
