package backend

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// write makes an empty file, and the folders above it.
func write(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("not a library\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestPluginsAreFoundByTheirNames(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	write(t, filepath.Join(first, "pjrt_c_api_cuda_plugin.so"))
	write(t, filepath.Join(first, "xla_cuda_plugin.so")) // JAX's name: found by path alone
	write(t, filepath.Join(second, "pjrt_c_api_cuda_plugin.so"))
	write(t, filepath.Join(second, "pjrt-plugin-cpu_v0.98.0.so"))
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", first+":"+second+":relative:")
	got := Plugins()
	want := []Plugin{
		{"cuda", filepath.Join(first, "pjrt_c_api_cuda_plugin.so")},
		{"cpu_v0.98.0", filepath.Join(second, "pjrt-plugin-cpu_v0.98.0.so")},
	}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %v, want %v", got, want)
	}
	for asked, want := range map[string]string{"": want[0].Path, "cuda": want[0].Path, "cpu": want[1].Path, "/a/b.so": "/a/b.so"} {
		if path, err := LocatePlugin(asked); err != nil || path != want {
			t.Errorf("LocatePlugin(%q) = %q, %v; want %q", asked, path, err, want)
		}
	}
	for _, asked := range []string{"tpu", "folder/plugin.so"} {
		if path, err := LocatePlugin(asked); err == nil {
			t.Errorf("LocatePlugin(%q) = %q, want an error", asked, path)
		}
	}
}

func TestPluginsOfTheUser(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, ".local/lib/go-xla/nvidia/pjrt_c_api_cuda_plugin.so")
	write(t, path)
	t.Setenv("HOME", home)
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", "") // restored after the test
	os.Unsetenv("PJRT_PLUGIN_LIBRARY_PATH")
	if got := Plugins(); len(got) == 0 || got[0].Path != path {
		t.Errorf("got %v, want %s first", got, path)
	}
}

func TestWhatIsNoPluginIsNamed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("files are looked into on Linux alone")
	}
	folder := t.TempDir()
	text := filepath.Join(folder, "pjrt_c_api_text_plugin.so")
	write(t, text)
	program, err := os.Executable() // a binary of the right form without GetPjrtApi
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(folder, "missing.so"): "no plugin at",
		folder:                              "is a folder",
		text:                                "not a shared library",
		program:                             "does not export GetPjrtApi",
		filepath.Join(text, "under"):        "not a directory",
	} {
		err := CheckPlugin(path)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("CheckPlugin(%s): %v; want %q and the path", path, err, want)
		}
	}
}

func TestOptionsStayWithThePlugin(t *testing.T) {
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", t.TempDir())
	for _, other := range []string{Go, "go", "abacus:xla"} {
		if got, err := Resolve(other); got != other || err != nil {
			t.Errorf("Resolve(%q) = %q, %v", other, got, err)
		}
	}
	if got, err := Resolve("xla:cuda,tf32=false"); err == nil || !strings.Contains(err.Error(), "there are: none") {
		t.Errorf("got %q, %v", got, err)
	}
}
