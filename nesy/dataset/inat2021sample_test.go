package dataset

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSampleINat2021(t *testing.T) {
	dir := sampled(t, smallINat)
	files := func(dir string) map[string]string {
		t.Helper()
		content := make(map[string]string)
		for _, pattern := range []string{"*/*/*", "v*.json"} {
			paths, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range paths {
				data, err := os.ReadFile(p)
				if err != nil {
					t.Fatal(err)
				}
				content[strings.TrimPrefix(p, dir)] = string(data)
			}
		}
		return content
	}
	first := files(dir)
	if len(first) != 33 {
		t.Errorf("%d files instead of 32 pictures and val.json", len(first))
	}
	again := files(sampled(t, smallINat))
	for name, data := range first {
		if again[name] != data {
			t.Errorf("another run wrote another %s", name)
		}
	}
	// The same sample is left alone, another is not written over it.
	gone := filepath.Join(dir, "val.json")
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	if err := SampleINat2021(dir, smallINat); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(gone); err == nil {
		t.Error("the sample was written again")
	}
	other := smallINat
	other.Seed++
	wantError(t, SampleINat2021(dir, other), dir+" is there already: remove it, or name another folder")
}

func TestSampleINat2021Errors(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "inat")
	wantError(t, SampleINat2021(dir, INat2021SampleOptions{Families: 1, Species: 1}), "cannot have 1 families, 0 others, 1 species and 0 pictures")
	wantError(t, SampleINat2021(dir, INat2021SampleOptions{Families: 50, Species: 43, Pictures: 1}), "asks for 43 species of Apidae, which has 42")
	if _, err := os.Stat(dir); err == nil {
		t.Error("a sample in error left its folder")
	}
}
