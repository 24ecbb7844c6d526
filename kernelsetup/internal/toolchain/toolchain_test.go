package toolchain

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nesybook/kernelsetup/internal/checkout"
)

// script writes an executable shell script.
func script(t *testing.T, path, body string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o755); err != nil {
		t.Fatal(err)
	}
}

// installed returns a checkout with stand-ins for the programs, in folders whose
// names try the shell. Its kernel prints its arguments and environment.
func installed(t *testing.T) (checkout.Root, Go) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), `it's a "$HOME" folder`)
	root := checkout.Root(filepath.Join(dir, "book"))
	g := Go{Root: filepath.Join(dir, "go")}
	script(t, filepath.Join(root.Bin(), "gonb"), `printf 'arg=%s\n' "$@"; env; command -v go; command -v goimports`)
	script(t, filepath.Join(root.Bin(), "goimports"), "")
	script(t, g.Command(), "")
	if err := writeLauncher(root, g); err != nil {
		t.Fatal(err)
	}
	return root, g
}

func launch(root checkout.Root, env ...string) (string, error) {
	cmd := exec.Command(root.Launcher(), "/tmp/connection file.json")
	cmd.Env = append([]string{"PATH=/usr/bin:/bin"}, env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestLauncher(t *testing.T) {
	root, g := installed(t)
	if !HasLauncher(root, g) || HasLauncher(root, Go{Root: "/another"}) {
		t.Error("the launcher is not known by its Go")
	}
	const xla = `export GOFLAGS="-tags=xla${GOFLAGS:+ $GOFLAGS}" CGO_ENABLED=1 GOMLX_BACKEND=xla:/p.so` // as package xla writes it
	for _, test := range []struct {
		xla  string
		env  []string
		want []string
	}{
		{"", nil, []string{
			"arg=--kernel", "arg=/tmp/connection file.json", "arg=--go_work=" + root.Dir(), "arg=--raw_error",
			"PATH=" + root.Bin() + ":" + filepath.Join(g.Root, "bin") + ":/usr/bin:/bin",
			"GOEXPERIMENT=simd", "GOFLAGS=-ldflags=-s", "GOPROXY=off", "GOTOOLCHAIN=local", "NESY_PROFILE=quick",
			g.Command(), filepath.Join(root.Bin(), "goimports"),
		}},
		{
			"",
			[]string{"GOFLAGS=-tags=xla", "GOEXPERIMENT=nosimd", "NESY_PROFILE=cifar100", "NESY_SET=a=1\nb=2"},
			[]string{"GOFLAGS=-ldflags=-s -tags=xla", "GOEXPERIMENT=simd,nosimd", "NESY_PROFILE=cifar100", "NESY_SET=a=1", "b=2"},
		},
		{xla, nil, []string{"GOFLAGS=-ldflags=-s -tags=xla", "GOMLX_BACKEND=xla:/p.so"}},
		{xla, []string{"GOFLAGS=-race"}, []string{"GOFLAGS=-ldflags=-s -tags=xla -race"}},
	} {
		if test.xla != "" {
			script(t, root.XLA(), test.xla)
		}
		out, err := launch(root, append(test.env, "GOWORK=off", "GO111MODULE=off")...)
		if err != nil {
			t.Fatal(err, out)
		}
		lines := strings.Split(out, "\n")
		for _, want := range test.want {
			if !slices.Contains(lines, want) {
				t.Errorf("with %q the kernel lacks %q:\n%s", test.env, want, out)
			}
		}
		if strings.Contains(out, "GOWORK") || strings.Contains(out, "GO111MODULE") {
			t.Errorf("settings that break workspaces are passed on:\n%s", out)
		}
		// What kernelsetup compiles beforehand must be what cells use.
		for _, entry := range cellEnvironment(root, func(name string) string {
			for _, e := range test.env {
				if value, ok := strings.CutPrefix(e, name+"="); ok {
					return value
				}
			}
			return ""
		}) {
			if !slices.Contains(lines, entry) {
				t.Errorf("the library is compiled with %q, cells are not:\n%s", entry, out)
			}
		}
	}
}

func TestLauncherNamesWhatIsMissing(t *testing.T) {
	root, g := installed(t)
	for _, path := range []string{filepath.Join(root.Bin(), "goimports"), filepath.Join(root.Bin(), "gonb"), g.Command()} {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		out, err := launch(root)
		if err == nil || !strings.Contains(out, path+" is missing") || !strings.Contains(out, "kernelsetup install") || strings.Count(out, "\n") != 1 {
			t.Errorf("without %s: %v, %q", path, err, out)
		}
	}
}

// The launcher is rewritten where it is out of date, and only then.
func TestWriteLauncher(t *testing.T) {
	root, g := installed(t)
	before, err := os.Stat(root.Launcher())
	if err != nil {
		t.Fatal(err)
	}
	if err := writeLauncher(root, g); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(root.Launcher())
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("an equal launcher was written again: %v", err)
	}
	other := Go{Root: "/another"}
	if err := writeLauncher(root, other); err != nil || !HasLauncher(root, other) {
		t.Errorf("the launcher still starts the old Go: %v", err)
	}
	if info, err := os.Stat(root.Launcher()); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("launcher: %v, %v", info.Mode(), err)
	}
}

