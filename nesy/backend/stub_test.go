package backend

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// library compiles C to a shared library. Where there is no gcc the test is skipped.
func library(t *testing.T, source string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stub.c")
	if err := os.WriteFile(path, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	return compile(t, path)
}

func compile(t *testing.T, source string, flags ...string) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("libraries are looked into on Linux alone")
	}
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc to compile a stub plugin with")
	}
	so := filepath.Join(t.TempDir(), "pjrt_c_api_stub_plugin.so")
	out, err := exec.Command(gcc, append(flags, "-shared", "-fPIC", "-o", so, source)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return so
}

const (
	another  = `int GetSomethingElse(void) { return 1; }`
	importer = `void *GetPjrtApi(void); void *call(void) { return GetPjrtApi(); }`
	empty    = `void *GetPjrtApi(void) { return 0; }`
)

func TestLibrariesThatAreNoPluginAreNamed(t *testing.T) {
	good := library(t, empty)
	if err := CheckPlugin(good); err != nil {
		t.Errorf("a library that exports GetPjrtApi: %v", err)
	}
	raw, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(change func([]byte) []byte) string {
		path := filepath.Join(t.TempDir(), "changed.so")
		if err := os.WriteFile(path, change(append([]byte(nil), raw...)), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const machine = 18 // offset of e_machine in the ELF header, two bytes
	for path, want := range map[string]string{
		library(t, another):  "does not export GetPjrtApi",
		library(t, importer): "does not export GetPjrtApi", // it names the function and has none
		changed(func(b []byte) []byte { b[machine], b[machine+1] = 22, 0; return b }): "is for another processor (EM_S390)",
		changed(func(b []byte) []byte { return b[:len(b)/2] }):                        "is not a plugin",
		changed(func(b []byte) []byte { return nil }):                                 "is not a plugin",
	} {
		err := CheckPlugin(path)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("CheckPlugin(%s): %v; want %q and the path", path, err, want)
		}
	}
}

// The checked plugin goes to GoMLX by its path, and computes in full float32 unless
// it is asked for less.
func TestResolvedConfiguration(t *testing.T) {
	so := library(t, empty)
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", filepath.Dir(so))
	for configuration, want := range map[string]string{
		"xla:" + so:                "xla:" + so + ",tf32=false",
		"xla:stub":                 "xla:" + so + ",tf32=false",
		"hlo:stub,preallocate":     "hlo:" + so + ",preallocate,tf32=false",
		"xla:" + so + ",tf32=true": "xla:" + so + ",tf32=true",
		"xla:" + so + ",notf32":    "xla:" + so + ",notf32",
	} {
		if got, err := Resolve(configuration); got != want || err != nil {
			t.Errorf("Resolve(%q) = %q, %v; want %q", configuration, got, err, want)
		}
	}
}
