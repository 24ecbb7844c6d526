package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nesybook/kernelsetup/internal/execute"
	"nesybook/kernelsetup/internal/ipynb"
	"nesybook/kernelsetup/internal/kerneltest"
)

// book writes a notebook of code cells and returns its path.
func book(t *testing.T, dir, name string, sources ...string) string {
	t.Helper()
	nb := &ipynb.Notebook{}
	for _, s := range sources {
		nb.Cells = append(nb.Cells, ipynb.Cell{Type: "code", ID: "c" + string(rune('0'+len(nb.Cells))), Source: s})
	}
	path := filepath.Join(dir, name+".ipynb")
	if err := ipynb.Write(path, nb); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// files returns the names in dir.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// fakeSuite runs notebooks on the test kernel.
func fakeSuite(target string) *suite {
	return &suite{kernel: kerneltest.Command(""), target: target, timeout: time.Minute, progress: newProgress(io.Discard)}
}

func TestSuiteRunsInPlace(t *testing.T) {
	dir := t.TempDir()
	a := book(t, dir, "a", "where\ncount", "print <x>")
	b := book(t, dir, "b", "count")
	if err := os.WriteFile(filepath.Join(dir, "a.failed.ipynb"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var before [2]string
	for try := range 2 {
		results, err := fakeSuite(dir).run(t.Context(), []string{a, b})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if r.err != nil || !r.ran || r.cells != r.total || r.written != r.path {
				t.Errorf("result %+v", r)
			}
		}
		after := [2]string{read(t, a), read(t, b)}
		if try == 1 && after != before {
			t.Errorf("the second run wrote\n%s\nafter\n%s", after, before)
		}
		before = after
	}
	nb, err := ipynb.Read(a)
	if err != nil {
		t.Fatal(err)
	}
	// The working directory is the notebook's, the kernel the notebook's own.
	if got, want := nb.Cells[0].Outputs[0].Text, dir+"\n1\n"; got != want {
		t.Errorf("first cell wrote %q, want %q", got, want)
	}
	if !strings.Contains(before[1], `"1\n"`) {
		t.Errorf("the second notebook did not get a kernel of its own:\n%s", before[1])
	}
	if got := files(t, dir); !slices.Equal(got, []string{"a.ipynb", "b.ipynb"}) {
		t.Errorf("files %q: what an earlier failure left is out of date", got)
	}
}

func TestSuiteRunsElsewhere(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "new", "out")
	a := book(t, dir, "a", "where")
	before := read(t, a)
	if _, err := fakeSuite(out).run(t.Context(), []string{a}); err != nil {
		t.Fatal(err)
	}
	if read(t, a) != before {
		t.Error("the original changed")
	}
	if got := read(t, filepath.Join(out, "a.ipynb")); !strings.Contains(got, dir) {
		t.Errorf("the cell did not run in the notebook's folder:\n%s", got)
	}
}

func TestSuiteStopsAtAFailure(t *testing.T) {
	dir := t.TempDir()
	a := book(t, dir, "a", "print fine")
	b := book(t, dir, "b", "print so far", "fail here", "print never")
	c := book(t, dir, "c", "print never")
	before := read(t, b) + read(t, c)
	results, err := fakeSuite(dir).run(t.Context(), []string{a, b, c})
	if err != nil {
		t.Fatal(err)
	}
	var failed *execute.CellError
	if !errors.As(results[1].err, &failed) || failed.Number != 2 {
		t.Errorf("error %v", results[1].err)
	}
	if results[0].err != nil || results[2].ran {
		t.Errorf("results %+v", results)
	}
	if read(t, b)+read(t, c) != before {
		t.Error("originals changed")
	}
	left := read(t, filepath.Join(dir, "b.failed.ipynb"))
	if !strings.Contains(left, `"so far\n"`) || !strings.Contains(left, `"evalue": "here"`) || strings.Contains(left, `"never\n"`) {
		t.Errorf("the notebook so far:\n%s", left)
	}

	var stdout, stderr bytes.Buffer
	if err := report(t.Context(), results, &stdout, &stderr); !errors.Is(err, errReported) {
		t.Errorf("report: %v", err)
	}
	table := strings.Fields(stdout.String())
	for i, want := range strings.Fields("notebook cells seconds result a 1/1 S ok b 1/3 S failed at cell 2 c 0/1 S not run total 2 S") {
		if want != "S" && (i >= len(table) || table[i] != want) {
			t.Errorf("table\n%swants %q as word %d", &stdout, want, i)
			break
		}
	}
	for _, want := range []string{b + ": cell 2 of 3 failed: here", "1 | fail here", filepath.Join(dir, "b.failed.ipynb")} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, &stderr)
		}
	}
}

func TestSuiteIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	a := book(t, dir, "a", "print so far\nhang")
	b := book(t, dir, "b", "print never")
	ctx, cancel := context.WithCancel(t.Context())
	su := fakeSuite(dir)
	time.AfterFunc(500*time.Millisecond, cancel)
	results, err := su.run(ctx, []string{a, b})
	if err != nil || !errors.Is(results[0].err, context.Canceled) || results[1].ran {
		t.Fatalf("%+v, %v", results, err)
	}
	var stderr bytes.Buffer
	if err := report(ctx, results, io.Discard, &stderr); !errors.Is(err, errReported) || !strings.Contains(stderr.String(), "interrupted in "+a) {
		t.Errorf("report: %v, %q", err, &stderr)
	}
}

// What is wrong from the start is said before any cell runs.
func TestSuiteFailsEarly(t *testing.T) {
	dir := t.TempDir()
	a := book(t, dir, "a", "print x")
	torn := filepath.Join(dir, "torn.ipynb")
	if err := os.WriteFile(torn, []byte(read(t, a)[:50]), 0o644); err != nil {
		t.Fatal(err)
	}
	before := read(t, a)
	for name, test := range map[string]struct {
		target string
		paths  []string
		want   string
	}{
		"not JSON":  {dir, []string{a, torn}, torn + ": not a notebook"},
		"gone":      {dir, []string{a, torn + "x"}, torn + "x"},
		"no folder": {torn, []string{a}, "-out"},
	} {
		_, err := fakeSuite(test.target).run(t.Context(), test.paths)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", name, err, test.want)
		}
		if read(t, a) != before {
			t.Errorf("%s: a notebook was executed", name)
		}
	}
}

func TestSuiteWithoutKernel(t *testing.T) {
	dir := t.TempDir()
	a := book(t, dir, "a", "print x")
	su := fakeSuite(dir)
	su.kernel.Env = append(su.kernel.Env, "KERNELTEST_DIE=1")
	results, err := su.run(t.Context(), []string{a, a})
	if err != nil || results[0].err == nil || !strings.Contains(results[0].err.Error(), "cannot start today") || results[1].ran {
		t.Errorf("%+v, %v", results, err)
	}
}
