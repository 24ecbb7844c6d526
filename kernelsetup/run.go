package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/jupyter"
	"nesybook/kernelsetup/internal/toolchain"
)

// settings are the flags that run and check share.
type settings struct {
	profile string
	only    string
	timeout time.Duration
	set     pairs
}

func (s *settings) register(flags *flag.FlagSet) {
	profile := os.Getenv("NESY_PROFILE")
	if profile == "" {
		profile = "quick"
	}
	flags.StringVar(&s.profile, "profile", profile, "`profile` that the notebooks run, as $NESY_PROFILE")
	flags.StringVar(&s.only, "only", "", "run these `notebooks` alone: names or numbers with commas between, as in 03,05")
	flags.DurationVar(&s.timeout, "timeout", 0, "limit of each `cell`, as in 90s or 2h (default 10m for quick, 12h for other profiles)")
	flags.Var(&s.set, "set", "override one `key=value` of the profile; may be repeated")
}

// limit returns the limit of a cell.
func (s *settings) limit() (time.Duration, error) {
	switch {
	case s.timeout < 0:
		return 0, usageError{fmt.Errorf("-timeout %v is negative", s.timeout)}
	case s.timeout > 0:
		return s.timeout, nil
	case s.profile == "quick":
		return 10 * time.Minute, nil
	}
	return 12 * time.Hour, nil
}

// pairs is the value of a flag key=value that may be repeated.
type pairs []string

func (p *pairs) String() string { return strings.Join(*p, " ") }

func (p *pairs) Set(s string) error {
	if key, _, ok := strings.Cut(s, "="); !ok || key == "" || strings.Contains(s, "\n") {
		return errors.New("want key=value")
	}
	*p = append(*p, s)
	return nil
}

// notebooks returns the chosen notebooks of the checkout.
func (s *settings) notebooks(root checkout.Root) ([]string, error) {
	all, err := root.List()
	if err != nil {
		return nil, err
	}
	var selectors []string
	for name := range strings.SplitSeq(s.only, ",") {
		if name = strings.TrimSuffix(strings.TrimSpace(name), ".ipynb"); name != "" {
			selectors = append(selectors, name)
		}
	}
	chosen, err := checkout.Select(all, selectors)
	if err != nil {
		return nil, usageError{err}
	}
	return chosen, nil
}

// environment returns the environment of the kernel: this program's with what
// the flags say. Paths in it become absolute, for cells run in another folder.
func (s *settings) environment() ([]string, error) {
	env := append(os.Environ(), "NESY_PROFILE="+s.profile)
	for _, name := range []string{"NESY_DATA", "NESY_RUNS"} {
		if path := os.Getenv(name); path != "" {
			abs, err := filepath.Abs(path)
			if err != nil {
				return nil, err
			}
			env = append(env, name+"="+abs)
		}
	}
	if len(s.set) > 0 {
		set := strings.Join(s.set, "\n")
		if old := os.Getenv("NESY_SET"); old != "" {
			set = old + "\n" + set // the later wins
		}
		env = append(env, "NESY_SET="+set)
	}
	return env, nil
}

// run executes notebooks and writes their outputs.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := newFlags("run", `Executes the notebooks in order, each on a kernel of its own, and writes their
outputs into them. Stops at the first cell that fails, shows it, and leaves what
was executed beside the notebook as NAME.failed.ipynb.`, stderr)
	var s settings
	s.register(flags)
	out := flags.String("out", "", "write the executed notebooks to this `folder` and leave the originals as they are")
	if err := parse(flags, args); err != nil {
		return err
	}
	target := ""
	if *out != "" {
		var err error
		if target, err = filepath.Abs(*out); err != nil {
			return err
		}
	}
	su, paths, err := s.suite(ctx, target, stdout, stderr)
	if err != nil {
		return err
	}
	results, err := su.run(ctx, paths)
	if err != nil {
		return err
	}
	return report(ctx, results, stdout, stderr)
}

// suite builds what the settings need and returns the notebooks to run and what
// runs them. They are written to target, in place where it is empty.
func (s *settings) suite(ctx context.Context, target string, stdout, stderr io.Writer) (*suite, []string, error) {
	limit, err := s.limit()
	if err != nil {
		return nil, nil, err
	}
	root, err := checkout.Find(".")
	if err != nil {
		return nil, nil, err
	}
	paths, err := s.notebooks(root)
	if err != nil {
		return nil, nil, err
	}
	env, err := s.environment()
	if err != nil {
		return nil, nil, err
	}
	g, err := toolchain.FindGo(ctx, root)
	if err != nil {
		return nil, nil, err
	}
	if err := build(ctx, root, g, stdout, stderr); err != nil {
		return nil, nil, err
	}
	if _, err := os.Stat(root.XLA()); err == nil {
		fmt.Fprintln(stdout, "cells compute through XLA; go run ./kernelsetup install goes back to Go")
	}
	if target == "" {
		target = root.Notebooks()
	}
	return &suite{
		kernel:   jupyter.Command{Args: []string{root.Launcher(), "{connection_file}"}, Env: env},
		target:   target,
		timeout:  limit,
		progress: newProgress(stdout),
	}, paths, nil
}

// report prints the table of results and, for the notebook that failed, why.
func report(ctx context.Context, results []result, stdout, stderr io.Writer) error {
	printTable(stdout, results)
	for _, r := range results {
		if r.err == nil {
			continue
		}
		if ctx.Err() != nil {
			fmt.Fprintf(stderr, "kernelsetup: interrupted in %s\n", r.path)
		} else {
			fmt.Fprintf(stderr, "\nkernelsetup: %s: %s", r.path, r.report())
		}
		if r.written != "" {
			fmt.Fprintf(stderr, "what was executed is in %s\n", r.written)
		}
		return errReported
	}
	return nil
}
