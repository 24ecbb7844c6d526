package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestLearns(t *testing.T) {
	train, val := pictures(t, 32, 16)
	r := smallRecipe()
	r.Epochs, r.PeakRate = 12, 1e-2
	tr := trained(t, newBackend(t), t.TempDir(), r, train, val)
	first, last := tr.state.Epochs[0], tr.state.Epochs[r.Epochs-1]
	t.Log(first, last)
	if first.Loss < 1 || last.Loss > 0.75*first.Loss || last.ValAccuracy < 0.9 {
		t.Errorf("from %v to %v", first, last)
	}
}

// TestKilledAtEveryCheckpoint ends a training after each of its checkpoints in turn,
// tears the log as a killed write might, goes on, and compares every byte with a
// training that was left alone.
func TestKilledAtEveryCheckpoint(t *testing.T) {
	train, val := pictures(t, 40, 6)
	b, r, whole := newBackend(t), smallRecipe(), t.TempDir()
	want := trained(t, b, whole, r, train, val)
	weights, err := want.weights()
	if err != nil {
		t.Fatal(err)
	}
	killed := errors.New("killed")
	for _, step := range []int{2, 5, 8, 10} { // of 5 an epoch, saved every 2 and at the end of each
		dir := t.TempDir()
		tr, err := newTraining(b, dir, r, train, val, 2)
		if err != nil {
			t.Fatal(err)
		}
		tr.wrote = func(at int) error {
			if at == step {
				return killed
			}
			return nil
		}
		if err := tr.run(context.Background()); !errors.Is(err, killed) {
			t.Fatalf("step %d: %v", step, err)
		}
		for name, content := range map[string]string{logFile: `{"epo`, "." + checkpointFile + ".123": "half"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		again := trained(t, b, dir, r, train, val)
		compare(t, fmt.Sprintf("killed at step %d", step), files(t, whole), files(t, dir))
		if w, err := again.weights(); err != nil || w.Digest() != weights.Digest() {
			t.Errorf("killed at step %d: other weights (%v)", step, err)
		}
	}
	before := files(t, whole)
	if w, err := trained(t, b, whole, r, train, val).weights(); err != nil || w.Digest() != weights.Digest() {
		t.Errorf("the finished training has other weights when it is opened again (%v)", err)
	}
	compare(t, "opened again", before, files(t, whole))
}

func TestInterruptedBetweenSteps(t *testing.T) {
	train, val := pictures(t, 40, 6)
	b, r, whole, dir := newBackend(t), smallRecipe(), t.TempDir(), t.TempDir()
	trained(t, b, whole, r, train, val)
	for _, step := range []int{1, 7} {
		tr, err := newTraining(b, dir, r, train, val, 2)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		tr.progress = func(t *training) {
			if t.state.Step == step {
				cancel()
			}
		}
		if err := tr.run(ctx); !errors.Is(err, context.Canceled) || tr.state.Step != step {
			t.Fatalf("%v at step %d, want it interrupted at step %d", err, tr.state.Step, step)
		}
	}
	trained(t, b, dir, r, train, val)
	compare(t, "interrupted twice", files(t, whole), files(t, dir))
}

// An interruption does not hide that the checkpoint could not be written.
func TestInterruptedWithoutCheckpoint(t *testing.T) {
	train, val := pictures(t, 16, 4)
	tr, err := newTraining(newBackend(t), t.TempDir(), smallRecipe(), train, val, 2)
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	tr.wrote = func(int) error { return full }
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := tr.run(ctx); !errors.Is(err, full) || errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %q", err)
	}
}

func TestSameBytesOnOneProcessor(t *testing.T) {
	train, val := pictures(t, 16, 6)
	b, r, many, one := newBackend(t), smallRecipe(), t.TempDir(), t.TempDir()
	r.Chunk = 2
	trained(t, b, many, r, train, val)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	trained(t, b, one, r, train, val)
	compare(t, "one processor", files(t, many), files(t, one))
}

func TestOtherTrainingsAreNotContinued(t *testing.T) {
	train, val := pictures(t, 16, 4)
	b, r, dir := newBackend(t), smallRecipe(), t.TempDir()
	r.Epochs = 1
	trained(t, b, dir, r, train, val)
	try := func(change func(*Recipe), images int) string {
		other := r
		change(&other)
		_, err := newTraining(b, dir, other, train.First(images), val, 2)
		return fmt.Sprint(err)
	}
	same := func(*Recipe) {}
	for _, c := range []struct{ got, want string }{
		{try(func(r *Recipe) { r.Seed = 43 }, 16), "Seed is 42 there and 43 here"},
		{try(same, 15), "other images"},
		{try(func(r *Recipe) { r.Network.Classes = 5 }, 16), "4 classes do not fit"},
		{try(same, 7), "7 training images do not fill a batch of 8"},
		{try(func(r *Recipe) { r.Epochs = 0 }, 16), "0 epochs"},
	} {
		if !strings.Contains(c.got, c.want) || strings.Contains(c.got, "\n") {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, checkpointFile), []byte("torn"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := try(same, 16); !strings.Contains(got, "cannot be continued") || !strings.Contains(got, "remove the folder") {
		t.Errorf("torn checkpoint: %q", got)
	}
}

func TestALossThatIsNoNumberIsAnError(t *testing.T) {
	train, val := pictures(t, 16, 4)
	r := smallRecipe()
	r.PeakRate = math.MaxFloat32
	tr, err := newTraining(newBackend(t), t.TempDir(), r, train, val, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.run(context.Background()); err == nil || !strings.Contains(err.Error(), "lower the learning rate") {
		t.Errorf("error %v", err)
	}
}

// The images of an epoch are all in its order, once, and each epoch has its own.
func TestOrder(t *testing.T) {
	seen := make([]bool, 100)
	for _, i := range order(100, 1, 0) {
		seen[i] = true
	}
	for i, ok := range seen {
		if !ok {
			t.Errorf("image %d is missing", i)
		}
	}
	if fmt.Sprint(order(100, 1, 0)) == fmt.Sprint(order(100, 1, 1)) || fmt.Sprint(order(100, 1, 0)) == fmt.Sprint(order(100, 2, 0)) {
		t.Error("the order does not change with the epoch or the seed")
	}
}
