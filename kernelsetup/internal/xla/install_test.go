package xla

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/toolchain"
)

// goThatBuilds returns a stand-in for the go command that "builds" the probe: a
// shell script with the body.
func goThatBuilds(t *testing.T, body string) toolchain.Go {
	t.Helper()
	g := toolchain.Go{Root: t.TempDir()}
	touch(t, g.Command())
	const builder = "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\ncat >\"$2\" <<'END'\n#!/bin/sh\n"
	if err := os.WriteFile(g.Command(), []byte(builder+body+"\nEND\nchmod +x \"$2\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(g.Command(), 0o755); err != nil {
		t.Fatal(err)
	}
	return g
}

// library makes a shared library that passes for a plugin until it is loaded.
func library(t *testing.T) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc to compile a stub plugin with")
	}
	so := filepath.Join(t.TempDir(), "plugin.so")
	cmd := exec.Command(gcc, "-shared", "-fPIC", "-o", so, "-xc", "-")
	cmd.Stdin = strings.NewReader("void *GetPjrtApi(void) { return 0; }")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return so
}

func TestInstall(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("XLA is set up on Linux alone")
	}
	t.Setenv("GOMLX_BACKEND", "go") // not what the probe is to try
	plugin := library(t)
	root := checkout.Root(t.TempDir())
	if removed, err := Remove(root); removed || err != nil {
		t.Errorf("removed before: %v, %v", removed, err)
	}
	fails := func(name string, g toolchain.Go, path string, wants ...string) {
		t.Helper()
		before, _ := os.ReadFile(root.XLA())
		_, err := Install(t.Context(), root, g, path, io.Discard)
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Fatalf("%s: %v, want an error of one line", name, err)
		}
		for _, want := range wants {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", name, err, want)
			}
		}
		if after, _ := os.ReadFile(root.XLA()); string(after) != string(before) {
			t.Errorf("%s: the environment changed to %q", name, after)
		}
		if left, _ := filepath.Glob(filepath.Join(root.Kernel(), "xla-*")); len(left) > 0 {
			t.Errorf("%s: %q left", name, left)
		}
	}
	for range 2 { // before anything is installed, and after
		fails("missing", goThatBuilds(t, "echo 1 device"), "/missing.so", "no plugin at /missing.so")
		fails("foreign", goThatBuilds(t, "echo 1 device"), root.Dir(), "is a folder")
		fails("comma", goThatBuilds(t, "echo 1 device"), "/a,b.so", "/a,b.so", "link to it")
		fails("refusing", goThatBuilds(t, "echo a log >&2; echo it does not start >&2; exit 1"), plugin, "trying "+plugin+": it does not start")
		fails("crashing", goThatBuilds(t, "echo a log >&2; kill -11 $$"), plugin, plugin, "ends the program", "segmentation fault")

		devices, err := Install(t.Context(), root, goThatBuilds(t, "echo \"1 device: $GOMLX_BACKEND\""), plugin, io.Discard)
		if want := "1 device: xla:" + plugin; err != nil || devices != want {
			t.Fatalf("installed %q, %v; want %q", devices, err, want)
		}
		if again, err := Try(t.Context(), root); err != nil || again != devices {
			t.Errorf("tried again: %q, %v", again, err)
		}
	}
	noC := goThatBuilds(t, "")
	if err := os.WriteFile(noC.Command(), []byte("#!/bin/sh\necho 'cgo: C compiler \"gcc\" not found' >&2; exit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	fails("no gcc", noC, plugin, "building with XLA", "apt-get install gcc")

	if removed, err := Remove(root); !removed || err != nil {
		t.Errorf("removed: %v, %v", removed, err)
	}
	if _, err := os.Stat(filepath.Dir(root.XLA())); err == nil {
		t.Error("the folder is still there")
	}
	if _, err := os.Stat(plugin); err != nil {
		t.Errorf("the plugin is gone: %v", err)
	}
}
