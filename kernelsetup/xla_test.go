package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// goOnPath puts a stand-in for the go command on PATH. What it builds are shell
// scripts; the probe of XLA's plugins has the given body.
func goOnPath(t *testing.T, probe string) {
	t.Helper()
	root := t.TempDir()
	script := fmt.Sprintf(`#!/bin/sh
case "$1" in
env) echo '{"GOVERSION": "go1.26.5", "GOROOT": "%s"}' ;;
build)
	while [ "$1" != -o ] && [ $# -gt 1 ]; do shift; done
	case "$2" in
	*probe) printf '#!/bin/sh\n%%s\n' '%s' >"$2"; chmod +x "$2" ;;
	*/) touch "$2/gonb" "$2/goimports" ;;
	esac ;;
esac
`, root, probe)
	if err := os.Mkdir(filepath.Join(root, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "bin", "go"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(root, "bin")+":"+os.Getenv("PATH"))
}

// stubPlugin compiles a library that passes for a plugin until it is loaded.
func stubPlugin(t *testing.T) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("no gcc on Linux to compile a stub plugin with")
	}
	so := filepath.Join(t.TempDir(), "plugin.so")
	cmd := exec.Command(gcc, "-shared", "-fPIC", "-o", so, "-xc", "-")
	cmd.Stdin = strings.NewReader("void *GetPjrtApi(void) { return 0; }")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return so
}

// The kernel goes from Go to XLA and back. Where a plugin does not compute it stays
// where it was.
func TestInstallXLA(t *testing.T) {
	plugin := stubPlugin(t)
	dir := checkoutWith(t, "00_a")
	data := t.TempDir()
	t.Setenv("JUPYTER_DATA_DIR", data)
	env := filepath.Join(dir, ".kernel", "xla", "env.sh")
	spec := filepath.Join(data, "kernels", "nesybook", "kernel.json")

	const broken = "echo it does not start >&2; exit 1"
	goOnPath(t, broken)
	code, stdout, stderr := call(t, dir, "install", "-plugin", plugin)
	if code != exitFailed || !strings.Contains(stderr, "trying "+plugin+": it does not start") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("a plugin that does not start: code %d, %q, %q", code, stdout, stderr)
	}
	if exists(env) || exists(spec) {
		t.Error("the kernel is installed with a plugin that does not start")
	}

	goOnPath(t, "echo 1 device: stub")
	code, stdout, stderr = call(t, dir, "install", "-xla", "-plugin", plugin)
	if code != exitOK || !strings.Contains(stdout, "cells compute through XLA: 1 device: stub\n") || !exists(spec) {
		t.Fatalf("code %d, %q, %q", code, stdout, stderr)
	}
	installed := read(t, env)
	if !strings.Contains(installed, plugin) {
		t.Errorf("the kernel's environment does not name %s:\n%s", plugin, installed)
	}

	// The stand-in's kernel cannot run: what counts is what is said before.
	if _, stdout, _ := call(t, dir, "run"); !strings.Contains(stdout, "cells compute through XLA") {
		t.Errorf("run does not say what computes: %q", stdout)
	}

	goOnPath(t, broken)
	if code, _, _ := call(t, dir, "install", "-plugin", plugin); code != exitFailed || read(t, env) != installed {
		t.Errorf("a failure changed the kernel: code %d", code)
	}

	code, stdout, stderr = call(t, dir, "install")
	if code != exitOK || !strings.Contains(stdout, "cells compute in Go again") || exists(env) {
		t.Errorf("back to Go: code %d, %q, %q", code, stdout, stderr)
	}
}
