package xla

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// touch makes files, and the folders above them.
func touch(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// sourced returns the environment after a shell has read the script, as the kernel
// does: unset variables and failures end it.
func sourced(t *testing.T, script string, env ...string) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "env.sh")
	if err := os.WriteFile(path, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", "-c", `set -eu; . "$0"; env`, path)
	cmd.Env = append([]string{"PATH=/usr/bin:/bin"}, env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.Split(string(out), "\n")
}

func TestEnvironment(t *testing.T) {
	home := filepath.Join(t.TempDir(), `it's $HOME`)
	installed := filepath.Join(home, "go-xla/nvidia/pjrt_c_api_cuda_plugin.so")
	touch(t, installed, home+"/go-xla/nvidia/cu13/lib/libcublas.so.13", home+"/go-xla/nvidia/cudnn/lib/libcudnn.so.9")
	wheels := filepath.Join(home, "site-packages/jax_plugins/xla_cuda12/xla_cuda_plugin.so")
	touch(t, wheels, home+"/site-packages/nvidia/cuda_nvcc/bin/ptxas", home+"/site-packages/nvidia/cublas/lib/libcublas.so.12")
	cpu := filepath.Join(home, "cpu/pjrt_c_api_cpu_plugin.so")
	touch(t, cpu)
	for _, test := range []struct {
		plugin string
		env    []string
		want   []string
	}{
		{installed, nil, []string{
			"PJRT_PLUGIN=" + installed, "GOMLX_BACKEND=xla:" + installed, "GOFLAGS=-tags=xla", "CGO_ENABLED=1", "GOMLX_NO_AUTO_INSTALL=1",
			"LD_LIBRARY_PATH=" + home + "/go-xla/nvidia/cu13/lib:" + home + "/go-xla/nvidia/cudnn/lib",
			"PATH=" + home + "/go-xla/nvidia/cu13/bin:/usr/bin:/bin",
			"XLA_FLAGS=--xla_gpu_deterministic_ops=true --xla_gpu_cuda_data_dir=" + home + "/go-xla/nvidia/cu13",
		}},
		{wheels, []string{"LD_LIBRARY_PATH=/l", "XLA_FLAGS=--x", "GOFLAGS=-race", "GOMLX_BACKEND=go"}, []string{
			"GOMLX_BACKEND=go", "GOFLAGS=-tags=xla -race", "LD_LIBRARY_PATH=" + home + "/site-packages/nvidia/cublas/lib:/l",
			"XLA_FLAGS=--xla_gpu_deterministic_ops=true --xla_gpu_cuda_data_dir=" + home + "/site-packages/nvidia/cuda_nvcc --x",
		}},
		{cpu, nil, []string{"GOMLX_BACKEND=xla:" + cpu, "PATH=/usr/bin:/bin"}},
	} {
		got := sourced(t, script(test.plugin), test.env...)
		for _, want := range test.want {
			if !slices.Contains(got, want) {
				t.Errorf("%s with %q lacks %q:\n%s", test.plugin, test.env, want, strings.Join(got, "\n"))
			}
		}
	}
	for _, entry := range sourced(t, script(cpu)) {
		if strings.HasPrefix(entry, "XLA_FLAGS") || strings.HasPrefix(entry, "LD_LIBRARY_PATH") {
			t.Errorf("the processor's plugin gets %q", entry)
		}
	}
}
