package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/gomlx/compute"

	"nesybook/nesy/model"
	"nesybook/nesy/objective"
)

// Result is a finished run.
type Result struct {
	Epochs    []Epoch
	BestEpoch int     // from 1
	BestLoss  float64 // its Epoch.Loss
	BestPath  string  // of its checkpoint
	Stopped   string  // why training ended
}

// The reasons for which training ends.
const (
	StoppedAtLastEpoch = "last epoch"
	StoppedEarly       = "no improvement"
)

// Run trains a model in the directory dir, which it creates, or goes on with
// what it finds there. A finished run is recognised and returned at once.
// progress, which may be nil, is called after each epoch that is trained now.
//
// Where ctx is cancelled, Run returns its error between two steps; the run can
// be continued from its last whole epoch. It is an error if dir holds a run of
// another configuration or on other data, or if the loss becomes infinite or no
// number.
//
// The best epoch is the one with the lowest objective.ReferenceLoss on the
// validation images, the loss under one set of coefficients for all epochs.
// Warm-up epochs are no candidates: they have not seen the whole loss.
func Run(ctx context.Context, backend compute.Backend, dir string, data Data, mc model.Config, o *objective.Objective, c Config, progress func(Epoch)) (*Result, error) {
	r := &run{
		dir: dir, data: data, model: mc, objective: o, config: c,
		progress: progress,
		wrote:    func(string) error { return nil },
	}
	return r.do(ctx, backend)
}

// run is a run in progress.
type run struct {
	dir       string
	data      Data
	model     model.Config
	objective *objective.Objective
	config    Config
	progress  func(Epoch)
	// wrote is called after each change of a file. Tests end the run there.
	wrote func(file string) error

	network *network
	state   state
	journal *os.File
	epochs  []Epoch
}

const (
	configFile = "config.json"
	logFile    = "log.jsonl"
	bestFile   = "best.safetensors"
	lastFile   = "last.safetensors"
)

func (r *run) path(file string) string { return filepath.Join(r.dir, file) }

func (r *run) do(ctx context.Context, backend compute.Backend) (*Result, error) {
	if err := r.validate(); err != nil {
		return nil, err
	}
	id := identity{
		Format: format, Model: r.model, Objective: r.objective.Config, Sets: r.objective.Digest(),
		Train: r.config, Features: r.data.Features(), Data: r.data.digest(),
	}
	if err := claim(r.dir, r.path(configFile), r.path(lastFile), id); err != nil {
		return nil, err
	}
	if err := r.wrote(configFile); err != nil {
		return nil, err
	}
	var err error
	if r.network, err = newNetwork(backend, r.data.Features(), r.data.source(r.config.Batch), r.model, r.objective, r.config); err != nil {
		return nil, err
	}
	defer r.network.close()
	if err := r.resume(); err != nil {
		return nil, err
	}
	defer r.journal.Close()
	for r.state.Stopped == "" {
		e, err := r.epoch(ctx)
		if err != nil {
			return nil, err
		}
		if e, err = r.commit(e); err != nil {
			return nil, err
		}
		if r.progress != nil {
			r.progress(e)
		}
	}
	return &Result{
		Epochs:    r.epochs,
		BestEpoch: r.state.BestEpoch,
		BestLoss:  r.state.BestLoss,
		BestPath:  r.path(bestFile),
		Stopped:   r.state.Stopped,
	}, nil
}

func (r *run) validate() error {
	if err := r.config.Validate(); err != nil {
		return err
	}
	if err := r.model.Validate(); err != nil {
		return err
	}
	if err := r.data.Validate(r.objective.Labels()); err != nil {
		return err
	}
	if fine, coarse := r.objective.Outputs(); r.model.Fine != fine || r.model.Coarse != coarse || r.model.Kind != r.objective.Config.Kind {
		return fmt.Errorf("train: a %v model with heads of %d and %d outputs does not fit the %v loss, which needs %d and %d",
			r.model.Kind, r.model.Fine, r.model.Coarse, r.objective.Config.Kind, fine, coarse)
	}
	if images := r.data.Images(); images < r.config.Batch {
		return fmt.Errorf("train: %d training images do not fill a batch of %d", images, r.config.Batch)
	}
	return nil
}