func oneLine(t *testing.T, err error, wants ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one with %q", wants)
		return
	}
	for _, want := range wants {
		if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error %q, want one line with %q", err, want)
		}
	}
}

func TestFindGo(t *testing.T) {
	root := checkout.Root(t.TempDir())
	mod := filepath.Join(root.Dir(), "go.mod")
	if err := os.WriteFile(mod, []byte("module nesybook\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	g, err := FindGo(t.Context(), root)
	if err != nil || !strings.HasPrefix(g.Version, "go1.") {
		t.Fatalf("%+v, %v", g, err)
	}
	if out, err := exec.Command(g.Command(), "version").Output(); err != nil || !strings.Contains(string(out), g.Version) {
		t.Errorf("%s: %s, %v", g.Command(), out, err)
	}

	t.Run("too old", func(t *testing.T) {
		t.Setenv("GOTOOLCHAIN", "local")
		if err := os.WriteFile(mod, []byte("module nesybook\n\ngo 9.99\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := FindGo(t.Context(), root)
		oneLine(t, err, "requires go >= 9.99", "https://go.dev/dl")
	})
	t.Run("missing", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		_, err := FindGo(t.Context(), root)
		oneLine(t, err, "the go command is not on PATH", "https://go.dev/dl")
	})
	t.Run("not Go", func(t *testing.T) {
		dir := t.TempDir()
		script(t, filepath.Join(dir, "go"), "echo a board game\n")
		t.Setenv("PATH", dir)
		_, err := FindGo(t.Context(), root)
		oneLine(t, err, "https://go.dev/dl")
	})
}

// What goes wrong in a build is one line with what to do about it.
func TestBuildFails(t *testing.T) {
	for name, test := range map[string]struct {
		said string
		want []string
	}{
		"offline":   {"go: downloading x v1\ngo: x@v1: Get \"https://proxy\": dial tcp: no such host", []string{"x@v1", "with network"}},
		"disk full": {"# x\nx.a: write failed: no space left on device", []string{"x.a", "free some space"}},
		"read-only": {"go: creating work dir: mkdir /ro/x: read-only file system", []string{"/ro/x", "TMPDIR"}},
		"no C":      {"# runtime/cgo\ncgo: C compiler \"gcc\" not found", []string{"C compiler", "apt-get install gcc"}},
		"other":     {"\n# nesybook/nesy/x\nx.go:1:2: wrong\nmore", []string{"x.go:1:2: wrong"}},
		"silent":    {"", []string{"exit status 1"}},
	} {
		root := checkout.Root(t.TempDir())
		g := Go{Root: t.TempDir()}
		script(t, g.Command(), "cat <<'END'\n"+test.said+"\nEND\nexit 1\n")
		oneLine(t, Build(t.Context(), root, g), append(test.want, "building the kernel")...)
		if _, err := os.Stat(root.Launcher()); err == nil {
			t.Errorf("%s: a launcher without a kernel", name)
		}
	}
}

func TestBuildInFolderWithComma(t *testing.T) {
	root := checkout.Root(filepath.Join(t.TempDir(), "a,b"))
	oneLine(t, Build(t.Context(), root, Go{}), "a,b", "move")
}

func TestBuildWhereNothingCanBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	oneLine(t, Build(t.Context(), checkout.Root(file), Go{}), file)
}
