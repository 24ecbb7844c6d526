package swin

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

// branching returns the weights with what each branch adds multiplied by its factor,
// as ForwardTraining does for one image.
func branching(w *Weights, keep []float32) *Weights {
	changed := &Weights{Config: w.Config, tensors: maps.Clone(w.tensors)}
	branch := 0
	for s, depth := range w.Config.Depths {
		for b := range depth {
			for _, last := range []string{".attn.proj", ".mlp.fc2"} {
				for _, part := range []string{".weight", ".bias"} {
					name := blockName(s, b) + last + part
					changed.tensors[name] = scaled(w.tensors[name], keep[branch])
				}
				branch++
			}
		}
	}
	return changed
}

// TestGradients holds the outputs of ForwardTraining, and the gradients of every
// tensor, to Reference and its finite differences.
func TestGradients(t *testing.T) {
	for seed, c := range []Config{
		{Image: 8, Patch: 2, Embed: 4, Depths: []int{2, 1}, Heads: []int{2, 2}, Window: 2, Classes: 3}, // 4 windows, shifted; then one
		{Image: 6, Patch: 1, Embed: 9, Depths: []int{2}, Heads: []int{3}, Window: 3, Classes: 2},       // odd widths and windows
	} {
		const batch = 2
		w, pixels := Random(c, uint64(seed)), noise(c, batch, uint64(seed))
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		keep := make([]float32, batch*c.Branches()) // each branch is kept in one image at least
		for i := range keep {
			keep[i] = []float32{1, 0, 2, 1.25, 0.5}[i%5]
		}
		factors := make([]float32, batch*c.Classes) // the loss is their product with the logits, squared
		for i := range factors {
			factors[i] = float32(r.NormFloat64())
		}

		var names []string
		store := model.NewStore()
		w.CreateVariables(store.RootScope())
		exec := model.MustNewExec(newBackend(t), store, func(scope *model.Scope, inputs []*graph.Node) []*graph.Node {
			out := ForwardTraining(scope, c, inputs[0], inputs[1])
			loss := graph.ReduceAllSum(graph.Square(graph.Mul(out.Logits, inputs[2])))
			var values []*graph.Node
			names = nil
			for _, s := range c.shapes() {
				names = append(names, s.Name)
				values = append(values, scope.GetVariable(s.Name).NodeValue(loss.Graph()))
			}
			return append([]*graph.Node{loss, out.Pooled}, graph.Gradient(loss, values...)...)
		})
		got := exec.MustCall(
			tensors.FromFlatDataAndDimensions(pixels, batch, 3, c.Image, c.Image),
			tensors.FromFlatDataAndDimensions(keep, batch, c.Branches()),
			tensors.FromFlatDataAndDimensions(factors, batch, c.Classes),
		)

		plain := func() (loss float64, pooled []float64) {
			for i := range batch {
				image := make([]float64, c.Pixels())
				for k := range image {
					image[k] = float64(pixels[i*len(image)+k])
				}
				_, features, logits := Reference(branching(w, keep[i*c.Branches():(i+1)*c.Branches()]), image)
				pooled = append(pooled, features...)
				for y, z := range logits {
					loss += math.Pow(z*float64(factors[i*c.Classes+y]), 2)
				}
			}
			return loss, pooled
		}
		loss, pooled := plain()
		if l := float64(graphScalar(got[0])); math.Abs(l-loss) > 1e-5*loss {
			t.Errorf("%+v: loss %g, want %g", c, l, loss)
		}
		if d := distance(t, tensors.MustCopyFlatData[float32](got[1]), pooled); !(d <= tolerance) {
			t.Errorf("%+v: features are off by %g", c, d)
		}
		for i, name := range names {
			gradient, values := tensors.MustCopyFlatData[float32](got[2+i]), w.tensors[name]
			largest := float64(slices.Max(gradient) - slices.Min(gradient))
			for j := 0; j < len(values); j += 1 + len(values)/20 { // some twenty of each tensor
				const step = 1e-4
				v := values[j]
				values[j] = v + step
				above, _ := plain()
				values[j] = v - step
				below, _ := plain()
				values[j] = v
				slope := (above - below) / (float64(v+step) - float64(v-step))
				if d := math.Abs(float64(gradient[j]) - slope); !(d <= 1e-3*(largest+0.01)) {
					t.Fatalf("%+v: gradient of %s[%d] is %g, want %g", c, name, j, gradient[j], slope)
				}
			}
			// What keeps a parameter from being learnt would pass for a right gradient of 0.
			if largest == 0 {
				t.Errorf("%+v: the gradient of %s is 0", c, name)
			}
		}
	}
}

