package xla

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// internet answers requests with the contents of a map, by URL. Nothing leaves the
// test.
type internet map[string][]byte

func (n internet) RoundTrip(r *http.Request) (*http.Response, error) {
	if n == nil {
		return nil, errors.New("dial tcp: no such host")
	}
	body, found := n[r.URL.String()]
	status := http.StatusOK
	if !found {
		status, body = http.StatusNotFound, []byte("{}")
	}
	return &http.Response{StatusCode: status, Request: r, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(body))}, nil
}

// connect has the process see n alone, from an empty home.
func connect(t *testing.T, n internet) (home string) {
	t.Helper()
	real := http.DefaultTransport
	http.DefaultTransport = n
	t.Cleanup(func() { http.DefaultTransport = real })
	home = t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, ".cache"))
	return home
}

// zipped makes a zip file of names and contents in turn.
func zipped(t *testing.T, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, files[i+1])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// release adds a wheel to the package index, as https://pypi.org/pypi/NAME/json
// describes it.
func (n internet) release(t *testing.T, name string, requires []string, wheel []byte) {
	t.Helper()
	file := name + "-1.2-py3-none-manylinux_2_27_x86_64.whl"
	sum := sha256.Sum256(wheel)
	page, err := json.Marshal(map[string]any{
		"info": map[string]any{"name": name, "version": "1.2", "author_email": "jax-dev@google.com", "requires_dist": requires},
		"releases": map[string]any{"1.2": []any{map[string]any{
			"packagetype": "bdist_wheel", "filename": file, "url": "https://files.pythonhosted.org/" + file,
			"digests": map[string]string{"sha256": hex.EncodeToString(sum[:])},
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	n["https://pypi.org/pypi/"+name+"/json"] = page
	n["https://files.pythonhosted.org/"+file] = wheel
}

// jax is an internet with JAX's wheels for CUDA 13.
func jax(t *testing.T) internet {
	n := internet{}
	n.release(t, "jax-cuda13-plugin", []string{"jax-cuda13-pjrt==1.2", "nvidia-cublas>=1; sys_platform == 'linux'"}, nil)
	n.release(t, "nvidia-cublas", nil, zipped(t, "nvidia/cu13/lib/libcublas.so.13", "blas", "nvidia/cu13/bin/ptxas", "ptxas"))
	n.release(t, "jax-cuda13-pjrt", nil, zipped(t, "jax_plugins/xla_cuda13/xla_cuda_plugin.so", "plugin"))
	return n
}

func contents(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestDownloadCUDA(t *testing.T) {
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("the plugin is for linux/amd64 alone")
	}
	n := jax(t)
	folder := filepath.Join(connect(t, n), "lib/go-xla")
	path, err := download(folder, 13)
	if err != nil {
		t.Fatal(err)
	}
	nvidia := NVIDIA(path)
	if contents(t, path) != "plugin" || nvidia != filepath.Join(folder, "nvidia") || contents(t, filepath.Join(toolkit(nvidia), "bin/ptxas")) != "ptxas" {
		t.Errorf("downloaded %s with NVIDIA's libraries in %q", path, nvidia)
	}

	// A wheel that is not the one whose hash the index gives leaves nothing behind.
	n["https://files.pythonhosted.org/jax-cuda13-pjrt-1.2-py3-none-manylinux_2_27_x86_64.whl"] = zipped(t, "xla_cuda_plugin.so", "another")
	folder = filepath.Join(connect(t, n), "lib/go-xla")
	if _, err := download(folder, 13); err == nil || !strings.Contains(err.Error(), "hash mismatch") {
		t.Errorf("another wheel than the index describes: %v", err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Errorf("%s is there after a failed download", folder)
	}
}

func TestDownloadForTheProcessor(t *testing.T) {
	var archive bytes.Buffer
	gz := gzip.NewWriter(&archive)
	w := tar.NewWriter(gz)
	if err := w.WriteHeader(&tar.Header{Name: "pjrt_c_api_cpu_v0.114.0_plugin.so", Mode: 0o755, Size: 6}); err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "plugin")
	w.Close()
	gz.Close()
	const releases = "https://api.github.com/repos/gomlx/pjrt-cpu-binaries/releases/tags/v0.114.0" // go-xla 0.4.1's version
	asset := fmt.Sprintf("https://github.com/gomlx/pjrt-cpu-binaries/pjrt_cpu_%s_%s.tar.gz", runtime.GOOS, runtime.GOARCH)
	home := connect(t, internet{releases: fmt.Appendf(nil, `{"assets": [{"browser_download_url": %q}]}`, asset), asset: archive.Bytes()})
	path, err := download(filepath.Join(home, "lib/go-xla"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if contents(t, path) != "plugin" || NVIDIA(path) != "" {
		t.Errorf("downloaded %s with NVIDIA's libraries in %q", path, NVIDIA(path))
	}
}

func TestWithoutInternetNothingIsLeft(t *testing.T) {
	home := connect(t, nil)
	t.Setenv("PATH", "") // no nvidia-smi
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", t.TempDir())
	_, err := fitting(t.Context(), io.Discard)
	if err == nil || !strings.Contains(err.Error(), "no such host") || !strings.Contains(err.Error(), "-plugin FILE") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v, want one line with the remedy", err)
	}
	if _, err := os.Stat(filepath.Join(home, ".local/lib/go-xla")); err == nil {
		t.Error("the folder of plugins is there after a failed download")
	}

	// What was there before stays.
	other := filepath.Join(home, ".local/lib/go-xla/pjrt_c_api_other_plugin.so")
	if err := os.MkdirAll(filepath.Dir(other), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, []byte("other"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := fitting(t.Context(), io.Discard); err == nil || contents(t, other) != "other" {
		t.Errorf("%v, want an error, and another plugin kept", err)
	}

	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := fitting(canceled, io.Discard); err == nil {
		t.Error("an interrupted download is no error")
	}
}
