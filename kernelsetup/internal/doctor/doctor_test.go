package doctor

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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
	env := func(path string) func(string) string { return getenv("NESY_DATA", path) }
	expect(t, data(env(dir)), Missing, dir, "an empty folder", "set NESY_DATA to the folder that holds cifar-100-binary")
	expect(t, data(env(dir+"/gone")), Missing, "gone, which is not there")
	folder := filepath.Join(dir, "cifar-100-binary")
	train := file(t, 153_700_000, folder, "train.bin")
	expect(t, data(env(dir)), Missing, "no "+folder+"/test.bin")
	test := file(t, 30_740_000-1, folder, "test.bin")
	expect(t, data(env(dir)), Missing, test, "30739999")
	file(t, 30_740_000, test)
	expect(t, data(env(dir)), OK, folder)
	expect(t, data(env(folder)), OK, folder) // the folder of the records itself, as the data set reads it
	expect(t, data(env(train)), Missing, train+", a file, not the archive", "holds cifar-100-binary")

	packed := t.TempDir()
	archive := file(t, 169_001_437, packed, "cifar-100-binary.tar.gz")
	expect(t, data(env(packed)), OK, "the archive "+archive)
	expect(t, data(env(archive)), OK, "the archive "+archive)

	above := filepath.Dir(dir)
	expect(t, data(env(above)), Missing, "a folder with", "set NESY_DATA="+dir)
	file(t, 1, dir, "tiny", "train.tsv")
	expect(t, data(env(filepath.Join(dir, "tiny"))), Missing, "a folder with train.tsv", "set NESY_DATA="+dir)

	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	expect(t, data(getenv()), Missing, "not downloaded yet", "cifar-100-binary")
}

func TestWeights(t *testing.T) {
	root := checkout.Root(t.TempDir())
	expect(t, weights(root), Missing, "git checkout")
	file(t, 0, root.Dir(), "nesy/swin/weights/w.safetensors")
	expect(t, weights(root), Missing)
	file(t, 4_400_000, root.Dir(), "nesy/swin/weights/w.safetensors")
	expect(t, weights(root), OK, "w.safetensors (4.4 MB)")
}

func TestPlugins(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", dir)
	none := plugins()
	expect(t, none[0], Missing, "no PJRT plugin", "install -xla", "-plugin FILE")
	text := file(t, 1, dir, "pjrt_c_api_text_plugin.so")
	cuda := stub(t, dir, "pjrt_c_api_cuda_plugin.so")
	found := plugins()
	if len(none) != 1 || len(found) != 2 || found[0].Name != "plugin cuda" || found[1].Name != "plugin text" {
		t.Fatalf("%+v, then %+v", none, found)
	}
	expect(t, found[0], OK, cuda, "LD_LIBRARY_PATH")
	expect(t, found[1], Missing, text, "not a shared library", "remove that file")
	file(t, 1, dir, "cu13", "bin", "ptxas")
	expect(t, plugins()[0], OK, cuda, "NVIDIA's libraries in "+dir)
}

// stub compiles a library that passes for a plugin until it is loaded.
func stub(t *testing.T, dir, name string) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("no gcc on Linux to compile a stub plugin with")
	}
	so := filepath.Join(dir, name)
	cmd := exec.Command(gcc, "-shared", "-fPIC", "-o", so, "-xc", "-")
	cmd.Stdin = strings.NewReader("void *GetPjrtApi(void) { return 0; }")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return so
}

func TestCells(t *testing.T) {
	root := checkout.Root(t.TempDir())
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOMLX_BACKEND", "")
	expect(t, cells(t.Context(), root), OK, "go:parallelism=-1 (the default")
	t.Setenv("GOMLX_BACKEND", "xla:/gone.so")
	expect(t, cells(t.Context(), root), Missing, "no plugin at /gone.so", "unset GOMLX_BACKEND")
	t.Setenv("GOMLX_BACKEND", "xla:"+stub(t, t.TempDir(), "p.so"))
	expect(t, cells(t.Context(), root), Missing, "built without XLA", "install -xla")
	t.Setenv("GOFLAGS", "-tags=xla")
	expect(t, cells(t.Context(), root), OK, "p.so ($GOMLX_BACKEND is set)")

	// As install -xla leaves it, with a probe that says what it is told.
	t.Setenv("GOMLX_BACKEND", "")
	folder := filepath.Dir(root.XLA())
	probe := file(t, 0, folder, "probe")
	for _, test := range []struct {
		probe  string
		status Status
		want   []string
	}{
		{"echo 1 device", OK, []string{"cells compute through XLA: 1 device"}},
		{"echo no plugin at /p.so >&2; exit 1", Missing, []string{"which fails: no plugin at /p.so", "install -xla", "back to Go"}},
	} {
		file(t, 0, root.XLA())
		if err := os.WriteFile(probe, []byte("#!/bin/sh\n"+test.probe+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(probe, 0o755); err != nil {
			t.Fatal(err)
		}
		expect(t, cells(t.Context(), root), test.status, test.want...)
	}
}

func TestGPUs(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	for said, want := range map[string]Finding{
		"NVIDIA A100-SXM4-80GB, 81920 MiB, 580.65.06": ok("gpu", "NVIDIA A100-SXM4-80GB with 81920 MiB, driver 580.65.06 for CUDA 13"),
		"Tesla K80, 11441 MiB, 470.223.02":            missing("gpu", "Tesla K80 with 11441 MiB, driver 470.223.02: too old for CUDA 12", "install NVIDIA's driver 525 or newer, better 580"),
	} {
		if err := os.WriteFile(filepath.Join(dir, "nvidia-smi"), []byte("#!/bin/sh\necho '"+said+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if got := gpus(t.Context()); got != want {
			t.Errorf("%q: %+v, want %+v", said, got, want)
		}
	}
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
	for _, name := range []string{"go", "gonb", "goimports", "launcher", "simd", "backend", "gpu", "gcc", "jupyter", "kernelspec", "weights", "data"} {
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
	const want = `ok      go   go1.26
missing gonb not built
             → install it
absent  gpu  none
             → buy one

the quick notebooks need what is missing; what is absent is for other uses
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
