package checkout

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFindLooksUpwards(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Find(deep); err == nil || !strings.Contains(err.Error(), deep) {
		t.Errorf("without a go.mod: %v", err)
	}
	write := func(dir, text string) {
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(root, "// a comment\nmodule nesybook\n\ngo 1.26\n")
	write(filepath.Join(root, "a"), "module nesybookshelf\n")
	got, err := Find(deep)
	if err != nil || got != root {
		t.Errorf("got %q, %v; want %q", got, err, root)
	}
}
