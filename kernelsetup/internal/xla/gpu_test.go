package xla

import (
	"os"
	"path/filepath"
	"testing"
)

// smi puts a stand-in for nvidia-smi alone on PATH.
func smi(t *testing.T, body string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "nvidia-smi"), []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
}

func TestGPUs(t *testing.T) {
	smi(t, "echo 'NVIDIA A100-SXM4-80GB, 81920 MiB, 580.65.06'; echo 'Tesla T4, 15360 MiB, 580.65.06'")
	got := GPUs(t.Context())
	if len(got) != 2 || got[0] != (GPU{"NVIDIA A100-SXM4-80GB", "81920 MiB", "580.65.06"}) || got[1].Name != "Tesla T4" {
		t.Errorf("got %+v", got)
	}
	smi(t, "echo 'NVIDIA-SMI has failed because it could not communicate with the driver'; exit 9")
	if got := GPUs(t.Context()); len(got) > 0 {
		t.Errorf("without a driver: %+v", got)
	}
	t.Setenv("PATH", t.TempDir())
	if got := GPUs(t.Context()); len(got) > 0 {
		t.Errorf("without nvidia-smi: %+v", got)
	}
}

func TestCUDAOfADriver(t *testing.T) {
	for driver, want := range map[string]int{"595.10": 13, "580.65.06": 13, "575.57.08": 12, "525.60": 12, "470.223.02": 0, "[N/A]": 0, "": 0} {
		if got := (GPU{Driver: driver}).CUDA(); got != want {
			t.Errorf("driver %q runs CUDA %d, want %d", driver, got, want)
		}
	}
}
