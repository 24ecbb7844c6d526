package vit

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backbone/backbonetest"
)

var small = Config{Side: 24, Patch: 8, Width: 12, Hidden: 20, Blocks: 3, Heads: 2}

func drawn(t testing.TB, c Config) *Weights {
	t.Helper()
	file, size := backbonetest.File(backbonetest.Tensors(c.Shapes()))
	w, err := Read(file, size, c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestGolden(t *testing.T) {
	w := drawn(t, small)
	backbonetest.Golden(t, "testdata/vit_small.safetensors", func(scope *model.Scope, images *Node) ([]*Node, *Node) {
		out := Forward(scope, w, images)
		return out.Blocks, out.Class
	})
}

func TestNamesAreTorchvisions(t *testing.T) {
	backbonetest.Names(t, "testdata/vit_b_16.names", Base16().Shapes(), rename)
}

// Files of torchvision's before 0.14 name the perceptron's layers otherwise.
func TestOlderNames(t *testing.T) {
	tensors := backbonetest.Tensors(small.Shapes())
	for i := range tensors {
		tensors[i].Name = strings.NewReplacer(".mlp.0.", ".mlp.linear_1.", ".mlp.3.", ".mlp.linear_2.").Replace(tensors[i].Name)
	}
	file, size := backbonetest.File(tensors)
	if w, err := Read(file, size, small); err != nil || w.Digest() != drawn(t, small).Digest() {
		t.Errorf("older names: %v, or other weights", err)
	}
}

func TestBadWeights(t *testing.T) {
	tensors := backbonetest.Tensors(small.Shapes())
	file, size := backbonetest.File(tensors[1:])
	if _, err := Read(file, size, small); err == nil || !strings.Contains(err.Error(), `vit: tensor "class_token" [1 1 12] is missing, the first of 1`) {
		t.Errorf("missing: %v", err)
	}
	file, size = backbonetest.File(tensors)
	larger, odd := small, small
	larger.Side, odd.Side = 32, 30
	if _, err := Read(file, size, larger); err == nil || !strings.Contains(err.Error(), `"encoder.pos_embedding" has shape [1 10 12], want [1 17 12]`) {
		t.Errorf("other side: %v", err)
	}
	if _, err := Read(file, size, odd); err == nil || !strings.Contains(err.Error(), "patches of 8 must tile a side of 30") {
		t.Errorf("odd side: %v", err)
	}
}

// torchvision documents 86,567,656 parameters; the classifier has 769,000.
func TestSize(t *testing.T) {
	count := 0
	for _, s := range Base16().Shapes() {
		count += s.Size()
	}
	if count != 86567656-769000 {
		t.Errorf("%d values, want %d", count, 86567656-769000)
	}
}

func BenchmarkBase16(b *testing.B) {
	w := drawn(b, Base16())
	for _, batch := range []int{1, 2, 4, 8} {
		b.Run(fmt.Sprintf("batch=%d", batch), func(b *testing.B) { backbonetest.Benchmark(b, w, batch) })
	}
}
