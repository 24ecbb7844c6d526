package xla

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// script returns the shell script that has programs load the plugin. What the user
// sets in the environment wins where only one of both can be.
func script(plugin string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Has the programs of this checkout compute through XLA. The kernel reads it; in a
# shell, read it yourself: . .kernel/xla/env.sh
# Written by "go run ./kernelsetup install -xla"; "go run ./kernelsetup install"
# removes it.
export PJRT_PLUGIN=%s
export GOMLX_BACKEND="${GOMLX_BACKEND:-xla:$PJRT_PLUGIN}"
export GOFLAGS="-tags=xla${GOFLAGS:+ $GOFLAGS}" CGO_ENABLED=1
export GOMLX_NO_AUTO_INSTALL=1 # never download a plugin
`, quote(plugin))
	nvidia := NVIDIA(plugin)
	if nvidia == "" {
		return b.String()
	}
	libraries, _ := filepath.Glob(filepath.Join(nvidia, "*", "lib")) // the pattern is well-formed
	fmt.Fprintf(&b, `# NVIDIA's libraries and compiler, which the plugin loads, and the same bytes from
# the same program on the same chip.
export LD_LIBRARY_PATH=%s"${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export PATH=%s/bin:"$PATH"
export XLA_FLAGS="--xla_gpu_deterministic_ops=true "%s"${XLA_FLAGS:+ $XLA_FLAGS}"
export GOPJRT_CUDA_CHECKS=0 # go-xla looks for them in another folder, and warns
`, quote(strings.Join(libraries, ":")), quote(toolkit(nvidia)), quote("--xla_gpu_cuda_data_dir="+toolkit(nvidia)))
	return b.String()
}

// NVIDIA returns the folder of NVIDIA's libraries that came with a plugin, from
// go-xla's installer or in JAX's wheels: the plugin's own folder, or one named
// nvidia above it. It is "" where there is none, as for the processor's plugin.
func NVIDIA(plugin string) string {
	folder := filepath.Dir(plugin)
	for _, nvidia := range []string{folder, filepath.Join(folder, "../nvidia"), filepath.Join(folder, "../../nvidia")} {
		if toolkit(nvidia) != "" {
			return nvidia
		}
	}
	return ""
}

// toolkit returns the folder with ptxas and libdevice: of CUDA 13, or of CUDA 12.
func toolkit(nvidia string) string {
	for _, name := range []string{"cu13", "cuda_nvcc"} {
		path := filepath.Join(nvidia, name)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path
		}
	}
	return ""
}

// quote quotes s for a POSIX shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
