package execute_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"nesybook/kernelsetup/internal/execute"
	"nesybook/kernelsetup/internal/ipynb"
	"nesybook/kernelsetup/internal/jupyter"
	"nesybook/kernelsetup/internal/kerneltest"
)

func TestMain(m *testing.M) {
	kerneltest.Serve()
	os.Exit(m.Run())
}

// notebook returns a notebook of code cells; a source that starts with # makes a
// markdown cell. All hold an old output.
func notebook(sources ...string) *ipynb.Notebook {
	nb := &ipynb.Notebook{}
	for _, s := range sources {
		c := ipynb.Cell{Type: "code", Source: s, Count: 99, Outputs: []ipynb.Output{{Type: "stream", Name: "stdout", Text: "old"}}}
		if strings.HasPrefix(s, "#") {
			c = ipynb.Cell{Type: "markdown", Source: s}
		}
		nb.Cells = append(nb.Cells, c)
	}
	return nb
}

// run runs nb on the test kernel.
func run(t *testing.T, nb *ipynb.Notebook, o execute.Options) error {
	t.Helper()
	k, err := jupyter.Start(t.Context(), kerneltest.Command(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer k.Kill()
	return execute.Notebook(t.Context(), k, nb, o)
}

// shown returns the counts and texts of the cells.
func shown(nb *ipynb.Notebook) string {
	var out []string
	for _, c := range nb.Cells {
		s := fmt.Sprint(c.Count)
		for _, o := range c.Outputs {
			s += " " + strings.TrimSpace(o.Name+" "+o.Text+o.ErrorValue)
		}
		out = append(out, s)
	}
	return strings.Join(out, " | ")
}

func TestNotebook(t *testing.T) {
	nb := notebook("# Title", "print a\ncomplain b\nprint c", " \n", "count")
	var progress []string
	err := run(t, nb, execute.Options{
		Started: func(cell, of int) { progress = append(progress, fmt.Sprintf("start %d/%d", cell, of)) },
		Wrote:   func(text string) { progress = append(progress, strings.TrimSpace(text)) },
		Ended:   func(cell, of int, _ time.Duration) { progress = append(progress, fmt.Sprintf("end %d/%d", cell, of)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := shown(nb), "0 | 1 stdout a\nc stderr b | 0 | 2 stdout 2"; got != want {
		t.Errorf("notebook %q, want %q", got, want)
	}
	if got, want := strings.Join(progress, ", "), "start 1/2, a, b, c, end 1/2, start 2/2, 2, end 2/2"; got != want {
		t.Errorf("progress %q, want %q", got, want)
	}
}

func TestNotebookStopsAtTheCellThatFails(t *testing.T) {
	for name, test := range map[string]struct {
		source string
		limit  time.Duration
		is     error
		want   string // of the error
		shown  string
	}{
		"error":           {source: "print a\nfail wrong", want: "cell 2 of 3 failed: wrong", shown: "1 stdout first | 2 stdout a wrong | 0"},
		"shell line":      {source: "!false\nremark \"exit status 1\\n\"", want: "a shell command failed: exit status 1", shown: "1 stdout first | 2 stderr exit status 1 | 0"},
		"unknown command": {source: "%x\nremark \"\\\"%x\\\" unknown or not implemented yet.\"", want: "unknown command %x", shown: "1 stdout first | 2 stderr \"%x\" unknown or not implemented yet. | 0"},
		"limit":           {source: "print a\nhang", limit: 300 * time.Millisecond, is: execute.ErrTimeout, want: "limit of 300ms", shown: "1 stdout first | 2 stdout a | 0"},
		"death":           {source: "print a\ndie", is: jupyter.ErrDied, want: "the kernel died (exit status 4)", shown: "1 stdout first | 2 stdout a | 0"},
		"input":           {source: "print a\nask", is: jupyter.ErrInput, want: "asks for input", shown: "1 stdout first | 2 stdout a | 0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nb := notebook("print first", test.source, "print never")
			err := run(t, nb, execute.Options{Timeout: test.limit})
			var failed *execute.CellError
			if !errors.As(err, &failed) || failed.Number != 2 || failed.Total != 3 || failed.Source != test.source {
				t.Fatalf("error %v", err)
			}
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("error %v is not %v", err, test.is)
			}
			if !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want one line with %q", err, test.want)
			}
			// What the kernel said before it died may or may not arrive.
			if got := shown(nb); got != test.shown && !errors.Is(err, jupyter.ErrDied) {
				t.Errorf("notebook %q, want %q", got, test.shown)
			}
		})
	}
}

// A Go program may write what it likes to stderr.
func TestNotebookTakesRemarksOfTheKernelAlone(t *testing.T) {
	nb := notebook("remark \"exit status 1\\n\"")
	if err := run(t, nb, execute.Options{}); err != nil {
		t.Error(err)
	}
}

func TestNotebookEndsAFlood(t *testing.T) {
	nb := notebook("flood 64\nhang")
	err := run(t, nb, execute.Options{Timeout: time.Minute})
	if err == nil || !strings.Contains(err.Error(), "wrote more than") {
		t.Errorf("error %v", err)
	}
}

func TestNotebookEndsWithItsContext(t *testing.T) {
	k, err := jupyter.Start(t.Context(), kerneltest.Command(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer k.Kill()
	ctx, cancel := context.WithCancel(t.Context())
	err = execute.Notebook(ctx, k, notebook("print a\nhang"), execute.Options{Wrote: func(string) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
