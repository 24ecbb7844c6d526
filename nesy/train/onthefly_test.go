package train

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"nesybook/nesy/dataset"
	"nesybook/nesy/features"
	"nesybook/nesy/hierarchy"
	"nesybook/nesy/model"
	"nesybook/nesy/swin"
)

// newPictureTask is newTask with pictures in place of features: noise around a
// colour for each of the five labels, 60 to train on and 30 to validate with,
// through a network of 8×8 pixels with random weights.
func newPictureTask(t testing.TB, kind model.Kind, augmentation dataset.Augmentation) (k task, spec features.Spec) {
	t.Helper()
	h, err := hierarchy.TwoLevel(
		[]string{"rose", "tulip", "oak", "pine", "carp"},
		[]string{"flower", "tree", "fish"}, []int{0, 0, 1, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	const side, images = 8, 90
	labels := make([]int, images)
	var train, val []int
	for i := range labels {
		labels[i] = i % h.Size(0)
		if i < 60 {
			train = append(train, i)
		} else {
			val = append(val, i)
		}
	}
	colours := [][3]int{{200, 60, 60}, {60, 200, 60}, {60, 60, 200}, {180, 180, 40}, {40, 180, 180}}
	d, err := dataset.New("colours", h, side, labels, "colours", func(i int, dst []byte) error {
		r := rand.New(rand.NewPCG(uint64(i), 9))
		for p := range dst {
			dst[p] = byte(colours[labels[i]][p/(side*side)] + r.IntN(80) - 40)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if d, err = d.WithSplit(train, val, nil); err != nil {
		t.Fatal(err)
	}
	spec = features.Spec{
		Data:          d,
		Network:       swin.Random(swin.Config{Image: 8, Patch: 2, Embed: 6, Depths: []int{1, 1}, Heads: []int{1, 2}, Window: 2}, 3),
		Normalisation: dataset.ImageNet, Augmentation: augmentation, Seed: 42, Augmented: d.Train, Views: 1,
	}
	views, err := features.Extract(t.Context(), engine(t), spec, t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	scaling := features.FitScaling(views[0], d.Train)
	rows := scaling.Apply(views[0])
	fresh, err := features.NewOnTheFly(spec, scaling)
	if err != nil {
		t.Fatal(err)
	}
	labelsOf := func(images []int) Labels { return Labels{Fine: d.Integer(0, images), Coarse: d.Integer(1, images)} }
	k = newTask(t, kind)
	k.data = Data{OnTheFly: fresh, Train: labelsOf(train), Val: rows[60:], ValLabels: labelsOf(val)}
	return k, spec
}

// cachedViews replaces what is made on the fly by views that Extract keeps.
func (k task) cachedViews(t testing.TB, spec features.Spec, views ...int) task {
	t.Helper()
	for _, v := range views {
		spec.Views = max(spec.Views, v+1)
	}
	all, err := features.Extract(t.Context(), engine(t), spec, t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	scaling := features.FitScaling(all[0], spec.Data.Train)
	k.data.OnTheFly = nil
	for _, v := range views {
		var rows [][]float32
		for _, i := range spec.Data.Train {
			rows = append(rows, all[v][i])
		}
		k.data.Views = append(k.data.Views, scaling.Apply(rows))
	}
	return k
}

// TestOnTheFlyIsTrainingOnViews compares every epoch with training on cached
// features: of the images as they are where nothing augments them, else of one view
// an epoch.
func TestOnTheFlyIsTrainingOnViews(t *testing.T) {
	for name, augmentation := range map[string]dataset.Augmentation{
		"none": {}, "crop-flip": {dataset.ReflectCrop(2), dataset.Flip(0.5)},
	} {
		fly, spec := newPictureTask(t, model.NeSy, augmentation)
		fly.config.Epochs, fly.config.Warmup = 4, 1
		views := []int{0}
		if len(augmentation) > 0 {
			views = []int{1, 2, 3, 4}
		}
		b := engine(t)
		got, err := fly.run(t, b, t.TempDir(), nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := fly.cachedViews(t, spec, views...).run(t, b, t.TempDir(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Epochs) != 4 || len(want.Epochs) != 4 {
			t.Fatalf("%s: %d and %d epochs", name, len(got.Epochs), len(want.Epochs))
		}
		for e := range want.Epochs {
			a, b := got.Epochs[e], want.Epochs[e]
			for _, loss := range [][2]float64{{a.Train.Total, b.Train.Total}, {a.Loss, b.Loss}} {
				if math.Abs(loss[0]-loss[1]) > 1e-4 {
					t.Errorf("%s, epoch %d: the loss is %v, on cached features %v", name, e+1, loss[0], loss[1])
				}
			}
		}
		if len(views) > 1 {
			still, err := fly.cachedViews(t, spec, 1).run(t, b, t.TempDir(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := still.Epochs[1].Train.Total, want.Epochs[1].Train.Total; math.Abs(a-b) < 1e-3 {
				t.Errorf("the second epoch saw the first one's view: losses %v and %v", a, b)
			}
		}
		if first, last := got.Epochs[1].Loss, got.Epochs[3].Loss; last >= first {
			t.Errorf("%s: nothing was learnt: %v, then %v", name, first, last)
		}
	}
}

func TestOnTheFlyKilledAtEveryWrite(t *testing.T) {
	k, _ := newPictureTask(t, model.NeSy, dataset.INaturalistAugmentation())
	k.config.Epochs, k.config.Warmup = 3, 1
	killAtEveryWrite(t, k)
}

// TestCheckpointsHoldTheModelAlone looks for the backbone's weights.
func TestCheckpointsHoldTheModelAlone(t *testing.T) {
	k, spec := newPictureTask(t, model.Softmax, dataset.CropAndFlip())
	k.config.Epochs, k.config.Warmup = 1, 0
	fly, stored := t.TempDir(), t.TempDir()
	if _, err := k.run(t, engine(t), fly, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := k.cachedViews(t, spec, 1).run(t, engine(t), stored, nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{bestFile, lastFile} {
		if a, b := len(files(t, fly)[name]), len(files(t, stored)[name]); a != b {
			t.Errorf("%s has %d bytes, %d after training on cached features", name, a, b)
		}
	}
}

func TestOnTheFlyIsPartOfTheIdentity(t *testing.T) {
	a, spec := newPictureTask(t, model.Softmax, dataset.CropAndFlip())
	b, _ := newPictureTask(t, model.Softmax, dataset.Augmentation{dataset.Flip(0.5)})
	if a.data.digest() == b.data.digest() {
		t.Error("two augmentations, one digest")
	}
	again, _ := newPictureTask(t, model.Softmax, dataset.CropAndFlip())
	if a.data.digest() != again.data.digest() {
		t.Error("the same data have two digests")
	}
	both := a.cachedViews(t, spec, 0).data
	both.OnTheFly = a.data.OnTheFly
	if err := both.Validate(5, 3); err == nil || !strings.Contains(err.Error(), "both cached and made on the fly") {
		t.Errorf("error %v", err)
	}
	short := a.data
	short.Train.Fine = short.Train.Fine[1:]
	if err := short.Validate(5, 3); err == nil || !strings.Contains(err.Error(), "60 images, but 59 fine") {
		t.Errorf("error %v", err)
	}
}
