package notebook

import (
	"fmt"
	"html"
	"strings"

	"github.com/janpfeifer/gonb/gonbui"
	"gonum.org/v1/plot/vg"

	"nesybook/figures"
)

// Figure draws and shows a figure of the given width, at the height that suits it.
func Figure(figure figures.Drawer, width vg.Length) {
	gonbui.DisplayPNG(Must(figures.PNG(figure, width, 0)))
	gonbui.Sync() // what is still on its way when the cell ends is lost
}

// Table shows rows under a header as a Markdown table; cells that look like
// numbers are aligned to the right.
func Table(header []string, rows [][]string) {
	markdown(Markdown(header, rows))
}

// Show shows text in Markdown, such as a table that was written elsewhere.
func Show(text string) { markdown(text) }

func markdown(text string) {
	gonbui.DisplayMarkdown(text)
	gonbui.Sync()
}

// Markdown formats rows under a header as a Markdown table.
func Markdown(header []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for _, c := range cells {
			b.WriteString(" " + strings.ReplaceAll(c, "|", "\\|") + " |")
		}
		b.WriteString("\n")
	}
	line(header)
	rule := make([]string, len(header))
	for i := range rule {
		rule[i] = ":--"
		if len(rows) > 0 && i < len(rows[0]) && numeric(rows[0][i]) {
			rule[i] = "--:"
		}
	}
	line(rule)
	for _, r := range rows {
		line(r)
	}
	return b.String()
}

func numeric(cell string) bool {
	return strings.Trim(cell, "0123456789.,+-−eE%/ ") == "" && strings.ContainsAny(cell, "0123456789")
}

// Progress returns a callback for work of a known size. It rewrites one line
// under the cell, and what it leaves there does not depend on how long the work
// took or whether an earlier run had already done it.
func Progress(what string) func(done, total int) {
	id := gonbui.UniqueId()
	shown := -1
	return func(done, total int) {
		percent := 100
		if total > 0 {
			percent = done * 100 / total
		}
		if percent == shown {
			return
		}
		shown = percent
		text := fmt.Sprintf("%s: %s of %s", what, thousands(done), thousands(total))
		if done < total {
			text += fmt.Sprintf(" (%d %%)", percent)
		}
		gonbui.UpdateHTML(id, "<pre>"+html.EscapeString(text)+"</pre>")
		gonbui.Sync()
	}
}

func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
