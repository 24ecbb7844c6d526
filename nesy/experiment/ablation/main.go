// Command ablation trains the paper's grid of configurations, or a shard of it,
// and writes the paper's tables with our results beside. With -study it does the
// same for a study of other settings, which has a table of its own.
//
//	go run ./nesy/experiment/ablation -profile quick
//	go run ./nesy/experiment/ablation -profile cifar100 -prepare      once, then
//	go run ./nesy/experiment/ablation -profile cifar100 -shard 3/18   in each of 18 processes
//	go run ./nesy/experiment/ablation -profile cifar100 -collect -out results/cifar100/tables
//	go run ./nesy/experiment/ablation -profile cifar100 -study sensitivity
//	go run ./nesy/experiment/ablation -profile cifar100 -study search
//
// Processes share a run folder, below $NESY_RUNS. What is finished there is not done
// again, and an interrupted training goes on from its last whole epoch.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"nesybook/nesy/consistency"
	"nesybook/nesy/experiment"
	"nesybook/nesy/model"
)

const usage = `usage: go run ./nesy/experiment/ablation [flags]

Trains the paper's grid (3 t-norms x 3 memberships x warm-up on and off, with the
base and RS-NN), skipping what is finished in the run's folder, and writes tables
of all that is finished beside the paper's: CSV, LaTeX, Markdown and HTML. The
nine pairs of thresholds need no training.

With -study sensitivity it does the same for one setting after another of NeSy, on
the test images, and with -study search for settings that are chosen among on the
validation images.

Every process must be built by the same Go with the same GOEXPERIMENT and use the
same backend, or they do not count each other's results as finished.

Exit codes: 0 all well, 1 something failed or was interrupted, 2 wrong usage.

`

