//go:build xla && linux

package backend

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomlx/go-xla/compute/xla"
)

// stub compiles the plugin of testdata with a number of devices.
func stub(t *testing.T, devices int) string {
	t.Helper()
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/gomlx/go-xla").Output()
	if err != nil {
		t.Fatal(err)
	}
	header := filepath.Join(strings.TrimSpace(string(module)), "pjrt") // holds pjrt_c_api.h
	return compile(t, "testdata/plugin.c", "-I", header, "-D", fmt.Sprintf("DEVICES=%d", devices))
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
	refused(t, "xla:"+library(t, another), "does not export GetPjrtApi")
}

// A library whose own libraries are missing, as CUDA's are where LD_LIBRARY_PATH
// does not name them, one without an API, and one that finds no device, as CUDA's
// does without a GPU: none may be a panic.
func TestPluginsThatDoNotStartAreErrors(t *testing.T) {
	refused(t, "xla:"+library(t, `
extern int missing_from_every_library;
void *GetPjrtApi(void) { return &missing_from_every_library; }
int *use = &missing_from_every_library;`), "does not start", "missing_from_every_library")
	refused(t, "xla:"+library(t, empty), "does not start")
	refused(t, "xla:"+stub(t, 0), "does not start", "stub: no devices to be found")
}

func TestAMisspeltOptionIsNamed(t *testing.T) {
	refused(t, "xla:"+library(t, empty)+",tf23=false", "tf23")
}

func TestAPluginStarts(t *testing.T) {
	so := stub(t, 2)
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", filepath.Dir(so))
	t.Setenv(Variable, "xla:stub")
	b, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Finalize()
	if b.NumDevices() != 2 || !strings.Contains(b.Description(), so) {
		t.Errorf("%s, devices: %d; want 2 of %s", b.Description(), b.NumDevices(), so)
	}
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
