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

	"github.com/gomlx/compute"

	"nesybook/nesy/backend"
	"nesybook/nesy/dataset"
	"nesybook/nesy/safetensors"
)

const usage = `usage: go run ./nesy/pretrain -data DIR -out FILE [flags]

Trains the small Swin on Tiny ImageNet's record files and writes its weights to
FILE, safetensors under timm's names, which backbone.weights takes. Checkpoints and
a log are kept in the folder FILE.run: the same command goes on from there after an
interruption, and ends with the same bytes as without.

Exit codes: 0 all well, 1 something failed or was interrupted, 2 wrong usage.

`

// usageError is a mistake in how the program was called.
type usageError struct{ error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	err := pretrain(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch wrong := (usageError{}); {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.As(err, &wrong):
		fmt.Fprintln(os.Stderr, "pretrain:", err)
		os.Exit(2)
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "pretrain: interrupted; the same command goes on from here")
		os.Exit(1)
	default:
		fmt.Fprintln(os.Stderr, "pretrain:", strings.TrimPrefix(err.Error(), "pretrain: "))
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	data, out string
	limit     int
	every     int
	half      bool
	recipe    Recipe // without its network, which the data decide
}

func pretrain(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	train, val, err := dataset.TinyImageNet(o.data)
	if err != nil {
		return err
	}
	if o.limit > 0 {
		train, val = train.First(o.limit), val.First(o.limit)
	}
	recipe := o.recipe
	recipe.Network.Classes = len(train.Classes)
	b, err := backend.New()
	if err != nil {
		return err
	}
	defer b.Finalize()
	if recipe.Chunk == 0 {
		recipe.Chunk = defaultChunk(b, recipe.Batch)
	}
	t, err := newTraining(b, o.out+".run", recipe, train, val, o.every)
	if err != nil {
		return err
	}
	p := newProgress(stderr)
	t.progress = p.show
	err = t.run(ctx)
	p.clear()
	if err != nil {
		return err
	}
	return o.write(t, stdout)
}

// defaultChunk returns the size of the chunks that a batch is computed in: on the Go
// backend, which runs most of a graph on one core, 32, so that several are computed
// side by side; elsewhere, or where that does not divide the batch, the whole.
func defaultChunk(b compute.Backend, batch int) int {
	const chunk = 32
	if backend.IsGo(b) && batch%chunk == 0 {
		return chunk
	}
	return batch
}

func parse(args []string, stderr io.Writer) (options, error) {
	o := options{recipe: NewRecipe(1)}
	r := &o.recipe
	flags := flag.NewFlagSet("pretrain", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // on a mistake, one line is enough
	flags.StringVar(&o.data, "data", os.Getenv("NESY_DATA"), "`folder` that holds tiny-imagenet-32, or that folder itself (default $NESY_DATA)")
	flags.StringVar(&o.out, "out", "", "`file` for the weights")
	flags.BoolVar(&o.half, "half", false, "write the weights as float16, as the carried ones are")
	flags.IntVar(&o.limit, "limit", 0, "use only the first `images` of each part, to try it out; 0 for all")
	flags.IntVar(&o.every, "every", 100, "`steps` between two checkpoints")
	flags.IntVar(&r.Epochs, "epochs", r.Epochs, "times that each training image is seen")
	flags.IntVar(&r.Batch, "batch", r.Batch, "images a step")
	flags.IntVar(&r.Chunk, "chunk", 0, "`images` of a batch that are computed at a time, which changes rounding alone; 0 for what suits the backend")
	flags.Float64Var(&r.PeakRate, "rate", r.PeakRate, "highest learning rate")
	flags.Float64Var(&r.Warmup, "warmup", r.Warmup, "share of the steps in which the learning rate rises")
	flags.Float64Var(&r.Decay, "decay", r.Decay, "weight decay")
	flags.Float64Var(&r.MaxNorm, "norm", r.MaxNorm, "highest norm of the gradient")
	flags.Float64Var(&r.Smoothing, "smoothing", r.Smoothing, "label smoothing")
	flags.Float64Var(&r.StochasticDepth, "depth", r.StochasticDepth, "stochastic depth: share of the images that the last block leaves out")
	flags.StringVar(&r.Precision, "precision", r.Precision, "`type` of the factors of matrix products: float32, or bfloat16 for GPUs")
	flags.Uint64Var(&r.Seed, "seed", r.Seed, "of everything random")
	err := flags.Parse(args)
	wrong := func(format string, args ...any) (options, error) {
		return o, usageError{fmt.Errorf(format+"; see go run ./nesy/pretrain -h", args...)}
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stderr, usage)
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		return o, err
	case err != nil:
		return wrong("%w", err)
	case flags.NArg() > 0:
		return wrong("takes no argument %q", flags.Arg(0))
	case o.data == "":
		return wrong("-data is missing, and $NESY_DATA is not set")
	case o.out == "":
		return wrong("-out is missing")
	case o.limit < 0 || o.every < 1:
		return wrong("-limit must not be negative and -every must be positive")
	}
	checked := *r
	if checked.Chunk == 0 {
		checked.Chunk = checked.Batch
	}
	if err := checked.Validate(); err != nil {
		return wrong("%w", err)
	}
	if info, err := os.Stat(o.out); err == nil && info.IsDir() {
		return wrong("-out %s is a folder", o.out)
	}
	return o, nil
}

// write saves the weights and prints their model card.
func (o options) write(t *training, stdout io.Writer) error {
	w, err := t.weights()
	if err != nil {
		return err
	}
	dtype, precision := safetensors.F32, "float32"
	if o.half {
		dtype, precision = safetensors.F16, "float16"
	}
	r, last := t.recipe, t.state.Epochs[len(t.state.Epochs)-1]
	card := fmt.Sprintf("%d parameters in %s; %d images in %d classes at %d×%d; %d epochs, batch %d, AdamW with one cycle to %g (%g %% warm-up), weight decay %g, label smoothing %g, gradient norm at most %g, stochastic depth %g, %s; seed %d; top-1 accuracy on %d validation images %.4f",
		w.Parameters(), precision, t.train.Len(), r.Network.Classes, t.train.Side, t.train.Side, r.Epochs, r.Batch, r.PeakRate, 100*r.Warmup, r.Decay, r.Smoothing, r.MaxNorm, r.StochasticDepth, r.Augmentation, r.Seed, t.val.Len(), last.ValAccuracy)
	if err := safetensors.Save(o.out, dtype, w.Tensors(), map[string]string{"card": card}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%s: %s\n", o.out, card)
	return err
}
