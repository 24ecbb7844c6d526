package checkout_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nesybook/kernelsetup/internal/checkout"
)

// write makes a file below dir, with its folders.
func write(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "// a comment\n\nmodule nesybook // another\n\ngo 1.26\n")
	write(t, dir, "notebooks/deep/x", "")
	write(t, dir, "vendored/go.mod", "module other\n")
	write(t, dir, "vendored/sub/x", "")
	for _, from := range []string{"", "notebooks", "notebooks/deep", "vendored/sub"} {
		got, err := checkout.Find(filepath.Join(dir, from))
		if err != nil || got.Dir() != dir {
			t.Errorf("from %q: %q, %v; want %q", from, got, err, dir)
		}
	}
	outside := t.TempDir()
	write(t, outside, "go.mod", "module nesybooks\n\nrequire nesybook v1.0.0\n")
	if root, err := checkout.Find(outside); err == nil || !strings.Contains(err.Error(), outside) {
		t.Errorf("outside: %q, %v", root, err)
	}
}

func TestList(t *testing.T) {
	dir := t.TempDir()
	root := checkout.Root(dir)
	if _, err := root.List(); err == nil || !strings.Contains(err.Error(), root.Notebooks()) {
		t.Errorf("without notebooks: %v", err)
	}
	for _, name := range []string{"10_b.ipynb", "02_a.ipynb", "02_a.failed.ipynb", "README.md", ".ipynb_checkpoints/x.ipynb"} {
		write(t, root.Notebooks(), name, "")
	}
	paths, err := root.List()
	var names []string
	for _, p := range paths {
		names = append(names, checkout.Name(p))
	}
	if err != nil || !slices.Equal(names, []string{"02_a", "10_b"}) {
		t.Errorf("%q, %v", names, err)
	}
}

func TestSelect(t *testing.T) {
	paths := []string{"n/03_focal_sets.ipynb", "n/04_model.ipynb", "n/041_more.ipynb"}
	for _, test := range []struct {
		selectors, want []string
	}{
		{nil, paths},
		{[]string{"03"}, paths[:1]},
		{[]string{"04_model", "03"}, paths[:2]}, // in their order, not ours
		{[]string{"04"}, paths[1:2]},
		{[]string{"03_focal", "03"}, paths[:1]},
	} {
		got, err := checkout.Select(paths, test.selectors)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, %v", test.selectors, got, err)
		}
	}
	for _, wrong := range []string{"05", "focal", "0", "03_focal_sets.ipynb"} {
		_, err := checkout.Select(paths, []string{"03", wrong})
		if err == nil || !strings.Contains(err.Error(), wrong) || !strings.Contains(err.Error(), "04_model") {
			t.Errorf("%q: error %v names neither it nor what there is", wrong, err)
		}
	}
}
