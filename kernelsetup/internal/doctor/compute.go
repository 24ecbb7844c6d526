package doctor

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sys/cpu"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/xla"
	"nesybook/nesy/backend"
)

const installXLA = "go run ./kernelsetup install -xla"

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

// cells says what computes in cells, and why. A plugin that they are to load is
// tried.
func cells(ctx context.Context, root checkout.Root) Finding {
	choice := backend.Choose()
	_, err := os.Stat(root.XLA())
	throughXLA := err == nil
	_, err = backend.Resolve(choice.Configuration)
	switch {
	case err != nil:
		return missing("backend", choice.String()+": "+err.Error(), "correct it, or unset "+backend.Variable)
	case throughXLA && choice.Configuration == backend.Go:
		devices, err := xla.Try(ctx, root)
		if err != nil {
			return missing("backend", "cells compute through XLA, which fails: "+err.Error(), installXLA+", or back to Go with "+install)
		}
		return ok("backend", "cells compute through XLA: %s", devices)
	case strings.HasPrefix(choice.Configuration, "xla") && !throughXLA && !strings.Contains(os.Getenv("GOFLAGS"), "xla"):
		return missing("backend", choice.String()+", and cells are built without XLA", installXLA+", or unset "+backend.Variable)
	}
	return ok("backend", "%v", choice)
}

// plugins finds the PJRT plugins where go-xla looks for them, one finding for each.
func plugins() []Finding {
	found := backend.Plugins()
	if len(found) == 0 {
		return []Finding{missing("plugin", "no PJRT plugin where go-xla looks (XLA needs one, Go none)",
			installXLA+" downloads one, or takes one that is on disk with -plugin FILE")}
	}
	var findings []Finding
	for _, p := range found {
		name := "plugin " + p.Name
		if err := backend.CheckPlugin(p.Path); err != nil {
			findings = append(findings, missing(name, err.Error(), "remove that file, then "+installXLA))
			continue
		}
		detail := p.Path
		if nvidia := xla.NVIDIA(p.Path); nvidia != "" {
			detail += ", NVIDIA's libraries in " + nvidia
		} else if strings.HasPrefix(p.Name, "cuda") {
			detail += ", which takes NVIDIA's libraries from LD_LIBRARY_PATH"
		}
		findings = append(findings, ok(name, "%s", detail))
	}
	return findings
}

// compiler finds the C compiler, which links XLA.
func compiler(ctx context.Context) Finding {
	out, err := exec.CommandContext(ctx, "gcc", "--version").Output()
	if err != nil {
		return missing("gcc", "no C compiler (XLA needs one, Go none)", "apt-get install gcc libc6-dev")
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return ok("gcc", "%s", first)
}

// gpus finds NVIDIA's GPUs and whether their driver is new enough for XLA's plugin.
func gpus(ctx context.Context) Finding {
	found := xla.GPUs(ctx)
	if len(found) == 0 {
		if devices, _ := filepath.Glob("/dev/nvidia[0-9]*"); len(devices) > 0 {
			return missing("gpu", strings.Join(devices, ", ")+" without a working nvidia-smi", "install or repair NVIDIA's driver")
		}
		return missing("gpu", "no NVIDIA GPU (Go needs none)", "only for the largest profiles; see environment/cuda.md")
	}
	var names []string
	for _, g := range found {
		names = append(names, g.Name+" with "+g.Memory)
	}
	driver, list := found[0].Driver, strings.Join(names, ", ")
	if found[0].CUDA() == 0 {
		return missing("gpu", fmt.Sprintf("%s, driver %s: too old for CUDA 12", list, driver), "install NVIDIA's driver 525 or newer, better 580")
	}
	return ok("gpu", "%s, driver %s for CUDA %d", list, driver, found[0].CUDA())
}
