package toolchain

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"nesybook/kernelsetup/internal/checkout"
)

// library are the packages that cells import.
var library = []string{"./nesy/...", "./figures/...", "github.com/janpfeifer/gonb/gonbui"}

// Prepare downloads the modules that cells need, as they run without network, and
// compiles the library as they will, so that the first of them does not wait for
// it. A package that does not compile is an error here, and of no matter to cells
// that do not import it.
func Prepare(ctx context.Context, root checkout.Root, g Go) error {
	if err := rehearse(ctx, root, g); err != nil {
		return fmt.Errorf("downloading modules: %w", err)
	}
	args := append([]string{"build"}, library...)
	if err := goCommand(ctx, g, root.Dir(), cellEnvironment(root, os.Getenv), args...); err != nil {
		return fmt.Errorf("compiling the library: %w", err)
	}
	return nil
}

// rehearse has the go command resolve the imports of a cell as it does for GoNB,
// which puts cells into a module of their own in a workspace with ours. This
// reads go.mod files that our module alone does not need.
func rehearse(ctx context.Context, root checkout.Root, g Go) error {
	dir, err := os.MkdirTemp("", "nesybook-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, content := range map[string]string{
		"go.mod":  "module cell\n\nreplace nesybook => " + strconv.Quote(root.Dir()) + "\n",
		"cell.go": "package cell\n\nimport _ \"nesybook/nesy/backend\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	for _, args := range [][]string{{"work", "init"}, {"work", "use", ".", root.Dir()}, {"get"}} {
		if err := goCommand(ctx, g, dir, []string{"GOWORK="}, args...); err != nil {
			return err
		}
	}
	return nil
}

// cellEnvironment returns how the environment of cells differs from that of this
// program in what decides how packages are compiled. What the user sets comes
// after and so wins. The launcher does the same, with the script root.XLA().
func cellEnvironment(root checkout.Root, getenv func(string) string) []string {
	join := func(ours, theirs, separator string) string {
		if theirs == "" {
			return ours
		}
		return ours + separator + theirs
	}
	flags := linkFlags
	var c []string
	if _, err := os.Stat(root.XLA()); err == nil {
		flags += " -tags=xla"
		c = []string{"CGO_ENABLED=1"}
	}
	return append(c,
		"GOEXPERIMENT="+join(experiments, getenv("GOEXPERIMENT"), ","),
		"GOFLAGS="+join(flags, getenv("GOFLAGS"), " "),
	)
}
