package kernelspec_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"nesybook/kernelsetup/internal/kernelspec"
)

// Where Jupyter looks: https://docs.jupyter.org/en/latest/use/jupyter-directories.html
func TestDir(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the paths are Linux's")
	}
	for _, test := range []struct{ jupyter, xdg, home, want string }{
		{"/j", "/x", "/h", "/j/kernels/nesybook"},
		{"", "/x", "/h", "/x/jupyter/kernels/nesybook"},
		{"", "", "/h", "/h/.local/share/jupyter/kernels/nesybook"},
		{"", "/x", "", "/x/jupyter/kernels/nesybook"},
		{"", "", "", ""},
	} {
		t.Setenv("JUPYTER_DATA_DIR", test.jupyter)
		t.Setenv("XDG_DATA_HOME", test.xdg)
		t.Setenv("HOME", test.home)
		got, err := kernelspec.Dir()
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%+v: %q, %v", test, got, err)
		}
	}
}

func TestInstallAndRemove(t *testing.T) {
	data := filepath.Join(t.TempDir(), "not yet there")
	t.Setenv("JUPYTER_DATA_DIR", data)
	if _, err := kernelspec.Launcher(); !errors.Is(err, kernelspec.ErrMissing) {
		t.Errorf("before: %v", err)
	}
	if removed, err := kernelspec.Remove("/repo"); removed || err != nil {
		t.Errorf("remove before: %v, %v", removed, err)
	}
	dir, err := kernelspec.Install("/repo/.kernel/bin/start")
	if err != nil || dir != filepath.Join(data, "kernels", "nesybook") {
		t.Fatal(dir, err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{ // https://jupyter-client.readthedocs.io/en/stable/kernels.html#kernel-specs
		"argv":           []any{"/repo/.kernel/bin/start", "{connection_file}"},
		"display_name":   "Go (nesybook)",
		"language":       "go",
		"interrupt_mode": "message",
		"metadata":       map[string]any{"debugger": false},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("kernel.json holds %v, want %v", got, want)
	}
	if launcher, err := kernelspec.Launcher(); err != nil || launcher != "/repo/.kernel/bin/start" {
		t.Errorf("launcher %q, %v", launcher, err)
	}
	for _, other := range []string{"/rep", "/repo/.kernel/bin/start", "/elsewhere"} {
		if removed, err := kernelspec.Remove(other); removed || err != nil {
			t.Errorf("the kernel of /repo was removed for %s: %v", other, err)
		}
	}
	if removed, err := kernelspec.Remove("/repo"); !removed || err != nil {
		t.Errorf("remove: %v, %v", removed, err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", dir, err)
	}
}

func TestInstallWhereNothingCanBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JUPYTER_DATA_DIR", file)
	_, err := kernelspec.Install("/x")
	if err == nil || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), "set JUPYTER_DATA_DIR") {
		t.Errorf("error %v names neither the folder nor the remedy", err)
	}
}