// usageError is a mistake in how the program was called.
type usageError struct{ error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	err := ablation(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch wrong := (usageError{}); {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.As(err, &wrong):
		fmt.Fprintln(os.Stderr, "ablation:", err)
		os.Exit(2)
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "ablation: interrupted; the same command goes on from the last whole epoch")
		os.Exit(1)
	default:
		fmt.Fprintln(os.Stderr, "ablation:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	profile, study, shard, seeds, form, out string
	prepare, collect                        bool
	set                                     list
}

// list is the value of a flag that may be repeated.
type list []string

func (l *list) String() string { return strings.Join(*l, " ") }

func (l *list) Set(s string) error {
	*l = append(*l, s)
	return nil
}

func ablation(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	run, err := o.run(ctx)
	if err != nil {
		return err
	}
	work, err := o.work(run)
	if err != nil {
		return err
	}
	shard, err := experiment.ParseShard(o.shard)
	if err != nil {
		return usageError{err}
	}
	switch {
	case o.prepare:
		return work.Prepare(newProgress(stderr).images)
	case o.collect:
	case shard.Count > 1 && !work.Prepared():
		return fmt.Errorf("%s does not hold all features and focal sets yet: before the shards, run the same once with -prepare in place of -shard", run.Dir)
	default:
		progress := newProgress(stderr)
		if err := work.Prepare(progress.images); err != nil {
			return err
		}
		if err := work.Train(shard, progress.epochs); err != nil {
			return err
		}
	}
	return writeTables(work, run, o.out, stdout)
}

// work is the grid or a study.
type work interface {
	Prepare(experiment.Progress) error
	Prepared() bool
	Train(shard experiment.Shard, progress func(trial string, done, total int)) error
	Trainings() (finished, total int, err error)
	WriteTables(dir string) (n int, folder string, err error)
}

func (o options) work(run *experiment.Run) (w work, err error) {
	if o.study == "" {
		w, err = run.Ablation()
	} else {
		var seeds []uint64
		if o.seeds != "" {
			seeds = run.Profile.Grid.Seeds
		}
		w, err = run.Study(o.study, seeds...)
	}
	if err != nil {
		return nil, usageError{err}
	}
	return w, nil
}

func parse(args []string, stderr io.Writer) (options, error) {
	o := options{profile: os.Getenv(experiment.ProfileVariable)}
	if o.profile == "" {
		o.profile = "quick"
	}
	flags := flag.NewFlagSet("ablation", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // on a mistake, one line is enough
	flags.StringVar(&o.profile, "profile", o.profile, "`profile` whose grid it is: quick, cifar100, inat2021 or inat2021-sample")
	flags.StringVar(&o.study, "study", "", "a `study` in place of the grid: "+strings.Join(experiment.Studies(), " or "))
	flags.StringVar(&o.shard, "shard", "", "do a part of the trainings: `index/count`, the index from 0")
	flags.StringVar(&o.seeds, "seeds", "", "seeds of training, as in `42,43`, in place of the profile's; a study has one unless told")
	flags.StringVar(&o.form, "form", "", "vary the first model with this `form` of the consistency term: paper or self-normalised (default the grid's model)")
	flags.StringVar(&o.out, "out", "", "`folder` for the tables (default tables in the run's folder, with another -form tables-MODEL)")
	flags.BoolVar(&o.prepare, "prepare", false, "make the features and focal sets, and nothing else")
	flags.BoolVar(&o.collect, "collect", false, "write the tables of what is finished, and train nothing")
	flags.Var(&o.set, "set", "override one `key=value` of the profile; may be repeated; the run gets a folder of its own")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stderr, usage)
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		return o, err
	case err != nil:
		return o, usageError{fmt.Errorf("%w; see go run ./nesy/experiment/ablation -h", err)}
	case flags.NArg() > 0:
		return o, usageError{fmt.Errorf("takes no argument %q; see go run ./nesy/experiment/ablation -h", flags.Arg(0))}
	case o.prepare && o.collect:
		return o, usageError{errors.New("-prepare and -collect exclude each other")}
	case o.form != "" && o.study != "":
		return o, usageError{errors.New("-form is of the grid, not of a study")}
	}
	return o, nil
}

// run opens the run that the options name.
func (o options) run(ctx context.Context) (*experiment.Run, error) {
	p, err := experiment.Find(o.profile)
	if err != nil {
		return nil, usageError{err}
	}
	if p, err = experiment.Override(p, o.set); err != nil {
		return nil, usageError{err}
	}
	dir, err := experiment.Folder(p, o.set)
	if err != nil {
		return nil, err
	}
	// These two name their models, and so need no folder of their own.
	if o.form != "" {
		form, err := consistency.ParseForm(o.form)
		if err != nil {
			return nil, usageError{err}
		}
		at := slices.IndexFunc(p.Models, func(m experiment.Model) bool {
			return m.Objective.Kind == model.NeSy && m.Objective.Consistency.Form == form
		})
		if at < 0 {
			return nil, usageError{fmt.Errorf("profile %s has no model with the %v form", p.Name, form)}
		}
		p.Grid.Model = p.Models[at].Name
	}
	if o.seeds != "" {
		p.Grid.Seeds = nil
		for s := range strings.SplitSeq(o.seeds, ",") {
			seed, err := strconv.ParseUint(strings.TrimSpace(s), 10, 64)
			if err != nil {
				return nil, usageError{fmt.Errorf("-seeds %q: want positive numbers with commas between, such as 42,43", o.seeds)}
			}
			p.Grid.Seeds = append(p.Grid.Seeds, seed)
		}
	}
	return experiment.New(ctx, p, dir), nil
}

// writeTables writes the tables with what is finished.
func writeTables(w work, run *experiment.Run, out string, stdout io.Writer) error {
	finished, total, err := w.Trainings()
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d of %d trainings are finished in %s\n", finished, total, run.Dir)
	if finished == 0 {
		return nil
	}
	n, dir, err := w.WriteTables(out)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d tables are in %s, each as .md, .html, .csv and .tex\n", n, dir)
	return nil
}
