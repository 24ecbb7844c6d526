// Package backend chooses what computes the graphs: GoMLX's pure-Go backend, or
// XLA/PJRT where the program was built with -tags xla.
//
// Everything of nesybook takes a compute.Backend, so this is the one place where
// the choice is made.
package backend

import (
	"fmt"
	"os"

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

// Configuration returns the backend that New will ask for: $GOMLX_BACKEND where
// it is set, and Go elsewhere. Nothing is ever downloaded to satisfy it.
func Configuration() string {
	if c := os.Getenv(Variable); c != "" {
		return c
	}
	return Go
}

// New returns the backend named by Configuration. It fails, with the remedy,
// where $GOMLX_BACKEND asks for a backend that this program was not built with
// or that does not start.
func New() (compute.Backend, error) {
	c := Configuration()
	b, err := start(c)
	if err != nil {
		return nil, fmt.Errorf("backend: starting %q, from $%s (unset it to use %q): %w", c, Variable, Go, err)
	}
	return b, nil
}

// NewGo returns the pure-Go backend whatever the environment says.
func NewGo() (compute.Backend, error) { return start(Go) }

// start keeps the Go backend's remark on its parallelism, one line for each
// backend, out of what the program prints; nothing else may print meanwhile. An
// unknown name and a plugin that does not load are panics in GoMLX: here they are
// errors.
func start(configuration string) (b compute.Backend, err error) {
	silence, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	stdout := os.Stdout
	os.Stdout = silence
	defer func() {
		os.Stdout = stdout
		silence.Close()
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%v", fault)
		}
	}()
	return compute.NewWithConfig(configuration)
}
