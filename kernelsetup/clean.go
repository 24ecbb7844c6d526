package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/kernelspec"
	"nesybook/kernelsetup/internal/xla"
)

// clean removes what install built and what failed runs left. Results of stages,
// in runs/, stay.
func clean(args []string, stdout, stderr io.Writer) error {
	flags := newFlags("clean", `Removes the built kernel (.kernel), its entry in Jupyter where it is this
checkout's, and what failed runs left (notebooks/*.failed.ipynb). Results in
runs/ stay, and so does XLA's plugin, which other programs may use.`, stderr)
	if err := parse(flags, args); err != nil {
		return err
	}
	root, err := checkout.Find(".")
	if err != nil {
		return err
	}
	removed, err := kernelspec.Remove(root.Dir())
	if err != nil {
		return err
	}
	if removed {
		fmt.Fprintln(stdout, "removed the kernel's entry in Jupyter")
	}
	throughXLA, err := xla.Remove(root)
	if err != nil {
		return err
	}
	if folder, err := xla.Folder(); throughXLA && err == nil {
		if _, err := os.Stat(folder); err == nil {
			fmt.Fprintf(stdout, "XLA's plugin stays in %s\n", folder)
		}
	}
	left, err := filepath.Glob(filepath.Join(root.Notebooks(), "*"+checkout.FailedSuffix))
	if err != nil {
		return err
	}
	for _, path := range append(left, root.Kernel()) {
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		if err := os.RemoveAll(path); err != nil {
			return err
		}
		fmt.Fprintln(stdout, "removed", path)
	}
	return nil
}
