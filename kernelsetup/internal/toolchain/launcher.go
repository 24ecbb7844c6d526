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

// cellEnvironment returns how the environment of the launcher differs from that
// of this program, for what decides how packages are compiled. What the user
// sets comes after and so wins.
func cellEnvironment(getenv func(string) string) []string {
	join := func(ours, theirs, separator string) string {
		if theirs == "" {
			return ours
		}
		return ours + separator + theirs
	}
	return []string{
		"GOEXPERIMENT=" + join(experiments, getenv("GOEXPERIMENT"), ","),
		"GOFLAGS=" + join(linkFlags, getenv("GOFLAGS"), " "),
	}
}

// writeLauncher writes the script that starts the kernel. Jupyter and kernelsetup
// both start the kernel by it alone, so that a notebook runs the same in either.
func writeLauncher(root checkout.Root, g Go) error {
	script := fmt.Sprintf(`#!/bin/sh
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
export PATH="$root/.kernel/bin:$go:$PATH"
export GOTOOLCHAIN=local GOPROXY=off # cells never download anything
export GOEXPERIMENT="%[3]s${GOEXPERIMENT:+,$GOEXPERIMENT}"
export GOFLAGS="%[4]s${GOFLAGS:+ $GOFLAGS}"
export NESY_PROFILE="${NESY_PROFILE:-quick}"
unset GOWORK GO111MODULE # the kernel makes a go.work of its own
exec "$root/.kernel/bin/gonb" --kernel "$1" --go_work="$root" --raw_error
`, quote(root.Dir()), quote(filepath.Join(g.Root, "bin")), experiments, linkFlags)
	path := root.Launcher()
	if old, err := os.ReadFile(path); err == nil && string(old) == script {
		return nil
	}
	err := atomicfile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, script)
		return err
	})
	if err != nil {
		return err
	}
	return os.Chmod(path, 0o755)
}

// quote quotes s for a POSIX shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
