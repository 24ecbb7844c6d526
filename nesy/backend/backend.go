// Package backend chooses what computes the graphs: GoMLX's pure-Go backend, or
// XLA/PJRT where the program was built with -tags xla.
//
// Everything of nesybook takes a compute.Backend, so this is the one place where
// the choice is made.
package backend

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/gomlx/compute"
	_ "github.com/gomlx/compute/gobackend" // registers the backend "go"
)

// Go is the configuration of the pure-Go backend. With its default, a pool of
// workers, GoMLX 0.28.2 can deadlock when several matrix products run at once;
// unlimited parallelism is as fast and does not.
const Go = "go:parallelism=-1"

// Variable names the environment variable that overrides the choice, in GoMLX's
// own form "name:configuration".
const Variable = "GOMLX_BACKEND"

// New returns the backend of Choose. It fails, with the remedy, where
// $GOMLX_BACKEND asks for a backend that this program was not built with, whose
// plugin is not there or is none, or that does not start. Nothing is ever
// downloaded to satisfy it.
func New() (compute.Backend, error) {
	choice := Choose()
	b, err := start(choice.Configuration)
	if err != nil {
		remedy := ""
		if choice.Configuration != Go {
			remedy = fmt.Sprintf("; unset $%s to compute in Go (in notebooks: go run ./kernelsetup install)", Variable)
		}
		return nil, fmt.Errorf("backend: starting %q: %w%s", choice.Configuration, err, remedy)
	}
	return b, nil
}

// NewGo returns the pure-Go backend whatever the environment says.
func NewGo() (compute.Backend, error) { return start(Go) }

// IsGo tells whether a backend is the pure-Go one: it computes most operations on one
// core, rounds after each, and is no match for what is meant for a GPU.
func IsGo(b compute.Backend) bool { return b.String() == "go" } // its Name is "Go Backend"

// start keeps the Go backend's remark on its parallelism, one line for each
// backend, out of what the program prints, and go-xla's log of the errors that it
// also returns; nothing else may print meanwhile. A plugin that does not start can
// be a panic in GoMLX: here it is an error.
func start(configuration string) (b compute.Backend, err error) {
	if err := linked(configuration); err != nil {
		return nil, err
	}
	configuration, err = Resolve(configuration)
	if err != nil {
		return nil, err
	}
	silence, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = silence, silence
	defer func() {
		os.Stdout, os.Stderr = stdout, stderr
		silence.Close()
		if fault := recover(); fault != nil {
			b, err = nil, fmt.Errorf("it does not start: %s", oneLine(fault))
		}
	}()
	b, err = compute.NewWithConfig(configuration)
	if err != nil {
		return nil, fmt.Errorf("it does not start: %s", oneLine(err))
	}
	return b, nil
}

// linked refuses a backend that this program was not built with.
func linked(configuration string) error {
	name, _, _ := strings.Cut(configuration, ":")
	if slices.Contains(compute.List(), name) {
		return nil
	}
	if slices.Contains(xlaNames, name) {
		return errors.New("this program was built without XLA: build it with -tags xla (for notebooks, go run ./kernelsetup install -xla)")
	}
	return fmt.Errorf("there is no backend %q", name)
}

// oneLine gives the message of an error or panic without its line breaks.
func oneLine(fault any) string { return strings.Join(strings.Fields(fmt.Sprint(fault)), " ") }
