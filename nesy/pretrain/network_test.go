package main

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/dataset"
	"nesybook/nesy/swin"
)

// values returns all parameters, one after another.
func values(n *network) []float32 {
	var all []float32
	for _, v := range n.parameters {
		all = append(all, tensors.MustCopyFlatData[float32](v.MustValue())...)
	}
	return all
}

// TestApply holds two steps to the optimiser's algorithm and to the recipe: gradients
// are shortened to the highest norm, and vectors and position biases do not decay.
func TestApply(t *testing.T) {
	r := smallRecipe()
	r.Decay, r.MaxNorm = 0.5, 2
	n, err := newNetwork(newBackend(t), r)
	if err != nil {
		t.Fatal(err)
	}
	const rate = 0.01
	x := values(n)
	var decays []bool
	for _, v := range n.parameters {
		for range v.Shape().Size() {
			decays = append(decays, strings.HasSuffix(v.Path(), ".weight") && !strings.Contains(v.Path(), "norm"))
		}
	}
	plain := make([]float64, len(x))
	for i := range x {
		plain[i] = float64(x[i])
	}
	m, s := make([]float64, len(x)), make([]float64, len(x))
	for step, size := range []float64{5, 1e-3} { // the first is too long
		gradient, norm := make([]float32, len(x)), 0.0
		for i := range gradient {
			gradient[i] = float32(size * math.Sin(float64(i*(step+1))))
			norm += float64(gradient[i]) * float64(gradient[i])
		}
		norm = math.Sqrt(norm)
		outputs, err := n.apply.Exec(gradient, n.optimiser.Rates(rate, step+1))
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(outputs[0].Value().(float32)); math.Abs(got-norm) > 1e-5*norm {
			t.Errorf("norm %g, want %g", got, norm)
		}
		for i := range plain {
			g := float64(gradient[i]) * min(1, r.MaxNorm/norm)
			m[i] = 0.9*m[i] + 0.1*g
			s[i] = 0.999*s[i] + 0.001*g*g
			at := float64(step + 1)
			move := m[i] / (1 - math.Pow(0.9, at)) / (math.Sqrt(s[i]/(1-math.Pow(0.999, at))) + 1e-8)
			if decays[i] {
				plain[i] *= 1 - rate*r.Decay
			}
			plain[i] -= rate * move
		}
	}
	for i, got := range values(n) {
		if math.Abs(float64(got)-plain[i]) > 2e-6 {
			t.Fatalf("parameter %d is %g, want %g", i, got, plain[i])
		}
	}
}

// TestChunks computes a batch as a whole and in parts.
func TestChunks(t *testing.T) {
	train, val := pictures(t, 8, 6)
	b := newBackend(t)
	in := func(chunk int) (gradient []float32, learnt, measured measures) {
		r := smallRecipe()
		r.Chunk = chunk
		n, err := newNetwork(b, r)
		if err != nil {
			t.Fatal(err)
		}
		images := newBatch(r)
		images.fill(train, order(8, 1, 0), 0, 0)
		g, err := n.gradient(images, &learnt)
		if err != nil {
			t.Fatal(err)
		}
		if measured, err = n.accuracy(val); err != nil {
			t.Fatal(err)
		}
		return tensors.MustCopyFlatData[float32](g), learnt, measured
	}
	whole, learnt, measured := in(8)
	if largest := slices.Max(whole); largest < 1e-2 {
		t.Fatalf("the largest of the gradient is %g", largest)
	}
	for _, chunk := range []int{4, 1} {
		parts, l, m := in(chunk)
		for i := range whole {
			if d := math.Abs(float64(parts[i] - whole[i])); !(d < 1e-6) {
				t.Fatalf("chunks of %d: the gradient's number %d is off by %g", chunk, i, d)
			}
		}
		for _, c := range []struct{ got, want measures }{{l, learnt}, {m, measured}} {
			if math.Abs(c.got.Loss-c.want.Loss) > 1e-5 || c.got.Hits != c.want.Hits {
				t.Errorf("chunks of %d: %+v, want %+v", chunk, c.got, c.want)
			}
		}
	}
}

// TestBFloat16 holds the gradient with rounded factors to that without.
func TestBFloat16(t *testing.T) {
	train, _ := pictures(t, 8, classes)
	b := newBackend(t)
	in := func(precision string) []float32 {
		r := smallRecipe()
		r.Precision = precision
		n, err := newNetwork(b, r)
		if err != nil {
			t.Fatal(err)
		}
		images := newBatch(r)
		images.fill(train, order(8, 1, 0), 0, 0)
		var m measures
		g, err := n.gradient(images, &m)
		if err != nil {
			t.Fatal(err)
		}
		return tensors.MustCopyFlatData[float32](g)
	}
	want, got := in("float32"), in("bfloat16")
	difference, norm := 0.0, 0.0
	for i := range want {
		difference += math.Pow(float64(got[i])-float64(want[i]), 2)
		norm += math.Pow(float64(want[i]), 2)
	}
	if d := math.Sqrt(difference / norm); !(d > 1e-4 && d < 0.02) {
		t.Errorf("the gradient in bfloat16 is off by %.2g of its norm", d)
	}
}

// TestAccuracyOfTheCarriedWeights measures weights whose accuracy is known: 0.3092 by
// their card, for all 10,000 validation images.
func TestAccuracyOfTheCarriedWeights(t *testing.T) {
	dir := os.Getenv("NESY_DATA")
	if dir == "" {
		t.Skip("NESY_DATA names no folder with Tiny ImageNet")
	}
	_, val, err := dataset.TinyImageNet(dir)
	if err != nil {
		t.Skip(err)
	}
	carried, err := swin.Carried()
	if err != nil {
		t.Fatal(err)
	}
	b := newBackend(t)
	r := NewRecipe(carried.Config.Classes)
	r.Chunk = 32
	n, err := newNetwork(b, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range carried.Tensors() {
		if err := n.store.GetVariable("/" + x.Name).SetValue(tensors.FromFlatDataAndDimensions(x.Data, x.Shape...)); err != nil {
			t.Fatal(err)
		}
	}
	const images = 640
	m, err := n.accuracy(val.First(images))
	if err != nil {
		t.Fatal(err)
	}
	// Of so many the accuracy has a standard deviation of 0.018.
	if got := m.Hits / images; math.Abs(got-0.3092) > 0.055 {
		t.Errorf("accuracy %.4f, want about 0.3092", got)
	}
}

// BenchmarkStep trains steps of the recipe on batches of 128.
func BenchmarkStep(b *testing.B) {
	train, _ := pictures(b, 128, classes)
	r := NewRecipe(classes)
	r.Batch = 128
	engine := newBackend(b)
	r.Chunk = defaultChunk(engine, r.Batch)
	n, err := newNetwork(engine, r)
	if err != nil {
		b.Fatal(err)
	}
	images := newBatch(r)
	var m measures
	step := func(number int) {
		images.fill(train, order(train.Len(), 1, number), number, number)
		if err := n.step(images, number, 1e-3, &m); err != nil {
			b.Fatal(err)
		}
	}
	step(0) // compiles
	b.ResetTimer()
	for i := range b.N {
		step(i + 1)
	}
	b.ReportMetric(float64(b.N*r.Batch)/b.Elapsed().Seconds(), "images/s")
}
