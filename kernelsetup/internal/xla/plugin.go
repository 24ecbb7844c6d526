package xla

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/gomlx/go-xla/installer"

	"nesybook/nesy/backend"
)

// remedy is what to do where no plugin can be downloaded.
const remedy = "without internet, name a plugin that is on disk, such as xla_cuda_plugin.so of JAX's wheels: " +
	"go run ./kernelsetup install -xla -plugin FILE (see environment/cuda.md)"

// named returns the absolute path of a plugin that the user names, checked.
func named(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if strings.ContainsAny(path, ", \t\n") {
		return "", fmt.Errorf("XLA's settings cannot name a plugin with a comma or a space in its path (%s): link to it from elsewhere", path)
	}
	return path, backend.CheckPlugin(path)
}

// fitting returns a plugin for this machine: CUDA's where there is an NVIDIA GPU,
// else the processor's. It is downloaded where none is found.
func fitting(ctx context.Context, stdout io.Writer) (string, error) {
	kind, version, what := "cpu", 0, "the processor"
	if installer.HasNvidiaGPU() {
		kind, version = "cuda", 13
		if gpus := GPUs(ctx); len(gpus) > 0 {
			version = gpus[0].CUDA()
			if version == 0 {
				return "", fmt.Errorf("NVIDIA's driver %s is too old for CUDA 12: install 525 or newer", gpus[0].Driver)
			}
		}
		what = fmt.Sprintf("CUDA %d, and NVIDIA's libraries (several GB)", version)
	}
	if path, err := backend.LocatePlugin(kind); err == nil {
		if path, err = named(path); err == nil {
			return path, nil
		}
	}
	folder, err := Folder()
	if err != nil {
		return "", err
	}
	fmt.Fprintf(stdout, "downloading XLA's plugin for %s to %s\n", what, folder)
	type outcome struct {
		path string
		err  error
	}
	done := make(chan outcome, 1)
	go func() { // the installer knows no context
		path, err := download(folder, version)
		done <- outcome{path, err}
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case o := <-done:
		if o.err != nil {
			return "", fmt.Errorf("downloading XLA's plugin: %s; %s", oneLine(o.err), remedy)
		}
		return named(o.path)
	}
}

// Folder returns the folder in which go-xla's installer puts plugins for this user.
func Folder() (string, error) {
	lib, err := installer.DefaultHomeLibPath()
	if err != nil {
		return "", fmt.Errorf("where plugins go is unknown: %w; set HOME", err)
	}
	return filepath.Join(lib, "go-xla"), nil
}

// oneLine gives an error's message without its line breaks.
func oneLine(err error) error { return errors.New(strings.Join(strings.Fields(err.Error()), " ")) }
