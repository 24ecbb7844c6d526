// Command kernelsetup makes the notebooks run, with nothing but Go: it builds the
// pinned Go kernel, installs it for Jupyter, executes the notebooks and checks
// them.
//
//	go run ./kernelsetup            build and install the kernel, run every notebook
//	go run ./kernelsetup help       the commands and their flags
//
// It exits with 0 where all is well, 1 where a cell failed or an output differs,
// and 2 where it was called wrongly.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

const usage = `usage: go run ./kernelsetup [command] [flags]

Without a command: build the pinned kernel, install it, run every notebook with
the profile quick and print a table.

commands
  install   build the kernel and install it for Jupyter, JupyterLab and VS Code;
            with -xla, to compute on a GPU
  run       execute notebooks and write their outputs
  check     execute notebooks again and compare with the outputs they hold
  doctor    say what is there and what is missing, each with its remedy
  clean     remove what install built, and what failed runs left
  help      print this

"go run ./kernelsetup COMMAND -h" describes the flags of a command.
Exit codes: 0 all well, 1 a cell failed or an output differs, 2 wrong usage.
`

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// errReported is the error of a command that has already said what went wrong.
var errReported = errors.New("already reported")

// usageError is a mistake in how the program was called.
type usageError struct{ error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	watchGoRun(ctx, stop)
	os.Exit(kernelsetup(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// endings are the signals that end a run: those among the usual ones that the
// program was not told to ignore, as nohup does.
func endings() (signals []os.Signal) {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	return signals
}

// watchGoRun calls stop when the "go run" that started this program is gone: it
// passes on no signal but Ctrl-C's.
func watchGoRun(ctx context.Context, stop func()) {
	path, err := os.Executable()
	if err != nil || !strings.Contains(path, "go-build") {
		return
	}
	parent := os.Getppid()
	go func() {
		for ctx.Err() == nil && os.Getppid() == parent {
			time.Sleep(250 * time.Millisecond)
		}
		stop()
	}()
}

// kernelsetup runs the command in args and returns the exit code.
func kernelsetup(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	err := command(ctx, args, stdout, stderr)
	switch wrong := (usageError{}); {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.Is(err, errReported):
		return exitFailed
	case errors.As(err, &wrong):
		fmt.Fprintf(stderr, "kernelsetup: %v\n", err)
		return exitUsage
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "kernelsetup: interrupted")
		return exitFailed
	default:
		fmt.Fprintf(stderr, "kernelsetup: %v\n", err)
		return exitFailed
	}
}

func command(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		if err := install(ctx, nil, stdout, stderr); err != nil {
			return err
		}
		return run(ctx, nil, stdout, stderr)
	}
	name, args := args[0], args[1:]
	switch name {
	case "install":
		return install(ctx, args, stdout, stderr)
	case "run":
		return run(ctx, args, stdout, stderr)
	case "check":
		return check(ctx, args, stdout, stderr)
	case "doctor":
		return diagnose(ctx, args, stdout, stderr)
	case "clean":
		return clean(args, stdout, stderr)
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, usage)
		return nil
	}
	if strings.HasPrefix(name, "-") {
		return usageError{fmt.Errorf("flag %s needs a command before it, such as run; see go run ./kernelsetup help", name)}
	}
	return usageError{fmt.Errorf("unknown command %q; see go run ./kernelsetup help", name)}
}

// newFlags returns the flag set of a command, which describes itself by about.
func newFlags(name, about string, stderr io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: go run ./kernelsetup %s [flags]\n\n%s\n\n", name, about)
		flags.PrintDefaults()
	}
	return flags
}

// parse parses the arguments of a command that takes flags alone.
func parse(flags *flag.FlagSet, args []string) error {
	usage, output := flags.Usage, flags.Output()
	flags.Usage = func() {} // on a mistake, one line is enough
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	flags.SetOutput(output)
	switch {
	case errors.Is(err, flag.ErrHelp):
		usage()
		return err
	case err != nil:
		return usageError{fmt.Errorf("%w; see go run ./kernelsetup %s -h", err, flags.Name())}
	case flags.NArg() > 0:
		return usageError{fmt.Errorf("%s takes no argument %q; see go run ./kernelsetup %[1]s -h", flags.Name(), flags.Arg(0))}
	}
	return nil
}
