package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/compare"
	"nesybook/kernelsetup/internal/ipynb"
)

// check executes notebooks again and compares with the outputs they hold.
func check(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := newFlags("check", `Executes the notebooks in a temporary folder and compares the outputs with those
that they hold, cell by cell. The notebooks stay as they are, and results of
earlier runs are not used: stages write to a temporary folder, too, unless
$NESY_RUNS names one.`, stderr)
	var s settings
	s.register(flags)
	rtol := flags.Float64("rtol", 1e-6, "relative `tolerance` of numbers in text; share of the pixels of an image that may differ")
	if err := parse(flags, args); err != nil {
		return err
	}
	if !(*rtol >= 0) {
		return usageError{fmt.Errorf("-rtol %v is not a tolerance", *rtol)}
	}
	scratch, err := os.MkdirTemp("", "nesybook-check-")
	if err != nil {
		return fmt.Errorf("making a temporary folder: %w; set TMPDIR to a folder that can be written", err)
	}
	defer os.RemoveAll(scratch)
	su, paths, err := s.suite(ctx, scratch, stdout, stderr)
	if err != nil {
		return err
	}
	if os.Getenv("NESY_RUNS") == "" {
		su.kernel.Env = append(su.kernel.Env, "NESY_RUNS="+filepath.Join(scratch, "runs"))
	}
	results, err := su.run(ctx, paths)
	if err != nil {
		return err
	}
	for i := range results {
		if r := &results[i]; r.ran && r.err == nil {
			if err := r.compare(*rtol); err != nil {
				return err
			}
		}
		results[i].written = "" // gone with the temporary folder
	}
	if err := report(ctx, results, stdout, stderr); err != nil {
		return err
	}
	return reportDifferences(results, stderr)
}

// compare compares the notebook as executed with the one it was executed from.
func (r *result) compare(rtol float64) error {
	committed, err := ipynb.Read(r.path)
	if err != nil {
		return err
	}
	fresh, err := ipynb.Read(r.written)
	if err != nil {
		return err
	}
	if len(committed.Cells) != len(fresh.Cells) {
		return fmt.Errorf("%s was edited while it ran: check it again", r.path)
	}
	r.differences = compare.Notebooks(committed, fresh, rtol)
	return nil
}

// reportDifferences prints the cells that differ.
func reportDifferences(results []result, w io.Writer) error {
	differ := false
	for _, r := range results {
		if len(r.differences) == 0 {
			continue
		}
		differ = true
		fmt.Fprintf(w, "\n%s (- as committed, + executed again)\n", r.path)
		for _, d := range r.differences {
			fmt.Fprintf(w, "   cell %d: %s\n", d.Cell, d.What)
		}
		fmt.Fprintf(w, "   where the new outputs are right: go run ./kernelsetup run -only %s\n", checkout.Name(r.path))
	}
	if differ {
		return errReported
	}
	return nil
}
