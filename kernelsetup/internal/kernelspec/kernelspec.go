// Package kernelspec installs the kernel for Jupyter, JupyterLab and VS Code: a
// folder with a kernel.json where all of them look.
package kernelspec

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"nesybook/kernelsetup/internal/ipynb"
	"nesybook/nesy/atomicfile"
)

// spec is the content of kernel.json.
type spec struct {
	Argv          []string       `json:"argv"`
	DisplayName   string         `json:"display_name"`
	Language      string         `json:"language"`
	InterruptMode string         `json:"interrupt_mode"`
	Metadata      map[string]any `json:"metadata"`
}

// Dir returns the folder of the kernelspec in Jupyter's data folder of the user:
// $JUPYTER_DATA_DIR, or what Jupyter takes without it.
func Dir() (string, error) {
	data := os.Getenv("JUPYTER_DATA_DIR")
	if data == "" {
		home, err := os.UserHomeDir()
		if err != nil && os.Getenv("XDG_DATA_HOME") == "" {
			return "", fmt.Errorf("where Jupyter keeps its data is unknown (%w): set JUPYTER_DATA_DIR", err)
		}
		switch xdg := os.Getenv("XDG_DATA_HOME"); {
		case runtime.GOOS == "darwin":
			data = filepath.Join(home, "Library", "Jupyter")
		case xdg != "":
			data = filepath.Join(xdg, "jupyter")
		default:
			data = filepath.Join(home, ".local", "share", "jupyter")
		}
	}
	return filepath.Join(data, "kernels", ipynb.Kernel), nil
}

// Install writes the kernelspec that starts the launcher and returns its folder.
func Install(launcher string) (string, error) {
	dir, err := Dir()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("installing the kernel for Jupyter: %w; set JUPYTER_DATA_DIR to a folder that can be written", err)
	}
	err = atomicfile.Write(filepath.Join(dir, "kernel.json"), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(spec{
			Argv:          []string{launcher, "{connection_file}"},
			DisplayName:   ipynb.KernelTitle,
			Language:      "go",
			InterruptMode: "message",
			Metadata:      map[string]any{"debugger": false},
		})
	})
	if err != nil {
		return "", fmt.Errorf("installing the kernel for Jupyter: %w; set JUPYTER_DATA_DIR to a folder that can be written", err)
	}
	return dir, nil
}

// ErrMissing is the error of Launcher where no kernelspec is installed.
var ErrMissing = errors.New("the kernel is not installed for Jupyter")

// Launcher returns the program that the installed kernelspec starts.
func Launcher() (string, error) {
	dir, err := Dir()
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "kernel.json")
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrMissing
	}
	if err != nil {
		return "", err
	}
	var s spec
	if err := json.Unmarshal(raw, &s); err != nil || len(s.Argv) == 0 {
		return "", fmt.Errorf("%s is not a kernelspec", path)
	}
	return s.Argv[0], nil
}

// Remove removes the kernelspec if it starts a program below root: another
// checkout's stays. It reports whether it removed one.
func Remove(root string) (bool, error) {
	launcher, err := Launcher()
	if errors.Is(err, ErrMissing) {
		return false, nil
	}
	if err != nil || !strings.HasPrefix(launcher, root+string(filepath.Separator)) {
		return false, err
	}
	dir, err := Dir()
	if err != nil {
		return false, err
	}
	return true, os.RemoveAll(dir)
}
