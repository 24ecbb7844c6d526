package features

import (
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

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
	b := newBackend(t)
	glyphs := dataset.Glyphs(dataset.GlyphOptions{Train: 6, Seed: 42})
	for _, spec := range []Spec{
		{Data: glyphs, Network: carried, Augmentation: dataset.CropAndFlip()},
		{Data: glyphs, Network: carried, Augmentation: dataset.CIFAR100Augmentation(dataset.ImageNet)},
		{Data: pictures(t, 6, 12), Network: swin.Random(network, 1), Augmentation: dataset.CropAndFlip()},
	} {
		spec.Normalisation, spec.Seed, spec.Views = dataset.ImageNet, 42, 2
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
		places := []int{4, 0, 1, 5, 2}
		var inputs []any
		for _, x := range fresh.Inputs(0, places) {
			inputs = append(inputs, x)
		}
		out, err := exec.Exec(inputs...)
		if err != nil {
			t.Fatal(err)
		}
		got := tensors.MustCopyFlatData[float32](out[0])
		want := scaling.Apply(views[1])
		most, moved := 0.0, 0.0
		for k, place := range places {
			for j, w := range want[place] {
				most = max(most, math.Abs(float64(got[k*fresh.Features()+j]-w)))
				moved = max(moved, math.Abs(float64(w-scaling.Apply(views[0])[place][j])))
			}
		}
		t.Logf("%s: %.2g at most, where the augmentation moves features by up to %.2g", spec.Augmentation, most, moved)
		if most > 1e-4 || moved < 0.1 {
			t.Errorf("%s: features differ by %g; the augmentation moves them by %g", spec.Augmentation, most, moved)
		}
	}
}

// TestResizeGraph compares with the resizer, up and down, by either interpolation.
func TestResizeGraph(t *testing.T) {
	b := newBackend(t)
	for _, how := range []Interpolation{Bicubic, Bilinear} {
		for _, side := range [][2]int{{32, 224}, {16, 20}, {30, 11}, {7, 7}} {
			from, to := side[0], side[1]
			d := pictures(t, 3, from)
			var pixels, want []byte
			r := newResizer(from, to, how)
			for i := range d.Len() {
				raw := make([]byte, d.Size())
				if err := d.Image(i, raw); err != nil {
					t.Fatal(err)
				}
				pixels = append(pixels, raw...)
				want = append(want, r.resize(raw)...)
			}
			exec, err := NewExec(b, func(images *Node) *Node {
				return resizeGraph(ConvertDType(images, dtypes.Float32), to, how)
			})
			if err != nil {
				t.Fatal(err)
			}
			out, err := exec.Exec1(tensors.FromFlatDataAndDimensions(pixels, d.Len(), 3, from, from))
			if err != nil {
				t.Fatal(err)
			}
			apart := 0
			for k, v := range tensors.MustCopyFlatData[float32](out) {
				switch d := float64(v) - float64(want[k]); {
				case d < -1 || d > 1:
					t.Fatalf("%s %d to %d: value %d is %v, want %d", how, from, to, k, v, want[k])
				case d != 0:
					apart++
				}
			}
			if share := float64(apart) / float64(len(want)); share > 1e-3 {
				t.Errorf("%s %d to %d: %.2g of the values differ", how, from, to, share)
			}
		}
	}
}
