package dataset

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/backend"
)

// augmenter runs the graph of an augmentation on a batch of pictures, and says
// whether the backend rounds after every operation, as the Go backend does.
func augmenter(t testing.TB, a Augmentation) (run func(plans []float32, pixels []byte, side int) []float32, exact bool) {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	exec, err := graph.NewExec(b, a.Graph)
	if err != nil {
		t.Fatal(err)
	}
	return func(plans []float32, pixels []byte, side int) []float32 {
		batch := len(pixels) / (3 * side * side)
		out, err := exec.Call1(tensors.FromFlatDataAndDimensions(plans, batch, a.Numbers()),
			tensors.FromFlatDataAndDimensions(pixels, batch, 3, side, side))
		if err != nil {
			t.Fatal(err)
		}
		return tensors.MustCopyFlatData[float32](out)
	}, backend.IsGo(b)
}

// TestGraphMakesTheSamePictures lets both forms follow the same plans. Whatever only
// moves pixels or counts in whole numbers gives the same bytes; bilinear mixing
// and hue may fall to the other side of a half, and AutoAugment can enlarge such a
// difference.
func TestGraphMakesTheSamePictures(t *testing.T) {
	const batch, views = 16, 3
	d := Glyphs(GlyphOptions{Train: batch, Seed: 7})
	images := make([]int, batch)
	for i := range images {
		images[i] = i
	}
	for _, c := range []struct {
		a           Augmentation
		apart       float64 // share of the values that may differ
		beyond      float64 // and differ by more than 1
		differences float64 // at most
	}{
		{CropAndFlip(), 0, 0, 0},
		{Augmentation{RandomRotation(30), RandomErasing(0.7, [3]byte{1, 2, 3})}, 0, 0, 0},
		{Augmentation{AutoAugment(Torchvision)}, 0, 0, 0},
		{Augmentation{AutoAugment(Published)}, 0, 0, 0},
		{INaturalistAugmentation(), 2e-3, 0, 1},
		{CIFAR100Augmentation(ImageNet), 4e-3, 1e-3, 255},
	} {
		augment, exact := augmenter(t, c.a)
		if !exact {
			c.apart, c.beyond, c.differences = max(c.apart, 0.01), max(c.beyond, 1e-3), 255
		}
		var apart, beyond, most, changed, count float64
		for view := range views {
			var pixels, want []byte
			for _, i := range images {
				picture := make([]byte, d.Size())
				if err := d.Image(i, picture); err != nil {
					t.Fatal(err)
				}
				pixels = append(pixels, picture...)
				c.a.Apply(42, view, i, d.Side, picture)
				want = append(want, picture...)
			}
			got := augment(c.a.Plans(42, view, images, d.Side), pixels, d.Side)
			for k, v := range got {
				difference := math.Abs(float64(v) - float64(want[k]))
				count++
				most = max(most, difference)
				if difference > 0 {
					apart++
				}
				if difference > 1 {
					beyond++
				}
				if want[k] != pixels[k] {
					changed++
				}
			}
		}
		t.Logf("%v: %.2g of the values differ, %.2g by more than 1, %v at most", c.a, apart/count, beyond/count, most)
		if apart/count > c.apart || beyond/count > c.beyond || most > c.differences {
			t.Errorf("%v: %.2g of the values differ, %.2g by more than 1, %v at most", c.a, apart/count, beyond/count, most)
		}
		if changed/count < 0.1 {
			t.Errorf("%v changed next to nothing", c.a)
		}
	}
}

// TestPlansAreOfNumbers holds each step to the length of its plan: to draw more is a
// panic, and over many pictures each number says something.
func TestPlansAreOfNumbers(t *testing.T) {
	a := CIFAR100Augmentation(ImageNet)
	for _, s := range append(CropAndFlip(), a...) {
		r, used := rand.New(rand.NewPCG(1, 1)), make([]bool, s.Numbers)
		for range 200 {
			plan := make([]float64, s.Numbers)
			s.Draw(r, 32, plan)
			for k, v := range plan {
				used[k] = used[k] || v != 0
			}
		}
		if slices.Contains(used, false) {
			t.Errorf("%s: which numbers of the plan were ever drawn: %v", s.Name, used)
		}
	}
	if got, want := len(a.Plans(1, 2, []int{3, 4}, 32)), 2*a.Numbers(); got != want {
		t.Errorf("two plans are %d numbers, want %d", got, want)
	}
	if got := (Augmentation{}).Plans(1, 2, []int{3}, 32); len(got) != 0 {
		t.Errorf("no steps are planned by %v", got)
	}
}

// BenchmarkGraph measures the graphs of the recipes, plans drawn anew each time,
// pictures already on the device. The large sizes are left out on the Go backend.
//
//	GOEXPERIMENT=simd go test -run '^$' -bench Graph ./nesy/dataset
func BenchmarkGraph(b *testing.B) {
	engine, err := backend.New()
	if err != nil {
		b.Fatal(err)
	}
	for _, recipe := range []struct {
		name string
		a    Augmentation
	}{{"crop-flip", CropAndFlip()}, {"inat2021", INaturalistAugmentation()}, {"cifar100", CIFAR100Augmentation(ImageNet)}} {
		for _, size := range []struct {
			side, batch int
			large       bool
		}{{32, 64, false}, {32, 1024, true}, {224, 128, true}} {
			b.Run(fmt.Sprintf("%s/side=%d/batch=%d", recipe.name, size.side, size.batch), func(b *testing.B) {
				if size.large && backend.IsGo(engine) {
					b.Skip("too large for the Go backend")
				}
				exec, err := graph.NewExec(engine, recipe.a.Graph)
				if err != nil {
					b.Fatal(err)
				}
				pixels := bytes.Repeat(scattered(size.side), size.batch)
				pictures := tensors.FromFlatDataAndDimensions(pixels, size.batch, 3, size.side, size.side)
				images := make([]int, size.batch)
				for i := range images {
					images[i] = i
				}
				view := 0
				augment := func() {
					plans := recipe.a.Plans(42, view, images, size.side)
					view++
					out, err := exec.Call1(tensors.FromFlatDataAndDimensions(plans, size.batch, recipe.a.Numbers()), pictures)
					if err != nil {
						b.Fatal(err)
					}
					out.MustConstFlatData(func(any) {}) // waits for it
					out.MustFinalizeAll()
				}
				augment() // compiles
				for b.Loop() {
					augment()
				}
				b.ReportMetric(float64(b.N*size.batch)/b.Elapsed().Seconds(), "images/s")
			})
		}
	}
}
