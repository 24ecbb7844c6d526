package xla

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/toolchain"
)

// Install has the kernel at root compute through XLA with the plugin at path, or
// with one that fits the machine where path is "". It returns the devices. Nothing
// changes for the kernel unless the plugin was tried and computes.
func Install(ctx context.Context, root checkout.Root, g toolchain.Go, path string, stdout io.Writer) (devices string, err error) {
	if runtime.GOOS != "linux" {
		return "", fmt.Errorf("XLA is set up on Linux alone, this is %s: compute in Go", runtime.GOOS)
	}
	if path != "" {
		if path, err = named(path); err != nil { // before minutes of compiling
			return "", err
		}
	}
	final := filepath.Dir(root.XLA())
	if err := os.MkdirAll(root.Kernel(), 0o755); err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp(root.Kernel(), "xla-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	if err := toolchain.BuildXLA(ctx, root, g, filepath.Join(folder, "probe"), "./kernelsetup/internal/xla/probe"); err != nil {
		return "", fmt.Errorf("building with XLA: %w", err)
	}
	if path == "" {
		if path, err = fitting(ctx, stdout); err != nil {
			return "", err
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "env.sh"), []byte(script(path)), 0o644); err != nil {
		return "", err
	}
	if devices, err = try(ctx, folder); err != nil {
		return "", fmt.Errorf("trying %s: %w", path, err)
	}
	if err := os.RemoveAll(final); err != nil {
		return "", err
	}
	return devices, os.Rename(folder, final)
}

// Try returns the devices of the plugin that the kernel at root computes with, or
// why it does not.
func Try(ctx context.Context, root checkout.Root) (devices string, err error) {
	return try(ctx, filepath.Dir(root.XLA()))
}

// try runs the probe of a folder in the folder's environment.
func try(ctx context.Context, folder string) (devices string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", `unset GOMLX_BACKEND; . "$0/env.sh" && exec "$0/probe"`, folder)
	out, err := cmd.Output()
	if err == nil {
		return strings.TrimSpace(string(out)), nil
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		lines := strings.Split(strings.TrimSpace(string(exit.Stderr)), "\n")
		return "", errors.New(lines[len(lines)-1])
	}
	if ctx.Err() != nil {
		return "", errors.New("the plugin does not answer within two minutes")
	}
	return "", fmt.Errorf("the plugin ends the program that loads it (%w)", err)
}

// Remove has the kernel at root compute in Go again. It reports whether it computed
// through XLA. The plugin stays where it is, as other programs may use it.
func Remove(root checkout.Root) (bool, error) {
	if _, err := os.Stat(root.XLA()); err != nil {
		return false, nil
	}
	return true, os.RemoveAll(filepath.Dir(root.XLA()))
}
