package execute

import (
	"fmt"
	"strings"
	"testing"

	"nesybook/kernelsetup/internal/ipynb"
	"nesybook/kernelsetup/internal/jupyter"
)

func stdout(s string) jupyter.Event { return jupyter.Stream{Name: "stdout", Text: s} }
func stderr(s string) jupyter.Event { return jupyter.Stream{Name: "stderr", Text: s} }
func show(id, s string, update bool) jupyter.Event {
	return jupyter.Display{Data: map[string]any{"text/plain": s}, ID: id, Update: update}
}

// collect returns the outputs after events in consecutive cells, one string a
// cell.
func collect(cells ...[]jupyter.Event) []string {
	nb := &ipynb.Notebook{Cells: make([]ipynb.Cell, len(cells))}
	shown := map[string][]place{}
	for i, events := range cells {
		c := collector{nb: nb, cell: i, shown: shown}
		for _, e := range events {
			c.add(e)
		}
		nb.Cells[i].Outputs = c.outputs()
	}
	var out []string
	for _, cell := range nb.Cells {
		var parts []string
		for _, o := range cell.Outputs {
			parts = append(parts, strings.TrimSpace(fmt.Sprint(o.Name, o.Text, o.Data["text/plain"], o.ErrorValue)))
		}
		out = append(out, strings.ReplaceAll(strings.Join(parts, "|"), "<nil>", ""))
	}
	return out
}

func TestOutputsDoNotDependOnArrival(t *testing.T) {
	want := collect([]jupyter.Event{stdout("a"), stdout("b"), stderr("c"), show("", "d", false), show("", "e", false)})
	if want[0] != "stdoutab|stderrc|d|e" {
		t.Errorf("outputs %q", want)
	}
	for _, events := range [][]jupyter.Event{
		{show("", "d", false), stderr("c"), stdout("a"), show("", "e", false), stdout("b")},
		{stdout("a"), show("", "d", false), show("", "e", false), stdout("b"), stderr("c")},
		{stdout("ab"), show("", "d", false), show("", "e", false), stderr("c")},
	} {
		if got := collect(events); got[0] != want[0] {
			t.Errorf("outputs %q, want %q", got, want)
		}
	}
}

func TestUpdatesReplaceDisplays(t *testing.T) {
	for _, test := range []struct {
		name  string
		cells [][]jupyter.Event
		want  string
	}{
		{"in the cell", [][]jupyter.Event{{show("1", "a", false), show("", "b", false), show("1", "c", true)}}, "c|b"},
		{"shown twice", [][]jupyter.Event{{show("1", "a", false), show("1", "b", false), show("1", "c", true)}}, "c|c"},
		{"of an earlier cell", [][]jupyter.Event{{stdout("x"), show("", "a", false), show("1", "b", false)}, {show("1", "c", true)}}, "stdoutx|a|c / "},
		{"of nothing", [][]jupyter.Event{{show("1", "a", true)}}, ""},
		{"after it was cleared", [][]jupyter.Event{{show("1", "a", false), jupyter.Clear{}, show("", "b", false), show("1", "c", true)}}, "b"},
	} {
		if got := strings.Join(collect(test.cells...), " / "); got != test.want {
			t.Errorf("%s: outputs %q, want %q", test.name, got, test.want)
		}
	}
}

func TestClear(t *testing.T) {
	before := []jupyter.Event{stdout("a"), stderr("b"), show("", "c", false)}
	for _, test := range []struct {
		after []jupyter.Event
		want  string
	}{
		{[]jupyter.Event{jupyter.Clear{}}, ""},
		{[]jupyter.Event{jupyter.Clear{}, stdout("d")}, "stdoutd"},
		{[]jupyter.Event{jupyter.Clear{Wait: true}}, "stdouta|stderrb|c"},
		{[]jupyter.Event{jupyter.Clear{Wait: true}, stdout("d"), stdout("e")}, "stdoutde"},
	} {
		if got := collect(append(before[:3:3], test.after...)); got[0] != test.want {
			t.Errorf("after %v: outputs %q, want %q", test.after, got, test.want)
		}
	}
}

func TestFailureStandsLast(t *testing.T) {
	got := collect([]jupyter.Event{jupyter.Failure{Value: "exit status 2"}, show("", "a", false), stderr("b")})
	if got[0] != "stderrb|a|exit status 2" {
		t.Errorf("outputs %q", got)
	}
}
