package train

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/gomlx/compute"

	"nesybook/nesy/backend"
	"nesybook/nesy/focal"
	"nesybook/nesy/hierarchy"
	"nesybook/nesy/model"
	"nesybook/nesy/objective"
)

func engine(t testing.TB) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// task is a small thing to learn: five fine labels of three coarse ones, whose
// images are six features around a centre each, far enough apart.
type task struct {
	data   Data
	model  model.Config
	loss   *objective.Objective
	config Config
}

func newTask(t testing.TB, kind model.Kind) task {
	t.Helper()
	parents := []int{0, 0, 1, 1, 2}
	h, err := hierarchy.TwoLevel(
		[]string{"rose", "tulip", "oak", "pine", "carp"},
		[]string{"flower", "tree", "fish"}, parents)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	centres := make([][]float64, len(parents))
	for y := range centres {
		for range 6 {
			centres[y] = append(centres[y], 3*rng.NormFloat64())
		}
	}
	images := func(n int) (rows [][]float32, labels Labels) {
		for i := range n {
			y := i % len(parents)
			row := make([]float32, 6)
			for j := range row {
				row[j] = float32(centres[y][j] + rng.NormFloat64())
			}
			rows = append(rows, row)
			labels.Fine, labels.Coarse = append(labels.Fine, y), append(labels.Coarse, parents[y])
		}
		return rows, labels
	}
	var d Data
	view, labels := images(110)
	again := make([][]float32, len(view)) // a second view: noisier
	for i, row := range view {
		for _, v := range row {
			again[i] = append(again[i], v+float32(0.5*rng.NormFloat64()))
		}
	}
	d.Views, d.Train = [][][]float32{view, again}, labels
	d.Val, d.ValLabels = images(300) // more than one measuring batch

	fine := focal.NewFamily(5, focal.NewSet(0, 1), focal.NewSet(1, 2, 3))
	c := objective.Default(kind)
	loss, err := objective.New(h, 0, fine, fine.Project(h, 0), c)
	if err != nil {
		t.Fatal(err)
	}
	config := Default()
	config.Epochs, config.Warmup, config.Batch, config.LearningRate = 6, 2, 20, 3e-3
	f, k := loss.Outputs()
	return task{
		data: d, loss: loss, config: config,
		model: model.Config{Kind: kind, Hidden: 12, Width: 8, Dropout: 0.2, Fine: f, Coarse: k},
	}
}

// run trains the task in a directory. wrote, if there is one, is called after
// each write.
func (k task) run(t testing.TB, b compute.Backend, dir string, wrote func(string) error) (*Result, error) {
	t.Helper()
	r := &run{dir: dir, data: k.data, model: k.model, objective: k.loss, config: k.config, wrote: wrote}
	if wrote == nil {
		r.wrote = func(string) error { return nil }
	}
	return r.do(t.Context(), b)
}

// files reads every file of a directory.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(content)
	}
	return all
}
