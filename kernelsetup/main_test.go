package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nesybook/kernelsetup/internal/kerneltest"
)

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	kerneltest.Serve()
	code := m.Run()
	os.RemoveAll(built.dir)
	os.Exit(code)
}

// asProgram is the variable that makes the test's program kernelsetup itself.
const asProgram = "KERNELSETUP_TEST_MAIN"

// call runs a command in dir and returns the exit code and what it printed.
func call(t *testing.T, dir string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	t.Chdir(dir)
	var out, errs bytes.Buffer
	code = kernelsetup(t.Context(), args, &out, &errs)
	return code, out.String(), errs.String()
}

// checkoutWith returns a folder with the module's go.mod and notebooks.
func checkoutWith(t *testing.T, notebooks ...string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module nesybook\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "notebooks"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range notebooks {
		book(t, filepath.Join(dir, "notebooks"), name, "1")
	}
	return dir
}

func TestWrongUsage(t *testing.T) {
	dir := checkoutWith(t, "00_a", "01_b")
	for _, test := range []struct {
		args string
		want string // part of the one line that says what is wrong
	}{
		{"frobnicate", `unknown command "frobnicate"`},
		{"-only 03", "flag -only needs a command"},
		{"run -frob", "-frob; see go run ./kernelsetup run -h"},
		{"run 03", `run takes no argument "03"`},
		{"run -only 07", `no notebook "07"; there are 00_a, 01_b`},
		{"run -only 00,07", `no notebook "07"`},
		{"run -set x", "want key=value"},
		{"run -set =x", "want key=value"},
		{"run -timeout 5", "-timeout"},
		{"run -timeout -5s", "negative"},
		{"check -rtol -1", "-rtol -1"},
		{"check -rtol x", "-rtol"},
		{"doctor -jsno", "-jsno"},
		{"install now", `install takes no argument "now"`},
		{"clean all", `clean takes no argument "all"`},
	} {
		code, stdout, stderr := call(t, dir, strings.Fields(test.args)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: code %d, %q, %q; want code 2 and one line with %q", test.args, code, stdout, stderr, test.want)
		}
	}
}

func TestOutsideACheckout(t *testing.T) {
	dir := t.TempDir()
	for _, command := range []string{"install", "run", "check", "doctor", "clean"} {
		code, stdout, stderr := call(t, dir, command)
		if code != exitFailed || stdout != "" || !strings.Contains(stderr, "not inside a checkout of nesybook") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: code %d, %q, %q", command, code, stdout, stderr)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"-h"}, {"--help"}} {
		code, stdout, stderr := call(t, t.TempDir(), args...)
		if code != exitOK || stdout != usage || stderr != "" {
			t.Errorf("%s: code %d, %q, %q", args, code, stdout, stderr)
		}
	}
	for command, want := range map[string]string{
		"install": "-plugin FILE", "run": "-timeout", "check": "-rtol", "doctor": "-json", "clean": ".kernel",
	} {
		code, _, stderr := call(t, t.TempDir(), command, "-h")
		if code != exitOK || !strings.Contains(stderr, want) || !strings.Contains(usage, "\n  "+command+" ") {
			t.Errorf("%s -h: code %d, %q", command, code, stderr)
		}
	}
}

func TestEnvironmentOfCells(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NESY_DATA", "data")
	t.Setenv("NESY_RUNS", "/runs")
	t.Setenv("NESY_SET", "a=1")
	s := settings{profile: "cifar100", set: pairs{"b=2", "a=x=y"}}
	env, err := s.environment()
	if err != nil {
		t.Fatal(err)
	}
	value := func(name string) (v string) { // the last wins
		for _, e := range env {
			if after, ok := strings.CutPrefix(e, name+"="); ok {
				v = after
			}
		}
		return v
	}
	for name, want := range map[string]string{
		"NESY_PROFILE": "cifar100",
		"NESY_DATA":    filepath.Join(here, "data"), // cells run in another folder
		"NESY_RUNS":    "/runs",
		"NESY_SET":     "a=1\nb=2\na=x=y",
		"PATH":         os.Getenv("PATH"),
	} {
		if got := value(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// A plugin that is none leaves all as it was: not even the kernel is built.
func TestInstallForeignPlugin(t *testing.T) {
	dir := checkoutWith(t, "00_a")
	data := t.TempDir()
	t.Setenv("JUPYTER_DATA_DIR", data)
	for _, path := range []string{"gone.so", "go.mod"} {
		code, stdout, stderr := call(t, dir, "install", "-xla", "-plugin", path)
		if code != exitFailed || stdout != "" || !strings.Contains(stderr, filepath.Join(dir, path)) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: code %d, %q, %q", path, code, stdout, stderr)
		}
	}
	if got := append(files(t, dir), files(t, data)...); !slices.Equal(got, []string{"go.mod", "notebooks"}) {
		t.Errorf("files %q", got)
	}
}

func TestClean(t *testing.T) {
	dir := checkoutWith(t, "00_a", "00_a.failed")
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	keep := filepath.Join(dir, "runs", "quick", "result")
	for _, path := range []string{filepath.Join(dir, ".kernel", "bin", "gonb"), filepath.Join(dir, ".kernel", "xla", "env.sh"), keep} {
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the second time there is nothing to do
		if code, _, stderr := call(t, dir, "clean"); code != exitOK || stderr != "" {
			t.Errorf("code %d, %q", code, stderr)
		}
	}
	if got := files(t, dir); !slices.Equal(got, []string{"go.mod", "notebooks", "runs"}) || !exists(keep) {
		t.Errorf("files %q", got)
	}
	if got := files(t, filepath.Join(dir, "notebooks")); !slices.Equal(got, []string{"00_a.ipynb"}) {
		t.Errorf("notebooks %q", got)
	}
}
