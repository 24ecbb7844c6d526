package features

import (
	"fmt"
	"slices"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backbone"
	"nesybook/nesy/backend"
	"nesybook/nesy/dataset"
	"nesybook/nesy/swin"
)

// BenchmarkOnTheFly measures features made of bytes in one graph: the augmentation
// for CIFAR-100 on pictures of 32 pixels, resizing, normalisation, network. "bare"
// is the same without augmentation. The small Swin has its own weights, Swin-T
// random ones, at 224 pixels. Large batches, which stand first since they matter
// most where there is a GPU, are left out on the Go backend.
//
//	GOEXPERIMENT=simd go test -run '^$' -bench OnTheFly ./nesy/features
func BenchmarkOnTheFly(b *testing.B) {
	engine, err := backend.New()
	if err != nil {
		b.Fatal(err)
	}
	carried, err := swin.Carried()
	if err != nil {
		b.Fatal(err)
	}
	tiny := swin.Random(swin.Tiny(), 1)
	for _, c := range []struct {
		name    string
		network backbone.Network
		batch   int
		large   bool
	}{
		{"tiny/bfloat16", swin.BFloat16{Weights: tiny}, 128, true}, {"tiny/bfloat16", swin.BFloat16{Weights: tiny}, 256, true},
		{"tiny/float32", tiny, 128, true}, {"nano32", carried, 512, true},
		{"nano32", carried, 64, false}, {"tiny/float32", tiny, 4, false},
	} {
		for _, augmentation := range []dataset.Augmentation{dataset.CIFAR100Augmentation(dataset.ImageNet), nil} {
			way := "cifar100"
			if augmentation == nil {
				way = "bare"
			}
			b.Run(fmt.Sprintf("%s/%s/batch=%d", c.name, way, c.batch), func(b *testing.B) {
				if c.large && backend.IsGo(engine) {
					b.Skip("too large for the Go backend")
				}
				spec := Spec{
					Data: pictures(b, 2*c.batch, 32), Network: c.network, Normalisation: dataset.ImageNet,
					Augmentation: augmentation, Seed: 42,
				}
				width := c.network.Features()
				unscaled := Scaling{Mean: make([]float32, width), Std: slices.Repeat([]float32{1}, width)}
				fresh, err := NewOnTheFly(spec, unscaled)
				if err != nil {
					b.Fatal(err)
				}
				exec, err := model.NewExec(engine, model.NewStore(), func(scope *model.Scope, inputs []*Node) *Node {
					return fresh.Graph(scope, inputs)
				})
				if err != nil {
					b.Fatal(err)
				}
				defer exec.Finalize()
				places := make([]int, c.batch)
				for k := range places {
					places[k] = 2 * k
				}
				epoch := 0
				encode := func() {
					var inputs []any
					for _, x := range fresh.Inputs(epoch, places) {
						inputs = append(inputs, x)
					}
					epoch++
					out, err := exec.Exec(inputs...)
					if err != nil {
						b.Fatal(err)
					}
					out[0].MustConstFlatData(func(any) {}) // waits for it
					out[0].MustFinalizeAll()
				}
				encode() // compiles
				for b.Loop() {
					encode()
				}
				b.ReportMetric(float64(b.N*c.batch)/b.Elapsed().Seconds(), "images/s")
			})
		}
	}
}
