package toolchain

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/nesy/atomicfile"
)

// linkFlags leave the symbol table and debug information out of the programs that
// cells are linked to: it saves a quarter of the time and panics still name
// their lines.
const linkFlags = "-ldflags=-s"

// experiments are the Go experiments that cells are compiled with. Without simd
// the pure-Go backend is twenty times slower.
const experiments = "simd"

// launcher returns the script that starts the kernel. Jupyter and kernelsetup
// both start the kernel by it alone, so that a notebook runs the same in either.
func launcher(root checkout.Root, g Go) string {
	return fmt.Sprintf(`#!/bin/sh
# Starts the Go kernel of this checkout of nesybook for one notebook:
#	nesybook-kernel connection_file
# Written by "go run ./kernelsetup install"; run it again after moving the
# checkout or changing Go.
set -eu
root=%[1]s
go=%[2]s
for program in "$go/go" "$root/.kernel/bin/gonb" "$root/.kernel/bin/goimports"; do
	if ! [ -x "$program" ]; then
		echo "nesybook-kernel: $program is missing: in $root, run go run ./kernelsetup install" >&2
		exit 1
	fi
done
if [ -f "$root/.kernel/xla/env.sh" ]; then . "$root/.kernel/xla/env.sh"; fi # cells compute through XLA
export PATH="$root/.kernel/bin:$go:$PATH"
export GOTOOLCHAIN=local GOPROXY=off GOSUMDB=off # cells never download anything
export GOEXPERIMENT="%[3]s${GOEXPERIMENT:+,$GOEXPERIMENT}"
export GOFLAGS="%[4]s${GOFLAGS:+ $GOFLAGS}"
export NESY_PROFILE="${NESY_PROFILE:-quick}"
unset GOWORK GO111MODULE # the kernel makes a go.work of its own
exec "$root/.kernel/bin/gonb" --kernel "$1" --go_work="$root" --raw_error
`, quote(root.Dir()), quote(filepath.Join(g.Root, "bin")), experiments, linkFlags)
}

// writeLauncher writes the launcher where there is none or another.
func writeLauncher(root checkout.Root, g Go) error {
	if HasLauncher(root, g) {
		return nil
	}
	err := atomicfile.Write(root.Launcher(), func(w io.Writer) error {
		_, err := io.WriteString(w, launcher(root, g))
		return err
	})
	if err != nil {
		return err
	}
	return os.Chmod(root.Launcher(), 0o755)
}

// HasLauncher reports whether the launcher is there as it should be for this
// checkout and this Go.
func HasLauncher(root checkout.Root, g Go) bool {
	script, err := os.ReadFile(root.Launcher())
	return err == nil && string(script) == launcher(root, g)
}

// quote quotes s for a POSIX shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
