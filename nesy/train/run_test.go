package train

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"nesybook/nesy/model"
	"nesybook/nesy/safetensors"
)

func TestTrainingWithoutDropout(t *testing.T) {
	k := newTask(t, model.RandomSet)
	k.model.Dropout, k.config.Epochs = 0, 3
	if _, err := Run(t.Context(), engine(t), t.TempDir(), k.data, k.model, k.loss, k.config, nil); err != nil {
		t.Error(err)
	}
}

func TestEveryKindLearns(t *testing.T) {
	b := engine(t)
	for _, kind := range model.Kinds() {
		k := newTask(t, kind)
		k.config.Epochs, k.config.LearningRate = 12, 1e-2
		var seen []Epoch
		dir := t.TempDir()
		result, err := Run(t.Context(), b, dir, k.data, k.model, k.loss, k.config, func(e Epoch) { seen = append(seen, e) })
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(seen, result.Epochs) {
			t.Errorf("%v: progress saw other epochs than the result holds", kind)
		}
		best := result.Epochs[result.BestEpoch-1]
		if best.Val.FineAccuracy < 0.9 || best.Val.CoarseAccuracy < 0.9 || best.Val.Agreement < 0.85 {
			t.Errorf("%v: best epoch has accuracies %v and %v, agreement %v", kind, best.Val.FineAccuracy, best.Val.CoarseAccuracy, best.Val.Agreement)
		}

		// The checkpoint of the best epoch is what was measured.
		fine, coarse, err := Predict(b, result.BestPath, k.model, k.data.Val)
		if err != nil {
			t.Fatal(err)
		}
		if len(fine) != len(k.data.Val) || len(coarse) != len(k.data.Val) {
			t.Fatalf("%v: predictions for %d and %d of %d images", kind, len(fine), len(coarse), len(k.data.Val))
		}
		if kind == model.Softmax {
			hits := 0
			for i, logits := range fine {
				if slices.Index(logits, slices.Max(logits)) == k.data.ValLabels.Fine[i] {
					hits++
				}
			}
			if got := float64(hits) / float64(len(fine)); math.Abs(got-best.Val.FineAccuracy) > 1e-6 {
				t.Errorf("the checkpoint has accuracy %v, the log says %v", got, best.Val.FineAccuracy)
			}
		}
	}
}

// TestLog holds the log to what it must say: every epoch once, warm-up without
// a best, the best the lowest loss after it, coefficients that move only then.
func TestLog(t *testing.T) {
	k := newTask(t, model.NeSy)
	dir := t.TempDir()
	result, err := k.run(t, engine(t), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(files(t, dir)[logFile]), "\n")
	if len(lines) != k.config.Epochs {
		t.Fatalf("%d lines for %d epochs", len(lines), k.config.Epochs)
	}
	lowest := math.Inf(1)
	for i, line := range lines {
		var e Epoch
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e != result.Epochs[i] || e.Epoch != i+1 {
			t.Errorf("line %d is not epoch %d of the result", i+1, i+1)
		}
		if want := i < k.config.Warmup; e.Warmup != want {
			t.Errorf("epoch %d: warm-up %v", e.Epoch, e.Warmup)
		}
		if e.Warmup {
			if math.Abs(e.Train.Total-e.Train.CrossEntropy) > 1e-6 || math.Abs(e.Val.Gamma-1e-3) > 1e-9 {
				t.Errorf("epoch %d: more than cross-entropy is at work in the warm-up", e.Epoch)
			}
		} else if math.Abs(e.Val.Gamma-1e-3) < 1e-6 {
			t.Errorf("epoch %d: gamma does not learn", e.Epoch)
		}
		if want := !e.Warmup && e.Loss < lowest; e.Best != want {
			t.Errorf("epoch %d: best %v, want %v", e.Epoch, e.Best, want)
		}
		if e.Best {
			lowest = e.Loss
		}
	}
	if result.BestLoss != lowest || result.Epochs[result.BestEpoch-1].Loss != lowest {
		t.Errorf("best loss %v at epoch %d, want %v", result.BestLoss, result.BestEpoch, lowest)
	}
}

