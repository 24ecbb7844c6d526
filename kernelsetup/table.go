package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/execute"
)

// printTable prints one line a notebook: its name, the cells that ran, the time
// it took with the start of its kernel, and what became of it.
func printTable(w io.Writer, results []result) {
	var cells int
	var took time.Duration
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "\nnotebook\tcells\tseconds\tresult\n")
	for _, r := range results {
		cells += r.cells
		took += r.took
		fmt.Fprintf(tw, "%s\t%d/%d\t%.1f\t%s\n", checkout.Name(r.path), r.cells, r.total, r.took.Seconds(), r.verdict())
	}
	fmt.Fprintf(tw, "total\t%d\t%.1f\t\n", cells, took.Seconds())
	tw.Flush()
}

// verdict says in a few words what became of the notebook.
func (r *result) verdict() string {
	var failed *execute.CellError
	switch {
	case !r.ran:
		return "not run"
	case errors.As(r.err, &failed):
		return fmt.Sprintf("failed at cell %d", failed.Number)
	case r.err != nil:
		return "failed"
	case len(r.differences) == 1:
		return "1 cell differs"
	case len(r.differences) > 1:
		return fmt.Sprintf("%d cells differ", len(r.differences))
	}
	return "ok"
}
