package vgg

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backbone/backbonetest"
	"nesybook/nesy/safetensors"
)

// narrow has VGG16's layers with few channels.
func narrow(side int) Config {
	return Config{Side: side, Widths: [][]int{{4, 4}, {6, 6}, {8, 8, 8}, {10, 10, 10}, {10, 10, 10}}, Hidden: 48}
}

func drawn(t testing.TB, c Config) *Weights {
	t.Helper()
	file, size := backbonetest.File(backbonetest.Tensors(c.Shapes()))
	w, err := Read(file, size, c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Maps of side 7, as trained, 3, whose windows overlap, and 1 enter the classifier.
func TestGolden(t *testing.T) {
	for _, side := range []int{224, 96, 32} {
		w := drawn(t, narrow(side))
		backbonetest.Golden(t, filepath.Join("testdata", fmt.Sprintf("vgg_%d.safetensors", side)), func(scope *model.Scope, images *Node) ([]*Node, *Node) {
			out := Forward(scope, w, images)
			return append(out.Stages, out.Grid), out.Hidden
		})
	}
}

func TestNamesAreTorchvisions(t *testing.T) {
	backbonetest.Names(t, "testdata/vgg16.names", VGG16().Shapes(), rename)
}

func TestBadWeights(t *testing.T) {
	c := narrow(32)
	tensors := backbonetest.Tensors(c.Shapes())
	last := []safetensors.Tensor{
		{Name: "classifier.6.weight", Shape: []int{2, 48}, Data: make([]float32, 96)},
		{Name: "classifier.6.bias", Shape: []int{2}, Data: make([]float32, 2)},
	}
	file, size := backbonetest.File(append(last, tensors...))
	if w, err := Read(file, size, c); err != nil || w.Digest() != drawn(t, c).Digest() {
		t.Errorf("with the last layer: %v, or other weights", err)
	}
	file, size = backbonetest.File(tensors[2:])
	if _, err := Read(file, size, c); err == nil || !strings.Contains(err.Error(), `vgg: tensor "features.0.weight" [4 3 3 3] is missing, the first of 2`) {
		t.Errorf("missing: %v", err)
	}
	file, size = backbonetest.File(tensors)
	if _, err := Read(file, size, narrow(31)); err == nil || !strings.Contains(err.Error(), "side 31, want at least 32") {
		t.Errorf("small images: %v", err)
	}
}

// torchvision documents 138,357,544 parameters; the last layer has 4,097,000.
func TestSize(t *testing.T) {
	count := 0
	for _, s := range VGG16().Shapes() {
		count += s.Size()
	}
	if count != 138357544-4097000 {
		t.Errorf("%d values, want %d", count, 138357544-4097000)
	}
}

func BenchmarkVGG16(b *testing.B) { backbonetest.Benchmark(b, drawn(b, VGG16()), 1) }
