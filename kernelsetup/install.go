package main

import (
	"context"
	"fmt"
	"io"

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
	root, err := build(ctx, stdout, stderr)
	if err != nil {
		return err
	}
	dir, err := kernelspec.Install(root.Launcher())
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "kernel    installed for Jupyter in %s\n", dir)
	return nil
}

// build finds the checkout and builds the kernel and the library in it.
func build(ctx context.Context, stdout, stderr io.Writer) (checkout.Root, error) {
	root, err := checkout.Find(".")
	if err != nil {
		return "", err
	}
	g, err := toolchain.FindGo(ctx, root)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(stdout, "kernel    building with %s in %s (minutes the first time)\n", g.Version, root.Bin())
	if err := toolchain.Build(ctx, root, g); err != nil {
		return "", err
	}
	if err := toolchain.Prepare(ctx, root, g); err != nil {
		if ctx.Err() != nil {
			return "", err
		}
		fmt.Fprintf(stderr, "kernelsetup: %v\n", err) // the cells that need it will fail
	}
	return root, nil
}
