package compare

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nesybook/kernelsetup/internal/ipynb"
)

// Difference is a cell whose outputs differ.
type Difference struct {
	Cell int    // the code cell, from 1, as in Jupyter's In [n]
	What string // what differs, on one line or more
}

// Notebooks compares the outputs of fresh, executed again, with those of
// committed. Numbers in text may differ by the relative tolerance rtol, and
// images in the share rtol of their pixels. The notebooks must have the same
// cells.
func Notebooks(committed, fresh *ipynb.Notebook, rtol float64) []Difference {
	var out []Difference
	cell := 0
	for i := range fresh.Cells {
		if !fresh.Cells[i].Code() {
			continue
		}
		cell++
		old, now := committed.Cells[i].Outputs, fresh.Cells[i].Outputs
		if len(old) == 0 && len(now) > 0 && committed.Cells[i].Count == 0 {
			out = append(out, Difference{cell, "never executed: the notebook holds no outputs of it"})
			continue
		}
		if what := outputs(old, now, rtol); what != "" {
			out = append(out, Difference{cell, what})
		}
	}
	return out
}

// outputs says how the outputs of a cell differ, "" if they do not.
func outputs(old, now []ipynb.Output, rtol float64) string {
	for i := range max(len(old), len(now)) {
		switch {
		case i >= len(now):
			return fmt.Sprintf("output %d (%s) is gone", i+1, old[i].Type)
		case i >= len(old):
			return fmt.Sprintf("output %d (%s) is new%s", i+1, now[i].Type, excerpt("+", now[i].Text))
		}
		if what := output(old[i], now[i], rtol); what != "" {
			return fmt.Sprintf("output %d: %s", i+1, what)
		}
	}
	return ""
}

func output(old, now ipynb.Output, rtol float64) string {
	switch {
	case old.Type != now.Type:
		return fmt.Sprintf("%s became %s", old.Type, now.Type)
	case old.Name != now.Name:
		return fmt.Sprintf("%s became %s", old.Name, now.Name)
	case old.Type == "stream":
		return text(old.Name, old.Text, now.Text, rtol)
	case old.Type == "error":
		return text("error", old.ErrorValue, now.ErrorValue, rtol)
	}
	mimes := slices.Sorted(maps.Keys(old.Data))
	if fresh := slices.Sorted(maps.Keys(now.Data)); !slices.Equal(mimes, fresh) {
		return fmt.Sprintf("content of %s became %s", strings.Join(mimes, ", "), strings.Join(fresh, ", "))
	}
	for _, mime := range mimes {
		a, b := content(old.Data[mime]), content(now.Data[mime])
		var what string
		if mime == "image/png" || mime == "image/jpeg" {
			what = imageDifference(a, b, rtol)
		} else {
			what = text(mime, a, b, rtol)
		}
		if what != "" {
			return what
		}
	}
	return ""
}

// content returns one entry of a MIME bundle as text.
func content(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// text shows the first lines in which old and now differ.
func text(name, old, now string, rtol float64) string {
	if sameText(old, now, rtol) {
		return ""
	}
	a, b := strings.Split(old, "\n"), strings.Split(now, "\n")
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(b):
			return fmt.Sprintf("%s, line %d%s", name, i+1, excerpt("-", strings.Join(a[i:], "\n")))
		case i >= len(a):
			return fmt.Sprintf("%s, line %d%s", name, i+1, excerpt("+", strings.Join(b[i:], "\n")))
		case !sameText(a[i], b[i], rtol):
			return fmt.Sprintf("%s, line %d%s%s", name, i+1, excerpt("-", a[i]), excerpt("+", b[i]))
		}
	}
	return name // not reached: some line differs
}

// excerpt returns the first line of s on a line of its own, marked and cut to
// what can be read.
func excerpt(mark, s string) string {
	const limit = 160
	s, _, _ = strings.Cut(s, "\n")
	if r := []rune(s); len(r) > limit {
		s = string(r[:limit]) + "…"
	}
	return fmt.Sprintf("\n      %s %s", mark, s)
}
