package features

import (
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backend"
	"nesybook/nesy/dataset"
	"nesybook/nesy/swin"
)

// TestGraphIsExtract compares the carried network's features of a few glyphs,
// under two recipes, with those that Extract makes of pictures
// augmented, resized and normalised one by one. The data are of another size than
// the network's images the last time.
func TestGraphIsExtract(t *testing.T) {
	carried, err := swin.Carried()
	if err != nil {
		t.Fatal(err)
	}
	b, tolerance := newBackend(t), 1e-4
	if !backend.IsGo(b) {
		tolerance = 0.05 // one that fuses operations may move a pixel by 1 of 255
	}
	glyphs := dataset.Glyphs(dataset.GlyphOptions{Train: 6, Seed: 42})
	for _, spec := range []Spec{
		{Data: glyphs, Network: carried, Augmentation: dataset.CropAndFlip()},
		{Data: glyphs, Network: carried, Augmentation: dataset.CIFAR100Augmentation(dataset.ImageNet)},
		{Data: pictures(t, 6, 12), Network: swin.Random(network, 1), Augmentation: dataset.CropAndFlip()},
	} {
		spec.Normalisation, spec.Seed, spec.Views = dataset.ImageNet, 42, 2
		spec.Augmented = []int{1, 2, 4, 5}
		views, _ := extract(t, b, spec, t.TempDir())
		scaling := FitScaling(views[0], spec.covered(0))
		fresh, err := NewOnTheFly(spec, scaling)
		if err != nil {
			t.Fatal(err)
		}
		exec, err := model.NewExec(b, model.NewStore(), func(scope *model.Scope, inputs []*Node) *Node {
			return fresh.Graph(scope, inputs)
		})
		if err != nil {
			t.Fatal(err)
		}
		places := []int{3, 0, 1}
		var inputs []any
		for _, x := range fresh.Inputs(0, places) {
			inputs = append(inputs, x)
		}
		out, err := exec.Exec(inputs...)
		if err != nil {
			t.Fatal(err)
		}
		got := tensors.MustCopyFlatData[float32](out[0])
		most, moved := 0.0, 0.0
		for k, place := range places {
			i := spec.Augmented[place]
			rows := scaling.Apply([][]float32{views[0][i], views[1][i]})
			for j, w := range rows[1] {
				most = max(most, math.Abs(float64(got[k*fresh.Features()+j]-w)))
				moved = max(moved, math.Abs(float64(w-rows[0][j])))
			}
		}
		t.Logf("%s: %.2g at most, where the augmentation moves features by up to %.2g", spec.Augmentation, most, moved)
		if most > tolerance || moved < 0.1 {
			t.Errorf("%s: features differ by %g; the augmentation moves them by %g", spec.Augmentation, most, moved)
		}
	}
}
