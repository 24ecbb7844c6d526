package vit

import (
	"math"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/nn"

	"nesybook/nesy/backbone"
)

// Output holds the nodes of a forward pass. What is not used is not computed.
type Output struct {
	Blocks []*Node // the tokens before the first block and after each: [batch, tokens, width]
	Class  *Node   // the class token, normalised: [batch, width]
}

// normEpsilon is the layer normalisation's, as trained.
const normEpsilon = 1e-6

// Forward applies the network to images [batch, 3, side, side], normalised. The
// weights become variables of the scope that are not trained. It panics, as graph
// functions do, if the images are not of the network's size.
func Forward(scope *model.Scope, w *Weights, images *Node) Output {
	c := w.Config
	images.AssertDims(-1, 3, c.Side, c.Side)
	f := &forward{scope: scope, weights: w, graph: images.Graph(), batch: images.Shape().Dim(0)}
	x := f.embed(images)
	out := Output{Blocks: []*Node{x}}
	for b := range c.Blocks {
		name := blockName(b)
		x = Add(x, f.attention(name+".self_attention", f.norm(name+".ln_1", x)))
		h := backbone.GELUGraph(f.linear(name+".mlp.0", c.Hidden, f.norm(name+".ln_2", x))) // [batch, tokens, hidden]
		x = Add(x, f.linear(name+".mlp.3", c.Width, h))
		out.Blocks = append(out.Blocks, x)
	}
	class := Reshape(Slice(x, AxisRange(), AxisElem(0)), f.batch, c.Width)
	out.Class = f.norm("encoder.ln", class)
	return out
}

// Pooled returns the features, Forward's Class: [batch, features].
func (w *Weights) Pooled(scope *model.Scope, images *Node) *Node {
	return Forward(scope, w, images).Class
}

// forward is the state of building one graph.
type forward struct {
	scope   *model.Scope
	weights *Weights
	graph   *Graph
	batch   int
}

// embed cuts images [batch, 3, side, side] into patches, makes each a token, puts
// the class token first and adds the positions: [batch, tokens, width].
func (f *forward) embed(images *Node) *Node {
	c := f.weights.Config
	x := Reshape(images, f.batch, 3, c.grid(), c.Patch, c.grid(), c.Patch)
	x = TransposeAllAxes(x, 0, 2, 4, 1, 3, 5) // [batch, grid, grid, 3, patch, patch]
	x = f.linear("conv_proj", c.Width, Reshape(x, f.batch, c.tokens()-1, 3*c.Patch*c.Patch))
	class := BroadcastToDims(f.variable("class_token", 1, 1, c.Width), f.batch, 1, c.Width)
	return Add(Concatenate([]*Node{class, x}, 1), f.variable("encoder.pos_embedding", 1, c.tokens(), c.Width))
}

// attention mixes all tokens of an image by their similarity, each head in its own
// share of the width: [batch, tokens, width].
func (f *forward) attention(name string, x *Node) *Node {
	c := f.weights.Config
	weight, bias := f.weights.tensors[name+".in_proj_weight"], f.weights.tensors[name+".in_proj_bias"]
	// project applies one of the three parts of the input projection and splits heads.
	project := func(part int, scale float64) *Node {
		own := func(values []float32) []float32 { return values[part*len(values)/3 : (part+1)*len(values)/3] }
		label := []string{".query", ".key", ".value"}[part]
		y := nn.Dense(x,
			backbone.Frozen(f.scope, f.graph, name+label+".weight", scaled(own(weight), scale), c.Width, c.Width),
			backbone.Frozen(f.scope, f.graph, name+label+".bias", scaled(own(bias), scale), c.Width), compute.DenseLayoutOutputsInput)
		return swap(Reshape(y, f.batch, c.tokens(), c.Heads, c.Width/c.Heads)) // [batch, heads, tokens, width/heads]
	}
	q := project(0, 1/math.Sqrt(float64(c.Width/c.Heads)))
	k, v := project(1, 1), project(2, 1)
	scores := Softmax(Einsum("bhqd,bhkd->bhqk", q, k), -1) // [batch, heads, tokens, tokens]
	y := swap(Einsum("bhqk,bhkd->bhqd", scores, v))        // [batch, tokens, heads, width/heads]
	return f.linear(name+".out_proj", c.Width, Reshape(y, f.batch, c.tokens(), c.Width))
}

// swap exchanges the middle axes of four.
func swap(x *Node) *Node {
	return backbone.InPairs(x, func(x *Node) *Node { return TransposeAllAxes(x, 0, 2, 1, 3) })
}

func scaled(values []float32, factor float64) []float32 {
	out := make([]float32, len(values))
	for i, v := range values {
		out[i] = float32(float64(v) * factor)
	}
	return out
}

func (f *forward) norm(name string, x *Node) *Node {
	width := x.Shape().Dim(-1)
	return nn.LayerNorm(x, []int{-1}, normEpsilon, f.variable(name+".weight", width), f.variable(name+".bias", width), nil)
}

func (f *forward) linear(name string, outputs int, x *Node) *Node {
	weight := f.variable(name+".weight", outputs, x.Shape().Dim(-1))
	return nn.Dense(x, weight, f.variable(name+".bias", outputs), compute.DenseLayoutOutputsInput)
}

// variable returns the frozen variable of a tensor as it was read.
func (f *forward) variable(name string, dims ...int) *Node {
	return backbone.Frozen(f.scope, f.graph, name, f.weights.tensors[name], dims...)
}