func TestEarlyStoppingAndPlateau(t *testing.T) {
	k := newTask(t, model.RandomSet)
	// A rate at which nothing is learnt but the running statistics settle down, so
	// that the loss soon wavers about one value.
	k.config.Epochs, k.config.Warmup, k.config.LearningRate, k.config.Patience, k.config.StopPatience = 100, 1, 1e-9, 0, 3
	result, err := k.run(t, engine(t), t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	n := len(result.Epochs)
	if result.Stopped != StoppedEarly || n == 100 || n != result.BestEpoch+3 {
		t.Errorf("stopped for %q after %d epochs, best %d", result.Stopped, n, result.BestEpoch)
	}
	if last := result.Epochs[n-1].LearningRate; !(last < 1e-9) {
		t.Errorf("the learning rate is still %v", last)
	}
}

func TestCosineEndsAtTheLeastRate(t *testing.T) {
	k := newTask(t, model.Softmax)
	k.config.Schedule, k.config.StopPatience = Cosine, 0
	result, err := k.run(t, engine(t), t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range result.Epochs[1:] {
		if e.LearningRate >= result.Epochs[i].LearningRate {
			t.Errorf("epoch %d: rate %v after %v", e.Epoch, e.LearningRate, result.Epochs[i].LearningRate)
		}
	}
	if last := result.Epochs[5].LearningRate; last > 0.01*k.config.LearningRate {
		t.Errorf("the last rate is %v", last)
	}
}

func TestAFinishedRunIsNotTrainedAgain(t *testing.T) {
	k := newTask(t, model.RandomSet)
	b, dir := engine(t), t.TempDir()
	first, err := k.run(t, b, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := files(t, dir)
	again, err := k.run(t, b, dir, func(file string) error {
		if file != configFile {
			t.Errorf("%s is written again", file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(first.Epochs, again.Epochs) || again.BestEpoch != first.BestEpoch || again.Stopped != first.Stopped {
		t.Error("the result read is not the result returned")
	}
	for name, content := range files(t, dir) {
		if content != before[name] {
			t.Errorf("%s has changed", name)
		}
	}
}

func TestAnotherRunIsRefused(t *testing.T) {
	k := newTask(t, model.RandomSet)
	k.config.Epochs, k.config.Warmup = 1, 0
	b, dir := engine(t), t.TempDir()
	if _, err := k.run(t, b, dir, nil); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change  func(*task)
		message string
	}{
		"rate":  {func(k *task) { k.config.LearningRate = 1 }, "Train.LearningRate is 0.003 there and 1 here"},
		"model": {func(k *task) { k.model.Width = 9 }, "Model.Width is 8 there and 9 here"},
		"kind":  {func(k *task) { *k = newTask(t, model.NeSy) }, "Model.Kind is rs-nn there and nesy here"},
		"data": {func(k *task) {
			k.data.Val = slices.Clone(k.data.Val)
			k.data.Val[7] = []float32{1, 2, 3, 4, 5, 6}
		}, "Data is"},
	} {
		changed := k
		c.change(&changed)
		changed.config.Epochs, changed.config.Warmup = 1, 0
		_, err := changed.run(t, b, dir, nil)
		if err == nil || !strings.Contains(err.Error(), c.message) || !strings.Contains(err.Error(), dir) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", name, err, c.message)
		}
	}
}

func TestDamagedRunsAreRefused(t *testing.T) {
	k := newTask(t, model.Softmax)
	k.config.Epochs = 3
	b := engine(t)
	for name, c := range map[string]struct {
		damage  func(dir string) error
		message string
	}{
		"checkpoint": {func(dir string) error { return os.Truncate(filepath.Join(dir, lastFile), 100) }, "cannot be continued"},
		"log":        {func(dir string) error { return os.Truncate(filepath.Join(dir, logFile), 10) }, "remove the run's folder"},
		"config":     {func(dir string) error { return os.Remove(filepath.Join(dir, configFile)) }, "no config.json"},
		"json":       {func(dir string) error { return os.WriteFile(filepath.Join(dir, configFile), []byte("{"), 0o666) }, "unexpected end"},
	} {
		dir := t.TempDir()
		if _, err := k.run(t, b, dir, nil); err != nil {
			t.Fatal(err)
		}
		if err := c.damage(dir); err != nil {
			t.Fatal(err)
		}
		_, err := k.run(t, b, dir, nil)
		if err == nil || !strings.Contains(err.Error(), c.message) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", name, err, c.message)
		}
	}
}

func TestBadInput(t *testing.T) {
	b := engine(t)
	for name, c := range map[string]struct {
		change  func(*task)
		message string
	}{
		"no images":    {func(k *task) { k.data.Val = nil }, "no validation images"},
		"ragged":       {func(k *task) { k.data.Val = slices.Clone(k.data.Val); k.data.Val[3] = []float32{1} }, "validation: image 3 has 1 features, not 6"},
		"labels":       {func(k *task) { k.data.Train.Fine = k.data.Train.Fine[1:] }, "training view 0: 110 images, but 109 fine"},
		"out of range": {func(k *task) { k.data.ValLabels.Coarse = slices.Repeat([]int{3}, 300) }, "coarse label 3 of 3"},
		"small":        {func(k *task) { k.config.Batch = 111 }, "110 training images do not fill a batch of 111"},
		"heads":        {func(k *task) { k.model.Fine = 5 }, "does not fit"},
		"config":       {func(k *task) { k.config.Epochs = 0 }, "0 epochs"},
		"model":        {func(k *task) { k.model.Dropout = 2 }, "dropout of 2"},
		"divergence":   {func(k *task) { k.config.LearningRate = 1e30 }, "lower the learning rate"},
	} {
		k := newTask(t, model.RandomSet)
		c.change(&k)
		_, err := k.run(t, b, t.TempDir(), nil)
		if err == nil || !strings.Contains(err.Error(), c.message) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", name, err, c.message)
		}
	}
}

func TestADirectoryThatIsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := newTask(t, model.Softmax).run(t, engine(t), path, nil)
	if err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want one line with %s", err, path)
	}
}

// TestPredictRefusesAnotherModel holds the errors of checkpoints that are none
// of the model's.
func TestPredictRefusesAnotherModel(t *testing.T) {
	k := newTask(t, model.Softmax)
	k.config.Epochs, k.config.Warmup = 1, 0
	b := engine(t)
	result, err := k.run(t, b, t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	wider := k.model
	wider.Width++
	partial := filepath.Join(t.TempDir(), "partial.safetensors")
	if err := safetensors.Save(partial, safetensors.F32, []safetensors.Tensor{{Name: "fine.bias", Shape: []int{5}, Data: make([]float32, 5)}}, nil); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path   string
		config model.Config
		rows   [][]float32
	}{
		"missing": {result.BestPath + "x", k.model, k.data.Val},
		"partial": {partial, k.model, k.data.Val},
		"width":   {result.BestPath, wider, k.data.Val},
		"rows":    {result.BestPath, k.model, [][]float32{{1, 2}}},
		"ragged":  {result.BestPath, k.model, [][]float32{{1, 2, 3, 4, 5, 6}, {1}}},
	} {
		_, _, err := Predict(b, c.path, c.config, c.rows)
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line", name, err)
		}
	}
}

