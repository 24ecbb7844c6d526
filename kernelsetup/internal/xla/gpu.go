package xla

import (
	"context"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// GPU is an NVIDIA GPU as nvidia-smi describes it.
type GPU struct {
	Name   string // "NVIDIA A100-SXM4-80GB"
	Memory string // "81920 MiB"
	Driver string // "580.65.06", of the machine
}

// GPUs returns the GPUs that nvidia-smi lists: none where there is none, no driver
// or no nvidia-smi.
func GPUs(ctx context.Context) []GPU {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "nvidia-smi", "--query-gpu=name,memory.total,driver_version", "--format=csv,noheader").Output()
	if err != nil {
		return nil
	}
	var gpus []GPU
	for line := range strings.Lines(string(out)) {
		if fields := strings.Split(strings.TrimSpace(line), ", "); len(fields) == 3 {
			gpus = append(gpus, GPU{fields[0], fields[1], fields[2]})
		}
	}
	return gpus
}

// CUDA returns the newest version of CUDA that the driver runs and JAX's wheels are
// made for, or 0: CUDA 13 asks for driver 580, CUDA 12 for 525.
// https://docs.nvidia.com/deploy/cuda-compatibility/
func (g GPU) CUDA() int {
	major, _, _ := strings.Cut(g.Driver, ".")
	switch driver, _ := strconv.Atoi(major); {
	case driver >= 580:
		return 13
	case driver >= 525:
		return 12
	}
	return 0
}
