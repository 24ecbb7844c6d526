package model

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

var small = Config{Kind: NeSy, Hidden: 4, Width: 3, Dropout: 0.5, Fine: 3, Coarse: 2}

// parameters reads the store's variables for the plain network.
func parameters(store *model.Store) map[string][]float64 {
	p := map[string][]float64{}
	for v := range store.IterVariables() {
		p[v.Path()] = widen(tensors.MustCopyFlatData[float32](v.MustValue()))
	}
	return p
}

// plain is the network in training on features [batch][features], with masks
// [layer][units][batch], written as loops.
func plain(p map[string][]float64, features [][]float64, masks [][][]float64, c Config) (fine, coarse [][]float64) {
	batch := len(features)
	z := make([][]float64, len(features[0])) // [units][batch]
	for i := range z {
		for b := range batch {
			z[i] = append(z[i], features[b][i])
		}
	}
	multiply := func(weights []float64, out int) [][]float64 {
		y := make([][]float64, out)
		for o := range out {
			y[o] = make([]float64, batch)
			for b := range batch {
				for i := range z {
					y[o][b] += weights[o*len(z)+i] * z[i][b]
				}
			}
		}
		return y
	}
	for layer, units := range c.widths() {
		name := fmt.Sprintf("/projection_%d", layer)
		z, _, _ = normalise(multiply(p[name+"/weights"], units), p[name+"/norm_scale"], p[name+"/norm_shift"])
		for i := range z {
			for b := range z[i] {
				z[i][b] = max(0, z[i][b]) * masks[layer][i][b]
			}
		}
	}
	head := func(name string, out int) [][]float64 {
		y := multiply(p[name+"/weights"], out)
		logits := make([][]float64, batch)
		for b := range batch {
			for o := range out {
				logits[b] = append(logits[b], y[o][b]+p[name+"/bias"][o])
			}
		}
		return logits
	}
	return head("/fine", c.Fine), head("/coarse", c.Coarse)
}

// TestNetworkAgainstLoops holds the logits, and the gradient of every
// parameter, to the plain network and its finite differences.
func TestNetworkAgainstLoops(t *testing.T) {
	const features, batch = 5, 6
	store := model.NewStore()
	if err := Initialise(store, features, small, 3); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	x, wide := matrix(rng, batch, features)
	_, fineWeights := matrix(rng, batch, small.Fine)
	_, coarseWeights := matrix(rng, batch, small.Coarse)
	dropout := NewDropout(small, batch, 5)
	dropout.Draw(7)
	masks := make([][][]float64, 2)
	for i, mask := range dropout.Masks {
		for _, row := range mask.Value().([][]float32) {
			masks[i] = append(masks[i], widen(row))
		}
	}
	p := parameters(store)
	loss := func() float64 {
		fine, coarse := plain(p, wide, masks, small)
		sum := 0.0
		for b := range batch {
			for i, y := range fine[b] {
				sum += fineWeights[b][i] * y * y
			}
			for i, y := range coarse[b] {
				sum += coarseWeights[b][i] * y * y
			}
		}
		return sum
	}

	var names []string
	exec := model.MustNewExec(newBackend(t), store, func(scope *model.Scope, inputs []*graph.Node) []*graph.Node {
		fine, coarse := ForwardTraining(scope, inputs[0], inputs[1:], small)
		g := fine.Graph()
		weigh := func(logits *graph.Node, weights [][]float64) *graph.Node {
			return graph.ReduceAllSum(graph.Mul(graph.ConstAsDType(g, logits.DType(), weights), graph.Square(logits)))
		}
		total := graph.Add(weigh(fine, fineWeights), weigh(coarse, coarseWeights))
		var values []*graph.Node
		for v := range scope.IterVariables() {
			if v.Trainable {
				names, values = append(names, v.Path()), append(values, v.NodeValue(g))
			}
		}
		return append([]*graph.Node{fine, coarse}, graph.Gradient(total, values...)...)
	})
	got := exec.MustCall(x, dropout.Masks[0], dropout.Masks[1])

	fine, coarse := plain(p, wide, masks, small)
	for b := range batch {
		for i, want := range fine[b] {
			near(t, "fine logit", float64(got[0].Value().([][]float32)[b][i]), want, 1e-5)
		}
		for i, want := range coarse[b] {
			near(t, "coarse logit", float64(got[1].Value().([][]float32)[b][i]), want, 1e-5)
		}
	}
	if len(names) != 10 { // two layers of weights, scale, shift; two heads of weights, bias
		t.Errorf("trainable variables: %v", names)
	}
	for i, name := range names {
		gradient := tensors.MustCopyFlatData[float32](got[2+i])
		for j := range gradient {
			near(t, "gradient of "+name, float64(gradient[j]), slope(&p[name][j], loss), 2e-4)
		}
	}
}

