// Package checkout finds the folder of this module, where notebooks, results and
// the sources that notebooks quote are.
package checkout

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Find returns the root of the checkout that holds dir: dir or the nearest folder
// above it whose go.mod declares the module nesybook.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for d := dir; ; d = filepath.Dir(d) {
		mod, err := os.ReadFile(filepath.Join(d, "go.mod"))
		if err == nil && module(string(mod)) == "nesybook" {
			return d, nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if d == filepath.Dir(d) {
			return "", fmt.Errorf("%s is not inside a checkout of nesybook (no folder above it has its go.mod): change to one and try again", dir)
		}
	}
}

// Root returns the root of the checkout that holds the working directory.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return Find(dir)
}

// module returns the name that a go.mod declares.
func module(mod string) string {
	for line := range strings.Lines(mod) {
		line, _, _ = strings.Cut(line, "//")
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
			return strings.TrimSpace(name)
		}
	}
	return ""
}
