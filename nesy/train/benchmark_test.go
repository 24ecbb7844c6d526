package train

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nesybook/nesy/backend"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/hierarchy"
	"nesybook/nesy/model"
	"nesybook/nesy/objective"
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
