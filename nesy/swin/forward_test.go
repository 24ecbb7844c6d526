package swin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backend"
	"nesybook/nesy/safetensors"
)

func newBackend(t testing.TB) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Finalize)
	return b
}

// run returns the values of all nodes of a forward pass: the stages, the pooled
// features and, if there is a head, the logits.
func run(t testing.TB, w *Weights, images []float32) [][]float32 {
	t.Helper()
	c := w.Config
	exec, err := model.NewExec(newBackend(t), model.NewStore(), func(scope *model.Scope, images *graph.Node) []*graph.Node {
		out := Forward(scope, w, images)
		nodes := append(out.Stages, out.Pooled)
		if out.Logits != nil {
			nodes = append(nodes, out.Logits)
		}
		return nodes
	})
	if err != nil {
		t.Fatal(err)
	}
	results, err := exec.Call(tensors.FromFlatDataAndDimensions(images, len(images)/c.Pixels(), 3, c.Image, c.Image))
	if err != nil {
		t.Fatal(err)
	}
	var values [][]float32
	for _, r := range results {
		values = append(values, tensors.MustCopyFlatData[float32](r))
	}
	return values
}

// reference returns the same values as run, from Reference.
func reference(w *Weights, images []float32) [][]float64 {
	var all [][]float64
	for start := 0; start < len(images); start += w.Config.Pixels() {
		image := make([]float64, w.Config.Pixels())
		for i := range image {
			image[i] = float64(images[start+i])
		}
		stages, pooled, logits := Reference(w, image)
		var values [][]float64
		for _, tokens := range stages {
			var flat []float64
			for _, token := range tokens {
				flat = append(flat, token...)
			}
			values = append(values, flat)
		}
		values = append(values, pooled)
		if logits != nil {
			values = append(values, logits)
		}
		if all == nil {
			all = make([][]float64, len(values))
		}
		for i, v := range values {
			all[i] = append(all[i], v...)
		}
	}
	return all
}

// distance returns the largest absolute difference.
func distance[A, B float32 | float64](t testing.TB, a []A, b []B) float64 {
	t.Helper()
	if len(a) != len(b) {
		t.Fatalf("%d values, want %d", len(a), len(b))
	}
	var worst float64
	for i := range a {
		if d := math.Abs(float64(a[i]) - float64(b[i])); !(d <= worst) {
			worst = d // NaN stays
		}
	}
	return worst
}

// golden reads a case that torchvision's SwinTransformer computed: weights, two
// images and what comes out at each stage.
func golden(t testing.TB, path string) (w *Weights, images []float32, want [][]float32) {
	t.Helper()
	file, err := safetensors.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	integers := func(key string, to any) {
		if err := json.Unmarshal([]byte(file.Metadata[key]), to); err != nil {
			t.Fatalf("%s: %s: %v", path, key, err)
		}
	}
	var c Config
	for key, to := range map[string]any{"image": &c.Image, "patch": &c.Patch, "embed": &c.Embed, "depths": &c.Depths, "heads": &c.Heads, "window": &c.Window, "classes": &c.Classes} {
		integers(key, to)
	}
	all, err := file.Tensors()
	if err != nil {
		t.Fatal(err)
	}
	var weights []safetensors.Tensor
	other := make(map[string][]float32)
	for _, x := range all {
		if name, ok := strings.CutPrefix(x.Name, "weights."); ok {
			weights = append(weights, safetensors.Tensor{Name: name, Shape: x.Shape, Data: x.Data})
		} else {
			other[x.Name] = x.Data
		}
	}
	for s := range c.Depths {
		want = append(want, other[fmt.Sprintf("stage%d_nhwc", s)])
	}
	return mustRead(t, weights, c), other["input_nchw"], append(want, other["pooled"], other["logits"])
}

func mustRead(t testing.TB, tensors []safetensors.Tensor, c Config) *Weights {
	t.Helper()
	w, err := read(tensors, c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// read writes the tensors to a file in memory and reads them as weights.
func read(tensors []safetensors.Tensor, c Config) (*Weights, error) {
	var file bytes.Buffer
	if err := safetensors.Write(&file, safetensors.F32, tensors, nil); err != nil {
		return nil, err
	}
	return Read(bytes.NewReader(file.Bytes()), int64(file.Len()), c)
}

// noise returns a batch of random images.
func noise(c Config, batch int, seed uint64) []float32 {
	r := rand.New(rand.NewPCG(seed, 1))
	pixels := make([]float32, batch*c.Pixels())
	for i := range pixels {
		pixels[i] = float32(r.NormFloat64())
	}
	return pixels
}

// tolerance is for float32 against float64 or another library's float32; what is
// seen is 5e-7 for trained-like weights and outputs of size 1 to 5.
const tolerance = 5e-6

func TestGolden(t *testing.T) {
	for _, path := range []string{"testdata/swin_small.safetensors", "testdata/swin_shifted.safetensors"} {
		w, images, want := golden(t, path)
		got, plain := run(t, w, images), reference(w, images)
		for i := range want {
			if d := distance(t, got[i], want[i]); !(d <= tolerance) {
				t.Errorf("%s: output %d of Forward is off by %g", path, i, d)
			}
			if d := distance(t, plain[i], want[i]); !(d <= tolerance) {
				t.Errorf("%s: output %d of Reference is off by %g", path, i, d)
			}
		}
	}
}

func TestForwardIsReference(t *testing.T) {
	for i, c := range []Config{
		{Image: 8, Patch: 2, Embed: 6, Depths: []int{1}, Heads: []int{1}, Window: 4},                          // one window
		{Image: 8, Patch: 2, Embed: 6, Depths: []int{3}, Heads: []int{2}, Window: 2, Classes: 3},              // 4 windows
		{Image: 18, Patch: 2, Embed: 4, Depths: []int{2}, Heads: []int{2}, Window: 3},                         // 9 windows of odd side
		{Image: 24, Patch: 1, Embed: 4, Depths: []int{2, 2}, Heads: []int{1, 4}, Window: 6, Classes: 1},       // 16, then 4 windows
		{Image: 56, Patch: 2, Embed: 4, Depths: []int{2, 2, 1}, Heads: []int{1, 2, 2}, Window: 7},             // Swin-T's window
		{Image: 16, Patch: 2, Embed: 8, Depths: []int{2, 1, 2}, Heads: []int{2, 2, 4}, Window: 2, Classes: 2}, // down to one window
	} {
		w, images := Random(c, uint64(i)), noise(c, 2, uint64(i))
		got, want := run(t, w, images), reference(w, images)
		for i := range want {
			if d := distance(t, got[i], want[i]); !(d <= tolerance) {
				t.Errorf("%+v: output %d is off by %g", c, i, d)
			}
		}
	}
}
