package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/kernelspec"
	"nesybook/kernelsetup/internal/toolchain"
)

// install builds the kernel and makes it known to Jupyter.
func install(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := newFlags("install", `Builds the pinned kernel and installs it for Jupyter, JupyterLab and VS Code as
"Go (nesybook)", in Jupyter's data folder of the user ($JUPYTER_DATA_DIR if set).`, stderr)
	if err := parse(flags, args); err != nil {
		return err
	}
	root, err := checkout.Find(".")
	if err != nil {
		return err
	}
	if err := build(ctx, root, stdout, stderr); err != nil {
		return err
	}
	dir, err := kernelspec.Install(root.Launcher())
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "installed the kernel for Jupyter in %s\n", dir)
	return nil
}

// build builds the kernel and the library.
func build(ctx context.Context, root checkout.Root, stdout, stderr io.Writer) error {
	g, err := toolchain.FindGo(ctx, root)
	if err != nil {
		return err
	}
	done := afterAWhile(stdout, fmt.Sprintf("building the kernel and the library with %s (minutes the first time)\n", g.Version))
	defer done()
	if err := toolchain.Build(ctx, root, g); err != nil {
		return err
	}
	if err := toolchain.Prepare(ctx, root, g); err != nil {
		if ctx.Err() != nil {
			return err
		}
		fmt.Fprintf(stderr, "kernelsetup: %v\n", err) // the cells that need it will fail
	}
	return nil
}

// afterAWhile prints text if the function it returns is not called soon, so that
// what is quick goes without a word.
func afterAWhile(w io.Writer, text string) (done func()) {
	t := time.AfterFunc(2*time.Second, func() { fmt.Fprint(w, text) })
	return func() { t.Stop() }
}
