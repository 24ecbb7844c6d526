package doctor

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nesybook/kernelsetup/internal/checkout"
)

func getenv(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

// file makes a file of a size without writing it.
func file(t *testing.T, size int64, elements ...string) string {
	t.Helper()
	path := filepath.Join(elements...)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(size); err != nil {
		t.Fatal(err)
	}
	return path
}

func expect(t *testing.T, f Finding, status Status, wants ...string) {
	t.Helper()
	if f.Status != status || (status == Missing) != (f.Remedy != "") {
		t.Errorf("finding %+v, want %s, with a remedy where it is missing", f, status)
	}
	for _, want := range wants {
		if !strings.Contains(f.Detail+" "+f.Remedy, want) {
			t.Errorf("finding %+v does not say %q", f, want)
		}
	}
}

func TestData(t *testing.T) {
	dir := t.TempDir()
	env := getenv("NESY_DATA", dir)
	expect(t, data(env), Missing, dir, "NESY_DATA")
	file(t, 153_700_000, dir, "cifar-100-binary", "train.bin")
	expect(t, data(env), Missing, "test.bin")
	test := file(t, 30_740_000-1, dir, "cifar-100-binary", "test.bin")
	expect(t, data(env), Missing, test, "30739999")
	file(t, 30_740_000, test)
	expect(t, data(env), OK, dir)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	expect(t, data(getenv()), Missing, "cifar-100-binary")
}

func TestWeights(t *testing.T) {
	root := checkout.Root(t.TempDir())
	expect(t, weights(root), Missing, "git checkout")
	file(t, 0, root.Dir(), "nesy/swin/weights/w.safetensors")
	expect(t, weights(root), Missing)
	file(t, 4_400_000, root.Dir(), "nesy/swin/weights/w.safetensors")
	expect(t, weights(root), OK, "w.safetensors (4.4 MB)")
}

func TestXLABackend(t *testing.T) {
	home := t.TempDir()
	expect(t, xlaBackend(getenv("HOME", home)), Missing, "environment")
	b := file(t, 1, home, ".local/lib/go-xla/nvidia/pjrt_c_api_cuda_plugin.so")
	a := file(t, 1, home, "libs/pjrt-plugin-cpu.so")
	file(t, 1, home, "libs/libother.so")
	expect(t, xlaBackend(getenv("HOME", home)), OK, b)
	env := getenv("HOME", home, "LD_LIBRARY_PATH", "/nowhere:"+filepath.Dir(a))
	if got := pjrtPlugins(pluginFolders(env)); !slices.Equal(got, []string{b, a}) {
		t.Errorf("plugins %q, want %q", got, []string{b, a})
	}
	// A path of one's own is searched alone.
	env = getenv("HOME", home, "PJRT_PLUGIN_LIBRARY_PATH", filepath.Dir(a))
	if got := pjrtPlugins(pluginFolders(env)); !slices.Equal(got, []string{a}) {
		t.Errorf("plugins %q, want %q", got, []string{a})
	}
	expect(t, xlaBackend(getenv("GOMLX_BACKEND", "xla:"+a+",tf32=false")), OK, a)
	expect(t, xlaBackend(getenv("GOMLX_BACKEND", "xla:/gone.so")), Missing, "/gone.so", "unset GOMLX_BACKEND")
}

func TestExamineEmptyCheckout(t *testing.T) {
	root := checkout.Root(t.TempDir())
	if err := os.WriteFile(filepath.Join(root.Dir(), "go.mod"), []byte("module nesybook\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	findings := Examine(t.Context(), root)
	if Healthy(findings) {
		t.Error("a checkout without a kernel is healthy")
	}
	names := map[string]bool{}
	for _, f := range findings {
		if names[f.Name] {
			t.Errorf("two findings %q", f.Name)
		}
		names[f.Name] = true
		if (f.Status == Missing) != (f.Remedy != "") {
			t.Errorf("finding %+v: a remedy belongs to what is missing", f)
		}
		for _, name := range []string{"gonb", "goimports", "launcher", "kernelspec"} {
			if f.Name == name && (f.Status != Missing || !strings.Contains(f.Remedy, "kernelsetup install")) {
				t.Errorf("finding %+v, want missing and to be installed", f)
			}
		}
	}
	for _, name := range []string{"go", "gonb", "goimports", "launcher", "simd", "backend go", "backend xla", "gpu", "jupyter", "kernelspec", "weights", "data"} {
		if !names[name] {
			t.Errorf("nothing on %q", name)
		}
	}
}

func TestHealthy(t *testing.T) {
	for _, test := range []struct {
		findings []Finding
		want     bool
	}{
		{nil, true},
		{[]Finding{ok("a", "").required(), missing("b", "", "x")}, true},
		{[]Finding{ok("a", ""), missing("b", "", "x").required()}, false},
	} {
		if got := Healthy(test.findings); got != test.want {
			t.Errorf("%+v: %v", test.findings, got)
		}
	}
}

func TestPrint(t *testing.T) {
	findings := []Finding{ok("go", "go1.26").required(), missing("gonb", "not built", "install it").required(), missing("gpu", "none", "buy one")}
	var text, list bytes.Buffer
	Print(&text, findings)
	const want = `ok      go          go1.26
missing gonb        not built
                    → install it
absent  gpu         none
                    → buy one
`
	if text.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", &text, want)
	}
	if err := PrintJSON(&list, findings); err != nil {
		t.Fatal(err)
	}
	var got []Finding
	if err := json.Unmarshal(list.Bytes(), &got); err != nil || !slices.Equal(got, findings) {
		t.Errorf("%v from\n%s", err, &list)
	}
}