func TestCancelledRunGoesOn(t *testing.T) {
	k := newTask(t, model.Softmax)
	b, dir, whole := engine(t), t.TempDir(), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, b, dir, k.data, k.model, k.loss, k.config, func(e Epoch) {
		if e.Epoch == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if _, err := k.run(t, b, dir, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := k.run(t, b, whole, nil); err != nil {
		t.Fatal(err)
	}
	compare(t, "cancelled", files(t, whole), files(t, dir))
}

// TestBytesDoNotDependOnProcessors trains on one and on several.
func TestBytesDoNotDependOnProcessors(t *testing.T) {
	k := newTask(t, model.NeSy)
	k.model.Hidden, k.model.Width = 200, 100 // large enough to be shared out
	one, several := t.TempDir(), t.TempDir()
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	if _, err := k.run(t, engine(t), one, nil); err != nil {
		t.Fatal(err)
	}
	runtime.GOMAXPROCS(4)
	if _, err := k.run(t, engine(t), several, nil); err != nil {
		t.Fatal(err)
	}
	compare(t, "several processors", files(t, one), files(t, several))
}

// TestConfigSurvivesJSON holds that what config.json says can be read back.
func TestConfigSurvivesJSON(t *testing.T) {
	k := newTask(t, model.NeSy)
	k.config.Schedule = Cosine
	id := identity{Model: k.model, Objective: k.loss.Config, Train: k.config}
	text, err := json.Marshal(id)
	if err != nil {
		t.Fatal(err)
	}
	var back identity
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(id, back) {
		t.Errorf("%+v became %+v", id, back)
	}
}

// TestBothViewsAreSeen holds that the second epoch, and it alone of two, sees
// the second view.
func TestBothViewsAreSeen(t *testing.T) {
	b := engine(t)
	train := func(views ...[][]float32) []Epoch {
		k := newTask(t, model.Softmax)
		k.config.Epochs, k.config.Warmup = 2, 0
		k.data.Views = views
		result, err := k.run(t, b, t.TempDir(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return result.Epochs
	}
	views := newTask(t, model.Softmax).data.Views
	one, two := train(views[0]), train(views[0], views[1])
	if one[0] != two[0] {
		t.Error("the first epoch depends on the second view")
	}
	if one[1] == two[1] {
		t.Error("the second epoch does not see the second view")
	}
}
