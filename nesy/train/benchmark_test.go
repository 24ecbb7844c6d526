package train

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nesybook/nesy/backbone"
	"nesybook/nesy/backend"
	"nesybook/nesy/dataset"
	"nesybook/nesy/features"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/hierarchy"
	"nesybook/nesy/model"
	"nesybook/nesy/objective"
	"nesybook/nesy/swin"
)

// benchmarkFamilies returns a hierarchy and families of CIFAR-100's sizes with
// the small Swin's clusters: 192 fine sets over 100 labels and 83 coarse sets
// over 20.
func benchmarkFamilies() (h *hierarchy.Hierarchy, fine, coarse *focal.Family) {
	rng := rand.New(rand.NewPCG(7, 7))
	names := func(prefix string, n int) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprint(prefix, i)
		}
		return list
	}
	parents := make([]int, 100)
	for y := range parents {
		parents[y] = y / 5
	}
	h, err := hierarchy.TwoLevel(names("fine", 100), names("coarse", 20), parents)
	if err != nil {
		panic(err)
	}
	grow := func(frame, sets int, largest int) *focal.Family {
		f := focal.NewFamily(frame)
		for f.Len() < sets {
			f = focal.NewFamily(frame, append(f.Sets, focal.NewSet(rng.Perm(frame)[:2+rng.IntN(largest-1)]...))...)
		}
		return f
	}
	return h, grow(100, 192, 8), grow(20, 83, 6)
}

// BenchmarkStep measures one training step on 192 features: filling the batch,
// drawing the masks of dropout, forward, backward, optimiser.
//
//	GOEXPERIMENT=simd go test -run '^$' -bench Step -benchtime 3s ./nesy/train
func BenchmarkStep(b *testing.B) {
	h, fine, coarse := benchmarkFamilies()
	type loss struct {
		name   string
		config objective.Config
	}
	losses := []loss{{"base", objective.Default(model.Softmax)}, {"rs-nn", objective.Default(model.RandomSet)}}
	for _, t := range fuzzy.TNorms {
		c := objective.Default(model.NeSy)
		c.Consistency.TNorm = t
		losses = append(losses, loss{"nesy-" + t.String(), c})
	}
	engine, err := backend.New()
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []int{64, 512} {
		for _, l := range losses {
			b.Run(fmt.Sprintf("%s/batch=%d", l.name, size), func(b *testing.B) {
				o, err := objective.New(h, 0, fine, coarse, l.config)
				if err != nil {
					b.Fatal(err)
				}
				f, c := o.Outputs()
				mc := model.Config{Kind: l.config.Kind, Hidden: 1024, Width: 512, Dropout: 0.3, Fine: f, Coarse: c}
				config := Default()
				config.Batch = size
				rng := rand.New(rand.NewPCG(1, 1))
				rows := make([][]float32, 2*size)
				labels := Labels{Fine: make([]int, len(rows)), Coarse: make([]int, len(rows))}
				for i := range rows {
					labels.Fine[i] = rng.IntN(100)
					labels.Coarse[i] = labels.Fine[i] / 5
					rows[i] = make([]float32, 192)
					for j := range rows[i] {
						rows[i][j] = float32(rng.NormFloat64())
					}
				}
				n, err := newNetwork(engine, 192, newCached([][][]float32{rows}, size), mc, o, config)
				if err != nil {
					b.Fatal(err)
				}
				var m Measures
				images := order(len(rows), 1, 0)[:size]
				step := func(i int) {
					if err := n.step(0, labels, images, i, 1e-3, false, &m); err != nil {
						b.Fatal(err)
					}
				}
				step(0) // compiles
				number := 1
				for b.Loop() {
					step(number)
					number++
				}
				b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/step")
			})
		}
	}
}

// BenchmarkOnTheFlyStep measures one training step on images that are augmented as
// the paper's for CIFAR-100, 32 pixels wide, and pass through the frozen backbone in
// the same graph: the small Swin, or Swin-T of random weights at 224 pixels, in the
// precisions it has. Large steps stand first, since they matter most where there is
// a GPU, and are left out on the Go backend.
//
//	GOEXPERIMENT=simd go test -run '^$' -bench OnTheFlyStep -benchtime 3s ./nesy/train
func BenchmarkOnTheFlyStep(b *testing.B) {
	h, fine, coarse := benchmarkFamilies()
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
		{"tiny/bfloat16", swin.BFloat16{Weights: tiny}, 256, true}, {"tiny/bfloat16", swin.BFloat16{Weights: tiny}, 64, true},
		{"tiny/float32", tiny, 64, true}, {"nano32", carried, 512, true}, {"nano32", carried, 64, false},
	} {
		b.Run(fmt.Sprintf("%s/batch=%d", c.name, c.batch), func(b *testing.B) {
			if c.large && backend.IsGo(engine) {
				b.Skip("too large for the Go backend")
			}
			const images, side = 1024, 32
			labels := Labels{Fine: make([]int, images), Coarse: make([]int, images)}
			for i := range images {
				labels.Fine[i], labels.Coarse[i] = i%100, i%100/5
			}
			d, err := dataset.New("noise", h, side, labels.Fine, "noise", func(i int, dst []byte) error {
				r := rand.New(rand.NewPCG(uint64(i), 1))
				for k := range dst {
					dst[k] = byte(r.IntN(256))
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			width := c.network.Features()
			unscaled := features.Scaling{Mean: make([]float32, width), Std: slices.Repeat([]float32{1}, width)}
			fresh, err := features.NewOnTheFly(features.Spec{
				Data: d, Network: c.network, Normalisation: dataset.ImageNet,
				Augmentation: dataset.CIFAR100Augmentation(dataset.ImageNet), Seed: 42,
			}, unscaled)
			if err != nil {
				b.Fatal(err)
			}
			o, err := objective.New(h, 0, fine, coarse, objective.Default(model.NeSy))
			if err != nil {
				b.Fatal(err)
			}
			outputs, coarseOutputs := o.Outputs()
			mc := model.Config{Kind: model.NeSy, Hidden: 1024, Width: 512, Dropout: 0.3, Fine: outputs, Coarse: coarseOutputs}
			config := Default()
			config.Batch = c.batch
			n, err := newNetwork(engine, width, fresh, mc, o, config)
			if err != nil {
				b.Fatal(err)
			}
			var m Measures
			number := 0
			step := func() {
				perEpoch := images / c.batch
				at := number % perEpoch * c.batch
				chosen := order(images, 1, number/perEpoch)[at : at+c.batch]
				if err := n.step(number/perEpoch, labels, chosen, number, 1e-3, false, &m); err != nil {
					b.Fatal(err)
				}
				number++
			}
			step() // compiles
			for b.Loop() {
				step()
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/step")
			b.ReportMetric(float64(b.N*c.batch)/b.Elapsed().Seconds(), "images/s")
		})
	}
}
