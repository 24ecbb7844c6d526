package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/kernelspec"
	"nesybook/kernelsetup/internal/toolchain"
	"nesybook/kernelsetup/internal/xla"
)

// install builds the kernel and makes it known to Jupyter.
func install(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := newFlags("install", `Builds the pinned kernel and installs it for Jupyter, JupyterLab and VS Code as
"Go (nesybook)", in Jupyter's data folder of the user ($JUPYTER_DATA_DIR if set).

Cells compute in Go. With -xla they compute through XLA: on the NVIDIA GPU where
there is one, else on the processor. This needs a C compiler, and a plugin, which
is tried before anything changes.`, stderr)
	useXLA := flags.Bool("xla", false, "compute through XLA; its plugin is downloaded by go-xla's installer where none is found")
	plugin := flags.String("plugin", "", "compute through XLA with the plugin `FILE`, such as JAX's xla_cuda_plugin.so, and download nothing")
	if err := parse(flags, args); err != nil {
		return err
	}
	root, err := checkout.Find(".")
	if err != nil {
		return err
	}
	g, err := toolchain.FindGo(ctx, root)
	if err != nil {
		return err
	}
	if *useXLA || *plugin != "" {
		err = throughXLA(ctx, root, g, *plugin, stdout)
	} else {
		err = inGo(root, stdout)
	}
	if err != nil {
		return err
	}
	if err := build(ctx, root, g, stdout, stderr); err != nil {
		return err
	}
	dir, err := kernelspec.Install(root.Launcher())
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "installed the kernel for Jupyter in %s\n", dir)
	return nil
}

// throughXLA has cells compute through XLA.
func throughXLA(ctx context.Context, root checkout.Root, g toolchain.Go, plugin string, stdout io.Writer) error {
	done := afterAWhile(stdout, "building with XLA (minutes the first time) and trying the plugin\n")
	devices, err := xla.Install(ctx, root, g, plugin, stdout)
	done()
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "cells compute through XLA: %s\n", devices)
	return nil
}

// inGo has cells compute in Go.
func inGo(root checkout.Root, stdout io.Writer) error {
	removed, err := xla.Remove(root)
	if removed && err == nil {
		fmt.Fprintln(stdout, "cells compute in Go again, not through XLA")
	}
	return err
}

// build builds the kernel and the library.
func build(ctx context.Context, root checkout.Root, g toolchain.Go, stdout, stderr io.Writer) error {
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
