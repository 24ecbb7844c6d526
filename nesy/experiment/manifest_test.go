package experiment

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// counted returns a stage's make that counts its calls and writes one file.
func counted(calls *int, content string) func(string) error {
	return func(dir string) error {
		*calls++
		return os.WriteFile(filepath.Join(dir, "result.txt"), []byte(content), 0o644)
	}
}

func TestAFinishedStageIsNotRunAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	m := Manifest{Stage: "a", Settings: []byte(`{"x":1}`), Seed: 42}
	calls := 0
	for range 2 {
		if err := stage(dir, m, counted(&calls, "one")); err != nil {
			t.Fatal(err)
		}
	}
	if calls != 1 {
		t.Errorf("run %d times, want once", calls)
	}
}

func TestAStageIsRunAgainWhen(t *testing.T) {
	m := Manifest{Stage: "a", Settings: []byte(`{"x":1}`), Seed: 42, Inputs: map[string]string{"before": "0f"}}
	for _, c := range []struct {
		name   string
		change func(dir string, m *Manifest)
	}{
		{"a setting changed", func(dir string, m *Manifest) { m.Settings = []byte(`{"x":2}`) }},
		{"the seed changed", func(dir string, m *Manifest) { m.Seed = 43 }},
		{"an input changed", func(dir string, m *Manifest) { m.Inputs = map[string]string{"before": "10"} }},
		{"an output changed", func(dir string, m *Manifest) { os.WriteFile(filepath.Join(dir, "result.txt"), []byte("on"), 0o644) }},
		{"an output is gone", func(dir string, m *Manifest) { os.Remove(filepath.Join(dir, "result.txt")) }},
		{"the manifest is torn", func(dir string, m *Manifest) { os.Truncate(filepath.Join(dir, manifestFile), 20) }},
	} {
		dir := filepath.Join(t.TempDir(), "a")
		calls := 0
		changed := m
		if err := stage(dir, m, counted(&calls, "one")); err != nil {
			t.Fatal(err)
		}
		c.change(dir, &changed)
		if err := stage(dir, changed, counted(&calls, "one")); err != nil {
			t.Fatal(err)
		}
		if calls != 2 {
			t.Errorf("%s: run %d times in all, want twice", c.name, calls)
		}
		if got, _ := os.ReadFile(filepath.Join(dir, "result.txt")); string(got) != "one" {
			t.Errorf("%s: holds %q", c.name, got)
		}
	}
}

func TestAnInterruptedStageGoesOnWithTheSameInputsAlone(t *testing.T) {
	m := Manifest{Stage: "a", Settings: []byte(`1`)}
	for _, c := range []struct {
		name  string
		again Manifest
		kept  bool
	}{
		{"the same", m, true},
		{"others", Manifest{Stage: "a", Settings: []byte(`2`)}, false},
	} {
		dir := filepath.Join(t.TempDir(), "a")
		killed := errors.New("killed")
		err := stage(dir, m, func(dir string) error {
			os.WriteFile(filepath.Join(dir, "half.txt"), []byte("half"), 0o644)
			return killed
		})
		if !errors.Is(err, killed) {
			t.Fatalf("got %v", err)
		}
		err = stage(dir, c.again, func(dir string) error {
			_, err := os.Stat(filepath.Join(dir, "half.txt"))
			if (err == nil) != c.kept {
				t.Errorf("%s: half.txt kept: %v", c.name, err == nil)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