func TestForwardUsesRunningStatisticsAndNoDropout(t *testing.T) {
	store := model.NewStore()
	if err := Initialise(store, 5, small, 3); err != nil {
		t.Fatal(err)
	}
	exec := model.MustNewExec(newBackend(t), store, func(scope *model.Scope, x *graph.Node) []*graph.Node {
		fine, coarse := Forward(scope, x, small)
		return []*graph.Node{fine, coarse}
	})
	x, _ := matrix(rand.New(rand.NewPCG(6, 6)), 4, 5)
	together := exec.MustCall(x)[0].Value().([][]float32)
	for i := range x {
		alone := exec.MustCall(x[i : i+1])[0].Value().([][]float32)
		for j := range alone[0] {
			near(t, "logit", float64(alone[0][j]), float64(together[i][j]), 1e-6)
		}
	}
	if mean := vector(store, "/projection_0/norm_mean"); !slices.Equal(mean, make([]float32, small.Hidden)) {
		t.Errorf("the running mean has moved to %v", mean)
	}
}

func TestInitialise(t *testing.T) {
	weights := func(c Config, seed uint64, path string) []float32 {
		store := model.NewStore()
		if err := Initialise(store, 192, c, seed); err != nil {
			t.Fatal(err)
		}
		return vector(store, path)
	}
	c := Config{Kind: RandomSet, Hidden: 64, Width: 32, Fine: 10, Coarse: 5}
	first := weights(c, 1, "/projection_0/weights")
	if !slices.Equal(first, weights(c, 1, "/projection_0/weights")) {
		t.Error("the same seed gives other weights")
	}
	if slices.Equal(first, weights(c, 2, "/projection_0/weights")) {
		t.Error("another seed gives the same weights")
	}
	other := c
	other.Fine = 20
	if !slices.Equal(weights(c, 1, "/projection_1/weights"), weights(other, 1, "/projection_1/weights")) {
		t.Error("the projection depends on the heads")
	}
	// Uniform within 1/sqrt(192) = 0.0722 of zero: variance 1/(3*192).
	sum, squares := 0.0, 0.0
	for _, w := range first {
		if w < -0.0722 || w > 0.0722 {
			t.Fatalf("weight %v is out of bounds", w)
		}
		sum += float64(w)
		squares += float64(w) * float64(w)
	}
	near(t, "mean of the weights", sum/float64(len(first)), 0, 2e-3)
	near(t, "variance of the weights times 576", squares/float64(len(first))*576, 1, 0.03)
}

func TestConfigsThatMakeNoNetwork(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"kind":    func(c *Config) { c.Kind = 7 },
		"hidden":  func(c *Config) { c.Hidden = 0 },
		"width":   func(c *Config) { c.Width = -1 },
		"fine":    func(c *Config) { c.Fine = 0 },
		"coarse":  func(c *Config) { c.Coarse = 0 },
		"dropout": func(c *Config) { c.Dropout = 1 },
	} {
		c := small
		change(&c)
		if err := Initialise(model.NewStore(), 5, c, 1); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := Initialise(model.NewStore(), 0, small, 1); err == nil {
		t.Error("no features: no error")
	}
}
