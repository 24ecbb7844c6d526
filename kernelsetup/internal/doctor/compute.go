package doctor

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/cpu"
)

// processor says whether the processor has the vector instructions that the Go
// backend uses. Cells are always compiled to use them.
func processor() Finding {
	const cells = "cells are compiled with GOEXPERIMENT=simd"
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL:
		return ok("simd", "AVX-512; %s; %d processors", cells, runtime.NumCPU())
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		return ok("simd", "AVX2; %s; %d processors", cells, runtime.NumCPU())
	}
	return missing("simd", fmt.Sprintf("%s processor without AVX2: matrix products take about twenty times as long", runtime.GOARCH),
		"nothing to install; a processor with AVX2 or AVX-512, or a GPU through XLA, is faster")
}

// goBackend is linked into every cell.
func goBackend() Finding { return ok("backend go", "in every cell, nothing to install") }

// xlaBackend finds the plugins that XLA can load, where go-xla looks for them.
func xlaBackend(getenv func(string) string) Finding {
	if backend := getenv("GOMLX_BACKEND"); strings.HasPrefix(backend, "xla:/") {
		path, _, _ := strings.Cut(strings.TrimPrefix(backend, "xla:"), ",")
		if _, err := os.Stat(path); err != nil {
			return missing("backend xla", "GOMLX_BACKEND names "+path+", which is not there", "correct the path, or unset GOMLX_BACKEND to use the Go backend")
		}
		return ok("backend xla", "GOMLX_BACKEND names %s; cells need GOFLAGS=-tags=xla", path)
	}
	plugins := pjrtPlugins(pluginFolders(getenv))
	if len(plugins) == 0 {
		return missing("backend xla", "no PJRT plugin found (only for GPUs)", "install a plugin and name it in GOMLX_BACKEND; the folder environment tells how")
	}
	return ok("backend xla", "%s; to use it: GOFLAGS=-tags=xla GOMLX_BACKEND=xla:%s", strings.Join(plugins, ", "), plugins[0])
}

// pluginFolders returns the folders in which go-xla looks for plugins.
func pluginFolders(getenv func(string) string) []string {
	if path := getenv("PJRT_PLUGIN_LIBRARY_PATH"); path != "" {
		return filepath.SplitList(path) // alone
	}
	var folders []string
	if home := getenv("HOME"); home != "" {
		folders = append(folders, filepath.Join(home, ".local/lib/go-xla"), filepath.Join(home, ".local/lib/go-xla/nvidia"))
	}
	folders = append(folders, "/usr/local/lib/go-xla", "/usr/local/lib/go-xla/nvidia")
	return append(folders, filepath.SplitList(getenv("LD_LIBRARY_PATH"))...)
}

// pjrtPlugins returns the plugins in the folders, sorted.
func pjrtPlugins(folders []string) []string {
	var found []string
	for _, folder := range folders {
		for _, pattern := range []string{"pjrt_c_api_*_plugin.so", "pjrt_plugin_*.so", "pjrt-plugin-*.so"} {
			paths, _ := filepath.Glob(filepath.Join(folder, pattern)) // the patterns are well-formed
			found = append(found, paths...)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// gpu finds an NVIDIA GPU and its driver.
func gpu(ctx context.Context) Finding {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "nvidia-smi", "--query-gpu=name,memory.total,driver_version", "--format=csv,noheader").Output()
	if cards := strings.TrimSpace(string(out)); err == nil && cards != "" {
		return ok("gpu", "%s", strings.ReplaceAll(cards, "\n", "; "))
	}
	if devices, _ := filepath.Glob("/dev/nvidia[0-9]*"); len(devices) > 0 {
		return missing("gpu", strings.Join(devices, ", ")+" without a working nvidia-smi", "install or repair NVIDIA's driver")
	}
	return missing("gpu", "no NVIDIA GPU (the Go backend needs none)", "only for the largest profiles; the folder environment tells how")
}
