package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/compare"
	"nesybook/kernelsetup/internal/execute"
	"nesybook/kernelsetup/internal/ipynb"
	"nesybook/kernelsetup/internal/jupyter"
)

// suite runs notebooks one after the other.
type suite struct {
	kernel   jupyter.Command // without its folder, which is each notebook's own
	target   string          // folder of the executed notebooks
	timeout  time.Duration   // limit of each cell
	progress *progress
}

// result is what became of one notebook.
type result struct {
	path    string
	cells   int // that ran, of total
	total   int
	took    time.Duration
	ran     bool
	written string // where the executed notebook is
	err     error

	differences []compare.Difference // found by check
}

// report returns a full account of the failure.
func (r *result) report() string {
	var failed *execute.CellError
	if errors.As(r.err, &failed) {
		return failed.Report()
	}
	return r.err.Error() + "\n"
}

// run runs the notebooks at paths until one fails and returns a result for each.
// While one runs, the kernel of the next starts. The error is of what is wrong
// before any cell ran.
func (s *suite) run(ctx context.Context, paths []string) ([]result, error) {
	results := make([]result, len(paths))
	books := make([]*ipynb.Notebook, len(paths))
	for i, path := range paths {
		nb, err := ipynb.Read(path)
		if err != nil {
			return nil, err
		}
		books[i] = nb
		results[i] = result{path: path, total: execute.Cells(nb)}
	}
	if err := writable(s.target); err != nil {
		return nil, err
	}
	next := s.start(ctx, paths[0])
	for i := range paths {
		r := &results[i]
		begin := time.Now()
		started := <-next
		if i+1 < len(paths) && started.err == nil {
			next = s.start(ctx, paths[i+1])
		} else {
			next = nil
		}
		r.ran = true
		if r.err = started.err; r.err == nil {
			r.err = s.notebook(ctx, started.kernel, books[i], r)
		}
		r.took = time.Since(begin)
		if r.err != nil {
			if next != nil {
				(<-next).kill()
			}
			break
		}
	}
	return results, nil
}

// startedKernel is a kernel, or why there is none.
type startedKernel struct {
	kernel *jupyter.Kernel
	err    error
}

func (s startedKernel) kill() {
	if s.err == nil {
		s.kernel.Kill()
	}
}

// start starts a kernel for the notebook at path.
func (s *suite) start(ctx context.Context, path string) <-chan startedKernel {
	c := make(chan startedKernel, 1)
	command := s.kernel
	command.Dir = filepath.Dir(path)
	go func() {
		k, err := jupyter.Start(ctx, command)
		c <- startedKernel{k, err}
	}()
	return c
}

// notebook runs nb on k, writes it, and ends k.
func (s *suite) notebook(ctx context.Context, k *jupyter.Kernel, nb *ipynb.Notebook, r *result) error {
	defer k.Kill()
	name := checkout.Name(r.path)
	err := execute.Notebook(ctx, k, nb, execute.Options{
		Timeout: s.timeout,
		Started: func(cell, of int) { s.progress.started(name, cell, of) },
		Wrote:   s.progress.wrote,
		Ended: func(cell, of int, took time.Duration) {
			r.cells = cell
			s.progress.ended(took)
		},
	})
	k.Kill() // before anything else that may fail
	done := filepath.Join(s.target, name+".ipynb")
	failed := filepath.Join(s.target, name+checkout.FailedSuffix)
	if err != nil {
		r.cells--
		if e := ipynb.Write(failed, nb); e != nil {
			return errors.Join(err, e)
		}
		r.written = failed
		return err
	}
	if err := ipynb.Write(done, nb); err != nil {
		return fmt.Errorf("%w; free some space or write elsewhere with -out", err)
	}
	r.written = done
	if err := os.Remove(failed); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// writable makes the folder if it is not there and fails where files cannot be
// written to it, so that this is known before minutes of work.
func writable(dir string) error {
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, ".kernelsetup-*"); err == nil {
			f.Close()
			err = os.Remove(f.Name())
		}
	}
	if err != nil {
		return fmt.Errorf("executed notebooks cannot be written to %s (%w): name another folder with -out", dir, err)
	}
	return nil
}
