//go:build xla && linux

package backend

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomlx/go-xla/compute/xla"
)

// compile makes a shared library of C.
func compile(t *testing.T, source string) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc to make a stub of")
	}
	folder := t.TempDir()
	c, so := filepath.Join(folder, "stub.c"), filepath.Join(folder, "pjrt_c_api_stub_plugin.so")
	if err := os.WriteFile(c, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-shared", "-fPIC", "-o", so, c).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return so
}

// refused starts a configuration that must be refused in one line with the remedy.
func refused(t *testing.T, configuration string, want ...string) {
	t.Helper()
	t.Setenv(Variable, configuration)
	_, err := New()
	if err == nil {
		t.Fatalf("%s started", configuration)
	}
	for _, want := range append(want, "unset $GOMLX_BACKEND") {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", configuration, err, want)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("%s: more than one line: %v", configuration, err)
	}
}

func TestNothingIsDownloadedUnasked(t *testing.T) {
	home := t.TempDir() // where go-xla's installer would begin to write
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", t.TempDir())
	for _, configuration := range []string{"xla", "xla:", "xla:cuda", "xla:cpu,tf32=false", "stablehlo:tpu"} {
		refused(t, configuration, "no plugin", "absolute path")
	}
	xla.GetAvailablePlugins()
	if entries, _ := os.ReadDir(home); len(entries) > 0 {
		t.Errorf("%s was written", entries[0].Name())
	}
}

func TestForeignFilesAreRefused(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "cuda.so")
	write(t, text)
	refused(t, "xla:"+text, text, "not a shared library")
	refused(t, "xla:"+folder, folder, "is a folder")
	refused(t, "xla:"+filepath.Join(folder, "missing.so"), "no plugin at")
	refused(t, "xla:"+compile(t, `int GetSomethingElse(void) { return 1; }`), "does not export GetPjrtApi")
	refused(t, "xla:"+compile(t, `void *GetPjrtApi(void); void *call(void) { return GetPjrtApi(); }`), "does not export GetPjrtApi")
}

// A library whose own libraries are missing, as CUDA's are where LD_LIBRARY_PATH
// does not name them, and one without an API: neither may be a panic.
func TestPluginsThatDoNotStartAreErrors(t *testing.T) {
	refused(t, "xla:"+compile(t, `
extern int missing_from_every_library;
void *GetPjrtApi(void) { return &missing_from_every_library; }
int *use = &missing_from_every_library;`), "does not start", "missing_from_every_library")
	refused(t, "xla:"+compile(t, `void *GetPjrtApi(void) { return 0; }`), "does not start")
}

func TestAMisspeltOptionIsNamed(t *testing.T) {
	stub := compile(t, `void *GetPjrtApi(void) { return 0; }`)
	refused(t, "xla:"+stub+",tf23=false", "tf23")
}

// With a plugin in $GOMLX_BACKEND it must start and have a device.
func TestXLAStarts(t *testing.T) {
	if !strings.HasPrefix(Configuration(), "xla") {
		t.Skip("$GOMLX_BACKEND names no plugin")
	}
	b, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Finalize()
	if b.NumDevices() < 1 {
		t.Errorf("%s has no device", b.Description())
	}
	t.Logf("%s, devices: %d", b.Description(), b.NumDevices())
}
