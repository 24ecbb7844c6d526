package toolchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"nesybook/kernelsetup/internal/checkout"
)

// tools are the programs that the kernel needs, all of them tool lines of go.mod.
var tools = []string{"github.com/janpfeifer/gonb", "golang.org/x/tools/cmd/goimports"}

// Build builds the tools into root.Bin(), downloading their source where it is
// not yet there, and writes the launcher. What is up to date is left as it is.
func Build(ctx context.Context, root checkout.Root, g Go) error {
	if strings.ContainsAny(root.Dir(), ",\n") {
		return fmt.Errorf("the kernel cannot work in a folder with a comma in its name (%s): move the checkout", root.Dir())
	}
	if err := os.MkdirAll(root.Bin(), 0o755); err != nil {
		return fmt.Errorf("making the folder for the kernel: %w", err)
	}
	args := append([]string{"build", "-o", root.Bin() + string(os.PathSeparator)}, tools...)
	if err := goCommand(ctx, g, root.Dir(), nil, args...); err != nil {
		return fmt.Errorf("building the kernel: %w", err)
	}
	return writeLauncher(root, g)
}

// BuildXLA builds a program of the module, linked with XLA, as the file path.
func BuildXLA(ctx context.Context, root checkout.Root, g Go, path, program string) error {
	// Without CGO_ENABLED, a go command that finds no C compiler leaves C out and
	// says that files are missing.
	return goCommand(ctx, g, root.Dir(), []string{"CGO_ENABLED=1"}, "build", "-tags=xla", "-o", path, program)
}

// goCommand runs the go command in dir. The error is the first line of what it
// printed, with a remedy where the reason is known.
func goCommand(ctx context.Context, g Go, dir string, env []string, args ...string) error {
	cmd := exec.CommandContext(ctx, g.Command(), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	said := strings.TrimSpace(out.String())
	first := "go " + args[0] + ": " + err.Error()
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "go: downloading") && !strings.HasPrefix(line, "# ") {
			first = line
			break
		}
	}
	switch {
	case strings.Contains(said, "dial tcp"), strings.Contains(said, "module lookup disabled"):
		return errors.New(first + "; modules are missing: run this once with network, or set GOPROXY to a proxy that can be reached")
	case strings.Contains(said, "C compiler"), strings.Contains(said, ".h: No such file"):
		return errors.New(first + "; XLA is linked by a C compiler: apt-get install gcc libc6-dev")
	case strings.Contains(said, "no space left"):
		return errors.New(first + "; free some space, or point GOCACHE and TMPDIR to another disk")
	case strings.Contains(said, "read-only file system"), strings.Contains(said, "permission denied"):
		return errors.New(first + "; point GOCACHE and TMPDIR to folders that can be written")
	}
	return errors.New(first)
}