// resume brings the network, the state and the log to the end of the last whole
// epoch, or to the start.
func (r *run) resume() error {
	if err := r.sweep(); err != nil {
		return err
	}
	r.state = state{Plateau: plateau{Rate: r.config.LearningRate}}
	_, err := os.Stat(r.path(lastFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("train: %w", err)
	}
	if err == nil {
		metadata, err := loadVariables(r.path(lastFile), r.network.store)
		if err == nil {
			r.state, err = parseState(metadata)
		}
		if err != nil {
			return fmt.Errorf("train: %s cannot be continued: %w: remove %s to train again", r.path(lastFile), err, r.dir)
		}
	}
	r.journal, r.epochs, err = openJournal(r.path(logFile), r.state.LogBytes)
	return err
}

// sweep removes the temporary files of writes that were interrupted, which
// atomicfile names after the file they were to become.
func (r *run) sweep() error {
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	for _, e := range entries {
		for _, file := range []string{configFile, bestFile, lastFile} {
			if !strings.HasPrefix(e.Name(), "."+file+".") {
				continue
			}
			if err := os.Remove(r.path(e.Name())); err != nil {
				return fmt.Errorf("train: %w", err)
			}
		}
	}
	return nil
}

// epoch trains for one epoch and measures the result.
func (r *run) epoch(ctx context.Context) (Epoch, error) {
	c, number := r.config, r.state.Epochs
	steps := r.data.Images() / c.Batch
	e := Epoch{Epoch: number + 1, Warmup: number < r.warmup()}
	images := order(r.data.Images(), c.Seed, number)
	for i := range steps {
		if err := ctx.Err(); err != nil {
			return e, err
		}
		step := number*steps + i
		e.LearningRate = r.state.Plateau.Rate
		if c.Schedule == Cosine {
			e.LearningRate = c.cosineRate(step, c.Epochs*steps)
		}
		if err := r.network.step(number, r.data.Train, images[i*c.Batch:(i+1)*c.Batch], step, e.LearningRate, e.Warmup, &e.Train); err != nil {
			return e, err
		}
	}
	e.Train.divide(float64(steps * c.Batch))
	var err error
	if e.Val, err = r.network.measures(r.data.Val, r.data.ValLabels); err != nil {
		return e, err
	}
	e.Loss = r.objective.ReferenceLoss(e.Val.Values)
	for _, loss := range []float64{e.Train.Total, e.Loss} {
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return e, fmt.Errorf("train: epoch %d: the loss is %v: lower the learning rate or the coefficients", e.Epoch, loss)
		}
	}
	return e, nil
}

// warmup returns the number of warm-up epochs. The base has none: its loss is
// cross-entropy throughout.
func (r *run) warmup() int {
	if !r.objective.HasWarmup() {
		return 0
	}
	return r.config.Warmup
}

// commit takes an epoch into the state and onto the disk. Until the last of the
// three writes the files still describe the epoch before: what the first two
// left behind is cut off or written again, with the same bytes. It returns the
// epoch as it is logged.
func (r *run) commit(e Epoch) (Epoch, error) {
	c, s := r.config, r.state
	s.Epochs = e.Epoch
	if !e.Warmup {
		if c.Schedule == Plateau {
			s.Plateau.observe(e.Loss, c)
		}
		if s.BestEpoch == 0 || e.Loss < s.BestLoss {
			e.Best = true
			s.BestEpoch, s.BestLoss, s.Bad = e.Epoch, e.Loss, 0
		} else {
			s.Bad++
		}
	}
	switch {
	case c.StopPatience > 0 && s.Bad >= c.StopPatience:
		s.Stopped = StoppedEarly
	case e.Epoch == c.Epochs:
		s.Stopped = StoppedAtLastEpoch
	}

	var err error
	if s.LogBytes, err = appendJournal(r.journal, s.LogBytes, e); err != nil {
		return e, err
	}
	if err := r.wrote(logFile); err != nil {
		return e, err
	}
	if e.Best {
		metadata := map[string]string{"epoch": fmt.Sprint(e.Epoch)}
		if err := saveVariables(r.path(bestFile), r.network.store, func(name string) bool { return !isMoment(name) && !isSource(name) }, metadata); err != nil {
			return e, fmt.Errorf("train: %w", err)
		}
		if err := r.wrote(bestFile); err != nil {
			return e, err
		}
	}
	metadata, err := s.metadata()
	if err != nil {
		return e, err
	}
	if err := saveVariables(r.path(lastFile), r.network.store, func(name string) bool { return !isSource(name) }, metadata); err != nil {
		return e, fmt.Errorf("train: %w", err)
	}
	r.state, r.epochs = s, append(r.epochs, e)
	return e, r.wrote(lastFile)
}
