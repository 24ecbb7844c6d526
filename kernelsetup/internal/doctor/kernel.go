package doctor

import (
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/kernelspec"
	"nesybook/kernelsetup/internal/toolchain"
)

const install = "go run ./kernelsetup install"

// golang finds the go command, and the launcher that starts the kernel with it.
func golang(ctx context.Context, root checkout.Root) []Finding {
	g, err := toolchain.FindGo(ctx, root)
	if err != nil {
		return []Finding{missing("go", err.Error(), "https://go.dev/dl").required()}
	}
	findings := []Finding{ok("go", "%s in %s", g.Version, g.Root).required()}
	if !toolchain.HasLauncher(root, g) {
		return append(findings, missing("launcher", root.Launcher()+" is not there, or made for another folder or Go", install).required())
	}
	return append(findings, ok("launcher", "%s", root.Launcher()).required())
}

// program finds a program of the kernel, built from the version of its module
// that go.mod pins.
func program(ctx context.Context, root checkout.Root, name, module string) Finding {
	path := filepath.Join(root.Bin(), name)
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return missing(name, "not built in "+root.Bin(), install)
	}
	have := info.Main.Version
	if want := pinned(ctx, root, module); want != "" && want != have {
		return missing(name, fmt.Sprintf("%s is of version %s, go.mod pins %s", path, have, want), install)
	}
	return ok(name, "%s, built with %s", have, info.GoVersion)
}

// pinned returns the version of a module that go.mod asks for, "" if unknown.
func pinned(ctx context.Context, root checkout.Root, module string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Version}}", module)
	cmd.Dir = root.Dir()
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// jupyter finds a program to open notebooks with. Executing them needs none.
func jupyter(ctx context.Context) Finding {
	for _, name := range []string{"jupyter-lab", "jupyter-notebook", "jupyter", "code"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		version, err := exec.CommandContext(ctx, path, "--version").Output()
		if err != nil {
			return missing("jupyter", path+" does not start", "repair that installation")
		}
		first, _, _ := strings.Cut(strings.TrimSpace(string(version)), "\n")
		return ok("jupyter", "%s %s", path, first)
	}
	return missing("jupyter", "no Jupyter or VS Code on PATH, to open notebooks with",
		"apt-get install jupyter-notebook, or pip install jupyterlab, or VS Code with its Jupyter extension")
}

// kernelInJupyter finds the kernel's entry in Jupyter.
func kernelInJupyter(root checkout.Root) Finding {
	path, err := kernelspec.Launcher()
	switch {
	case errors.Is(err, kernelspec.ErrMissing):
		return missing("kernelspec", err.Error(), install)
	case err != nil:
		return missing("kernelspec", err.Error(), install)
	case path != root.Launcher():
		return missing("kernelspec", "Jupyter starts the kernel of another checkout, "+path, install)
	}
	if _, err := os.Stat(path); err != nil {
		return missing("kernelspec", "Jupyter starts "+path+", which is gone", install)
	}
	dir, err := kernelspec.Dir()
	if err != nil {
		return missing("kernelspec", err.Error(), install)
	}
	return ok("kernelspec", "%s", dir)
}