func graphScalar(x *tensors.Tensor) float32 { return tensors.MustCopyFlatData[float32](x)[0] }

func TestForwardTrainingIsForward(t *testing.T) {
	w, err := Carried()
	if err != nil {
		t.Fatal(err)
	}
	c := w.Config
	images := noise(c, 2, 1)
	want := run(t, w, images)
	store := model.NewStore()
	w.CreateVariables(store.RootScope())
	exec := model.MustNewExec(newBackend(t), store, func(scope *model.Scope, images *graph.Node) []*graph.Node {
		out := ForwardTraining(scope, c, images, nil)
		return append(out.Stages, out.Pooled, out.Logits)
	})
	for i, got := range exec.MustCall(tensors.FromFlatDataAndDimensions(images, 2, 3, c.Image, c.Image)) {
		// Trained networks have tokens of size 30.
		if d := distance(t, tensors.MustCopyFlatData[float32](got), want[i]); !(d <= 30*tolerance) {
			t.Errorf("output %d is off by %g", i, d)
		}
	}
	trained, err := Trained(store.RootScope(), c)
	if err != nil {
		t.Fatal(err)
	}
	if trained.Digest() != w.Digest() {
		t.Error("the variables are not the weights they began with")
	}
	for v := range store.IterVariables() {
		if !v.Trainable {
			t.Errorf("%s is not trained", v.Path())
		}
	}
	if _, err := Trained(model.NewStore().RootScope(), c); err == nil || !strings.Contains(err.Error(), `"patch_embed.proj.weight"`) {
		t.Errorf("no variables: %v", err)
	}
}

func TestStochasticDepth(t *testing.T) {
	const batch, rate = 20_000, 0.3
	c := Config{Depths: []int{2, 1}}
	draw := func(seed uint64) []float32 { return c.StochasticDepth(rate, batch, rand.New(rand.NewPCG(seed, 0))) }
	keep := draw(1)
	if !slices.Equal(keep, draw(1)) || slices.Equal(keep, draw(2)) {
		t.Error("what is dropped does not follow from the random numbers alone")
	}
	// Rates of 0, 0.15 and 0.3; 20,000 draws have a standard deviation of 0.0032.
	for branch, want := range []float64{0, 0, 0.15, 0.15, 0.3, 0.3} {
		dropped, total := 0.0, 0.0
		for i := branch; i < len(keep); i += c.Branches() {
			if keep[i] == 0 {
				dropped++
			}
			total += float64(keep[i])
		}
		if got := dropped / batch; math.Abs(got-want) > 0.013 {
			t.Errorf("branch %d is dropped from %g of the images, want %g", branch, got, want)
		}
		if mean := total / batch; math.Abs(mean-1) > 0.02 {
			t.Errorf("branch %d is multiplied by %g on average", branch, mean)
		}
	}
}

func TestInitial(t *testing.T) {
	w := Initial(Nano32(), 1)
	if w.Digest() != Initial(Nano32(), 1).Digest() || w.Digest() == Initial(Nano32(), 2).Digest() {
		t.Error("the weights do not follow from the seed alone")
	}
	moments := func(name string) (mean, deviation float64) {
		values := w.tensors[name]
		for _, v := range values {
			mean += float64(v) / float64(len(values))
		}
		for _, v := range values {
			deviation += (float64(v) - mean) * (float64(v) - mean) / float64(len(values))
		}
		return mean, math.Sqrt(deviation)
	}
	for name, want := range map[string][2]float64{
		"layers.2.blocks.3.mlp.fc1.weight":                    {0, 0.02},
		"layers.2.blocks.3.attn.relative_position_bias_table": {0, 0.02},
		"patch_embed.proj.weight":                             {0, 1 / math.Sqrt(36)}, // uniform within 1/√12
		"layers.1.downsample.norm.weight":                     {1, 0},
		"norm.weight":                                         {1, 0},
		"layers.0.blocks.0.attn.qkv.bias":                     {0, 0},
		"head.fc.bias":                                        {0, 0},
	} {
		mean, deviation := moments(name)
		if math.Abs(mean-want[0]) > 0.02 || math.Abs(deviation-want[1]) > 0.1*want[1]+1e-9 {
			t.Errorf("%s: mean %g and deviation %g, want %g and %g", name, mean, deviation, want[0], want[1])
		}
	}
}
