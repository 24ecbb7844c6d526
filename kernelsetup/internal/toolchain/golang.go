package toolchain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"nesybook/kernelsetup/internal/checkout"
)

// Go is the go command that builds and runs the module.
type Go struct {
	Version string `json:"GOVERSION"` // as in "go1.26.5"
	Root    string `json:"GOROOT"`    // its installation
}

// Command returns the path of the go command itself. Where go.mod asks for a newer
// version than the one installed, this is the one that Go downloaded for it.
func (g Go) Command() string { return filepath.Join(g.Root, "bin", "go") }

// FindGo returns the go command for the module at root.
func FindGo(ctx context.Context, root checkout.Root) (Go, error) {
	const remedy = "install it from https://go.dev/dl and put it on PATH"
	path, err := exec.LookPath("go")
	if err != nil {
		return Go{}, fmt.Errorf("the go command is not on PATH: %s", remedy)
	}
	// A version older than go.mod asks for, with no newer one to be had, fails to
	// list the module.
	_, err = output(ctx, root.Dir(), path, "list", "-m")
	if err != nil {
		return Go{}, fmt.Errorf("%s cannot be used: %w; %s", path, err, remedy)
	}
	out, err := output(ctx, root.Dir(), path, "env", "-json", "GOVERSION", "GOROOT")
	if err != nil {
		return Go{}, fmt.Errorf("%s cannot be used: %w; %s", path, err, remedy)
	}
	var g Go
	if err := json.Unmarshal(out, &g); err != nil {
		return Go{}, fmt.Errorf("what %s env prints is not what Go 1.26 prints: %s", path, remedy)
	}
	return g, nil
}

// output runs a program and returns what it prints. The error holds the first
// line of what it said instead.
func output(ctx context.Context, dir, program string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(exit.Stderr) > 0 {
		first, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		return nil, errors.New(first)
	}
	return out, err
}
