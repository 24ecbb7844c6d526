package resnet

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backbone/backbonetest"
	"nesybook/nesy/safetensors"
)

func drawn(t testing.TB, c Config) *Weights {
	t.Helper()
	file, size := backbonetest.File(backbonetest.Tensors(c.Shapes()))
	w, err := Read(file, size, c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func at(side int, c Config) Config {
	c.Side = side
	return c
}

func TestGolden(t *testing.T) {
	for name, c := range map[string]Config{
		"resnet18":    at(64, ResNet18()),
		"resnet18_33": at(33, ResNet18()), // sides that strides do not divide
		"resnet50":    at(64, ResNet50()),
	} {
		w := drawn(t, c)
		backbonetest.Golden(t, filepath.Join("testdata", name+".safetensors"), func(scope *model.Scope, images *Node) ([]*Node, *Node) {
			out := Forward(scope, w, images)
			return out.Stages[:], out.Pooled
		})
	}
}

func TestNamesAreTorchvisions(t *testing.T) {
	backbonetest.Names(t, "testdata/resnet18.names", ResNet18().Shapes(), rename)
	backbonetest.Names(t, "testdata/resnet50.names", ResNet50().Shapes(), rename)
}

func BenchmarkResNet18(b *testing.B) { benchmark(b, ResNet18()) }
func BenchmarkResNet50(b *testing.B) { benchmark(b, ResNet50()) }

func benchmark(b *testing.B, c Config) {
	for _, batch := range []int{1, 2, 4, 8} {
		b.Run(fmt.Sprintf("batch=%d", batch), func(b *testing.B) { backbonetest.Benchmark(b, drawn(b, c), batch) })
	}
}

func TestBadWeights(t *testing.T) {
	c := ResNet18()
	tensors := func() []safetensors.Tensor { return backbonetest.Tensors(c.Shapes()) }
	whole, negative := tensors(), tensors()
	for _, t := range negative {
		if t.Name == "layer2.0.bn1.running_var" {
			t.Data[7] = -0.5
		}
	}
	read := func(tensors []safetensors.Tensor) (*Weights, error) {
		file, size := backbonetest.File(tensors)
		return Read(file, size, c)
	}
	for name, c := range map[string]struct {
		tensors []safetensors.Tensor
		want    string
	}{
		"missing": {whole[1:], `"conv1.weight" [64 3 7 7] is missing, the first of 1`},
		"unknown": {append(tensors(), safetensors.Tensor{Name: "extra", Shape: []int{1}, Data: []float32{1}}), `"extra" [1] is not part`},
		"not a number": {append(tensors()[1:], safetensors.Tensor{Name: "conv1.weight", Shape: whole[0].Shape,
			Data: append([]float32{float32(math.Inf(1))}, whole[0].Data[1:]...)}), `"conv1.weight" holds +Inf`},
		"negative": {negative, `"layer2.0.bn1.running_var" holds a negative variance, -0.5`},
	} {
		if _, err := read(c.tensors); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "resnet: ") {
			t.Errorf("%s: %v does not say %q", name, err, c.want)
		}
	}
	// What a file from torchvision holds beside: a classifier, here of 10 classes.
	rest := []safetensors.Tensor{
		{Name: "fc.weight", Shape: []int{10, 512}, Data: make([]float32, 5120)},
		{Name: "fc.bias", Shape: []int{10}, Data: make([]float32, 10)},
		{Name: "bn1.num_batches_tracked", Data: []float32{7}},
	}
	bare, err := read(whole)
	if err != nil {
		t.Fatal(err)
	}
	if full, err := read(append(tensors(), rest...)); err != nil || full.Digest() != bare.Digest() {
		t.Errorf("with a classifier: %v, or other weights", err)
	}
}

// The parameters of He and others' networks as torchvision documents them,
// 11,689,512 and 25,557,032, less the classifier's; running statistics are as many
// as scales and shifts, 9,600 and 53,120.
func TestSizes(t *testing.T) {
	for _, n := range []struct {
		config                           Config
		features, documented, statistics int
	}{{ResNet18(), 512, 11689512, 9600}, {ResNet50(), 2048, 25557032, 53120}} {
		count := 0
		for _, s := range n.config.Shapes() {
			count += s.Size()
		}
		if want := n.documented - 1000*(n.features+1) + n.statistics; count != want || n.config.outputs(3) != n.features {
			t.Errorf("%+v: %d values and %d features, want %d and %d", n.config, count, n.config.outputs(3), want, n.features)
		}
	}
}
