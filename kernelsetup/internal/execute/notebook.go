package execute

import (
	"context"
	"fmt"
	"time"

	"nesybook/kernelsetup/internal/ipynb"
	"nesybook/kernelsetup/internal/jupyter"
)

// Options says how to run a notebook. Its callbacks may be nil.
type Options struct {
	Timeout time.Duration // limit of each cell; zero for none

	Started func(cell, of int)                     // a cell starts, counted from 1
	Wrote   func(text string)                      // a cell wrote text
	Ended   func(cell, of int, took time.Duration) // a cell ended, well or not
}

// Cells returns how many cells running nb will run.
func Cells(nb *ipynb.Notebook) int {
	n := 0
	for i := range nb.Cells {
		if nb.Cells[i].Code() {
			n++
		}
	}
	return n
}

// Notebook runs the code cells of nb in order and replaces their outputs. It
// stops at the first cell that fails, with a *CellError; what was produced until
// then is in nb, and the outputs of all later cells are empty.
func Notebook(ctx context.Context, k *jupyter.Kernel, nb *ipynb.Notebook, o Options) error {
	for i := range nb.Cells {
		nb.Cells[i].Outputs, nb.Cells[i].Count = nil, 0
	}
	shown := map[string][]place{}
	total := Cells(nb)
	count := 0
	for i := range nb.Cells {
		cell := &nb.Cells[i]
		if !cell.Code() {
			continue
		}
		count++
		if o.Started != nil {
			o.Started(count, total)
		}
		begin := time.Now()
		err := runCell(ctx, k, nb, i, shown, o)
		cell.Count = count
		if o.Ended != nil {
			o.Ended(count, total, time.Since(begin))
		}
		if err != nil {
			return &CellError{Number: count, Total: total, Source: cell.Source, Err: err, Outputs: cell.Outputs}
		}
	}
	return nil
}

// runCell runs cell i of nb.
func runCell(ctx context.Context, k *jupyter.Kernel, nb *ipynb.Notebook, i int, shown map[string][]place, o Options) error {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, fmt.Errorf("%w of %v (raise it with -timeout)", ErrTimeout, o.Timeout))
		defer cancel()
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c := collector{nb: nb, cell: i, shown: shown, commands: commands(nb.Cells[i].Source)}
	err := k.Execute(ctx, nb.Cells[i].Source, func(e jupyter.Event) {
		if s, ok := e.(jupyter.Stream); ok && o.Wrote != nil {
			o.Wrote(s.Text)
		}
		if c.add(e); c.size > maxOutput {
			stop(errTooMuch)
		}
	})
	nb.Cells[i].Outputs = c.outputs()
	if err != nil {
		return err
	}
	return c.failed
}
