// Package checkout knows where things are in a checkout of nesybook.
package checkout

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"nesybook/nesy/checkout"
)

// Root is the folder that holds the module's go.mod, as an absolute path.
type Root string

// Find returns the root of the checkout that holds dir.
func Find(dir string) (Root, error) {
	root, err := checkout.Find(dir)
	return Root(root), err
}

// Dir returns the root as a plain path.
func (r Root) Dir() string { return string(r) }

// Kernel returns the folder of all that kernelsetup builds.
func (r Root) Kernel() string { return filepath.Join(string(r), ".kernel") }

// Bin returns the folder of the programs that the kernel needs.
func (r Root) Bin() string { return filepath.Join(r.Kernel(), "bin") }

// Launcher returns the script that starts the kernel.
func (r Root) Launcher() string { return filepath.Join(r.Bin(), "nesybook-kernel") }

// XLA returns the script that has programs of the checkout compute through XLA. It
// is there where the kernel was installed so.
func (r Root) XLA() string { return filepath.Join(r.Kernel(), "xla", "env.sh") }

// Notebooks returns the folder of the notebooks.
func (r Root) Notebooks() string { return filepath.Join(string(r), "notebooks") }

// FailedSuffix ends the name of a notebook written up to the cell that failed.
const FailedSuffix = ".failed.ipynb"

// List returns the paths of the notebooks in the order of their names, without
// those left by failed runs.
func (r Root) List() ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(r.Notebooks(), "*.ipynb"))
	if err != nil {
		return nil, err
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return strings.HasSuffix(p, FailedSuffix) })
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s holds no notebooks (*.ipynb): restore them with git checkout", r.Notebooks())
	}
	slices.Sort(paths)
	return paths, nil
}

// Name returns a notebook's name: its file's without the extension.
func Name(path string) string { return strings.TrimSuffix(filepath.Base(path), ".ipynb") }

// Select returns the paths whose names match one of the selectors, a name or the
// part of one up to an underscore ("03" for 03_focal_sets). A selector that
// matches nothing is an error. No selectors select all.
func Select(paths, selectors []string) ([]string, error) {
	if len(selectors) == 0 {
		return paths, nil
	}
	chosen := make([]bool, len(paths))
	for _, s := range selectors {
		found := false
		for i, p := range paths {
			if name := Name(p); name == s || strings.HasPrefix(name, s+"_") {
				chosen[i], found = true, true
			}
		}
		if !found {
			names := make([]string, len(paths))
			for i, p := range paths {
				names[i] = Name(p)
			}
			return nil, fmt.Errorf("no notebook %q; there are %s", s, strings.Join(names, ", "))
		}
	}
	var out []string
	for i, p := range paths {
		if chosen[i] {
			out = append(out, p)
		}
	}
	return out, nil
}
