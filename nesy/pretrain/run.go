package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/gomlx/compute"

	"nesybook/nesy/dataset"
	"nesybook/nesy/swin"
)

// Epoch is the line of the log about one epoch.
type Epoch struct {
	Epoch        int     `json:"epoch"`        // from 1
	LearningRate float64 `json:"learningRate"` // of its last step
	// Loss and Accuracy are over the epoch's steps, with augmentation, label smoothing
	// and stochastic depth and while the weights move; the other two are measured
	// after it, without.
	Loss        float64 `json:"loss"`
	Accuracy    float64 `json:"accuracy"`
	ValLoss     float64 `json:"valLoss"`
	ValAccuracy float64 `json:"valAccuracy"`
}

// String returns the epoch in one line for people.
func (e Epoch) String() string {
	return fmt.Sprintf("epoch %d  lr %.2g  loss %.4f  accuracy %.4f  val loss %.4f  val accuracy %.4f",
		e.Epoch, e.LearningRate, e.Loss, e.Accuracy, e.ValLoss, e.ValAccuracy)
}

// training is a run in progress.
type training struct {
	dir        string // of the checkpoint and the log
	recipe     Recipe
	train, val *dataset.Records
	every      int // steps between two checkpoints
	progress   func(t *training)
	// wrote is called after each checkpoint. Tests end the run there.
	wrote func(step int) error

	network *network
	batch   *batch
	state   state
}

// newTraining makes a training ready, at its start or where the checkpoint in dir
// left it. It is an error if dir holds a training by another recipe or on other data.
func newTraining(backend compute.Backend, dir string, r Recipe, train, val *dataset.Records, every int) (*training, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if train.Side != r.Network.Image || len(train.Classes) != r.Network.Classes {
		return nil, fmt.Errorf("images of side %d in %d classes do not fit a network for side %d and %d classes",
			train.Side, len(train.Classes), r.Network.Image, r.Network.Classes)
	}
	if train.Len() < r.Batch {
		return nil, fmt.Errorf("%d training images do not fill a batch of %d", train.Len(), r.Batch)
	}
	t := &training{
		dir: dir, recipe: r, train: train, val: val, every: every,
		progress: func(*training) {},
		wrote:    func(int) error { return nil },
		batch:    newBatch(r),
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	var err error
	if t.network, err = newNetwork(backend, r); err != nil {
		return nil, err
	}
	return t, t.resume()
}

// steps returns the number of steps of an epoch.
func (t *training) steps() int { return t.train.Len() / t.recipe.Batch }

// done tells whether all epochs are.
func (t *training) done() bool { return len(t.state.Epochs) == t.recipe.Epochs }

// run trains to the end. Where ctx is cancelled, it saves what is done and returns
// ctx's error.
func (t *training) run(ctx context.Context) error {
	for !t.done() {
		epoch, at := t.state.Step/t.steps(), t.state.Step%t.steps()
		images := order(t.train.Len(), t.recipe.Seed, epoch)
		for i := at; i < t.steps(); i++ {
			t.batch.fill(t.train, images[i*t.recipe.Batch:(i+1)*t.recipe.Batch], epoch, t.state.Step)
			if err := t.network.step(t.batch, t.state.Step, t.rate(t.state.Step), &t.state.Sums); err != nil {
				return err
			}
			t.state.Step++
			if math.IsNaN(t.state.Sums.Loss) || math.IsInf(t.state.Sums.Loss, 0) {
				return fmt.Errorf("step %d: the loss is %v: lower the learning rate", t.state.Step, t.state.Sums.Loss)
			}
			t.progress(t)
			last := i == t.steps()-1
			if err := ctx.Err(); !last && (err != nil || t.state.Step%t.every == 0) {
				if err := cmp.Or(t.save(), err); err != nil { // what could not be saved is worse news
					return err
				}
			}
		}
		if err := t.finishEpoch(); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil && !t.done() {
			return err
		}
	}
	return nil
}

// rate returns the learning rate of a step of the run.
func (t *training) rate(step int) float64 { return t.recipe.rate(step, t.recipe.Epochs*t.steps()) }

// finishEpoch measures the network and adds a line to the log.
func (t *training) finishEpoch() error {
	val, err := t.network.accuracy(t.val)
	if err != nil {
		return err
	}
	seen, valid := float64(t.steps()*t.recipe.Batch), float64(t.val.Len())
	t.state.Epochs = append(t.state.Epochs, Epoch{
		Epoch:        len(t.state.Epochs) + 1,
		LearningRate: t.rate(t.state.Step - 1),
		Loss:         t.state.Sums.Loss / seen,
		Accuracy:     t.state.Sums.Hits / seen,
		ValLoss:      val.Loss / valid,
		ValAccuracy:  val.Hits / valid,
	})
	t.state.Sums = measures{}
	if err := t.save(); err != nil {
		return err
	}
	t.progress(t)
	return nil
}

// weights returns the network's weights as they are.
func (t *training) weights() (*swin.Weights, error) {
	return swin.Trained(t.network.store.RootScope(), t.recipe.Network)
}

func (t *training) path(file string) string { return filepath.Join(t.dir, file) }
