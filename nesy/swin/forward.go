package swin

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/nn"
	"github.com/gomlx/gomlx/support/exceptions"

	"nesybook/nesy/backbone"
)

// Output holds the nodes of a forward pass. What is not used is not computed.
type Output struct {
	Stages []*Node // each stage's tokens in raster order: [batch, grid, grid, width]
	Pooled *Node   // [batch, features]
	Logits *Node   // [batch, classes]; nil for a network without a head
}

// normEpsilon is the layer normalisation's, as trained.
const normEpsilon = 1e-5

// Forward applies the network to images [batch, 3, side, side], normalised. The
// weights become variables of the scope that are not trained, so that a compiled
// graph refers to them and does not contain them. It panics, as graph functions
// do, if the images are not of the network's size or whole numbers.
//
// Images of type BFloat16 ask for matrix products of factors in that type: see the
// type BFloat16. The outputs are float32 all the same.
//
// The arithmetic is Reference's, with its parts in an order that suits the
// hardware. Tokens stay in the order of the present windows and are moved only
// where the windows change. What can be multiplied or added beforehand is: see
// attentionNodes.
func Forward(scope *model.Scope, w *Weights, images *Node) Output {
	f := &forward{
		config:     w.Config,
		parameters: &frozen{scope: scope, weights: w, graph: images.Graph()},
		factors:    images.DType(),
	}
	return f.network(images)
}

// Pooled returns the features that Forward pools, [batch, features].
func (w *Weights) Pooled(scope *model.Scope, images *Node) *Node {
	return Forward(scope, w, images).Pooled
}

// forward is the state of building one graph.
type forward struct {
	config     Config
	parameters parameters
	factors    dtypes.DType // of matrix products, but for the head's
	batch      int
	keep       *Node // stochastic depth, [batch, branches]; nil for none
	trains     bool  // whether the graph will be differentiated
}

// parameters supplies the network's parameters as nodes.
type parameters interface {
	// tensor returns a parameter as it is stored, in the given dimensions.
	tensor(name string, dims ...int) *Node
	// attention returns those of a block's attention, rearranged.
	attention(stage, block int) attentionNodes
}

func (f *forward) network(images *Node) Output {
	c := f.config
	images.AssertDims(-1, 3, c.Image, c.Image)
	if !f.factors.IsFloat() {
		exceptions.Panicf("swin: images of type %s, want normalised ones", f.factors)
	}
	f.batch = images.Shape().Dim(0)

	if c.Classes > 0 {
		// Named before all else: the Go backend fails to run a graph that has a
		// parameter after its last output, which here may be Pooled.
		f.parameters.tensor("head.fc.weight", c.Classes, c.Features())
		f.parameters.tensor("head.fc.bias", c.Classes)
	}
	var out Output
	order := windowOrder(c.grid(0), c.Window, 0)
	x := f.patches(images) // [batch·tokens, width], as throughout
	for s, depth := range c.Depths {
		if s > 0 {
			next := windowOrder(c.grid(s), c.Window, 0)
			x = f.move(x, order, mergeOrder(c.grid(s-1), next))
			x = f.merge(s, x)
			order = next
		}
		for b := range depth {
			shifted := windowOrder(c.grid(s), c.Window, c.shift(s, b))
			x = f.move(x, order, shifted)
			order = shifted
			x = f.block(s, b, x)
		}
		raster := f.move(x, order, rasterOrder(c.grid(s)))
		out.Stages = append(out.Stages, Reshape(raster, f.batch, c.grid(s), c.grid(s), c.width(s)))
	}
	x = f.norm("norm", x)
	out.Pooled = ReduceMean(Reshape(x, f.batch, -1, c.Features()), 1) // [batch, features]
	if c.Classes > 0 {
		out.Logits = f.linear("head.fc", c.Classes, out.Pooled) // [batch, classes]
	}
	return out
}

// patches cuts the images [batch, 3, side, side] into patches and embeds each,
// one row a token in window order: [batch·tokens, width].
func (f *forward) patches(images *Node) *Node {
	c := f.config
	across := c.grid(0) / c.Window // windows in a row
	x := Reshape(images, f.batch, 3, across, c.Window, c.Patch, across, c.Window, c.Patch)
	x = TransposeAllAxes(x, 0, 2, 5, 3, 6, 1, 4, 7) // [batch, windows (2), tokens (2), 3, patch, patch]
	x = f.factor(Reshape(x, -1, 3*c.Patch*c.Patch))
	kernel := f.parameters.tensor("patch_embed.proj.weight", c.Embed, 3*c.Patch*c.Patch)
	x = f.dense(x, kernel, f.parameters.tensor("patch_embed.proj.bias", c.Embed))
	return f.norm("patch_embed.norm", term(x))
}

// merge joins each run of four tokens into one of twice the width.
func (f *forward) merge(stage int, x *Node) *Node {
	width := f.config.width(stage)
	x = Reshape(x, -1, 2*width)
	x = f.factor(f.norm(downsampleName(stage)+".norm", x))
	return term(f.dense(x, f.parameters.tensor(downsampleName(stage)+".reduction.weight", width, 2*width), nil))
}

// block is attention within windows and a two-layer perceptron, each added to
// its input.
func (f *forward) block(stage, block int, x *Node) *Node {
	name, width := blockName(stage, block), f.config.width(stage)
	first := 2 * (sum(f.config.Depths[:stage]) + block) // of the two branches, counted through the network
	x = Add(x, f.drop(first, term(f.attention(stage, block, f.factor(f.norm(name+".norm1", x))))))
	h := f.linear(name+".mlp.fc1", 4*width, f.factor(f.norm(name+".norm2", x))) // [batch·tokens, 4·width]
	h = f.factor(f.gelu(term(h)))
	return Add(x, f.drop(first+1, term(f.linear(name+".mlp.fc2", width, h))))
}

// move reorders the tokens of each image, listed in the order from, to the order to.
func (f *forward) move(x *Node, from, to []int) *Node {
	if slices.Equal(from, to) {
		return x
	}
	gather := func(from, to []int) func(*Node) *Node {
		moved := moves(from, to)
		rows := make([]int32, 0, f.batch*len(moved))
		for image := range f.batch {
			for _, token := range moved {
				rows = append(rows, int32(image*len(moved))+token)
			}
		}
		indices := ConstTensor(x.Graph(), tensors.FromFlatDataAndDimensions(rows, len(rows), 1))
		return func(x *Node) *Node { return Gather(x, indices) }
	}
	there := gather(from, to)
	if f.trains {
		back := gather(to, from)
		return withGradient(x, there, func(adjoint *Node) *Node { return backbone.InPairs(adjoint, back) })
	}
	return backbone.InPairs(x, there)
}

func (f *forward) norm(name string, x *Node) *Node {
	width := x.Shape().Dim(-1)
	gamma, beta := f.parameters.tensor(name+".weight", width), f.parameters.tensor(name+".bias", width)
	if f.trains {
		return normWithGradient(x, gamma, beta)
	}
	return nn.LayerNorm(x, []int{-1}, normEpsilon, gamma, beta, nil)
}

func (f *forward) linear(name string, outputs int, x *Node) *Node {
	weight := f.parameters.tensor(name+".weight", outputs, x.Shape().Dim(-1))
	return f.dense(x, weight, f.parameters.tensor(name+".bias", outputs))
}

// dense multiplies rows x [rows, inputs] by a matrix [outputs, inputs] and adds the
// bias [outputs], if there is one, all in the type of x.
func (f *forward) dense(x, weight, bias *Node) *Node {
	weight = as(x.DType(), weight)
	if bias != nil {
		bias = as(x.DType(), bias)
	}
	switch {
	case f.trains:
		return denseWithGradient(x, weight, bias)
	case x.DType() == dtypes.Float32:
		return nn.Dense(x, weight, bias, compute.DenseLayoutOutputsInput)
	}
	y := Einsum("ri,oi->ro", x, weight)
	if bias != nil {
		y = Add(y, Reshape(bias, 1, -1))
	}
	return y
}

func (f *forward) softmax(x *Node) *Node {
	if f.trains {
		return softmaxWithGradient(x)
	}
	return Softmax(x, -1)
}

func (f *forward) gelu(x *Node) *Node {
	if f.trains {
		return withGradient(x, backbone.GELUGraph, func(adjoint *Node) *Node {
			return Mul(adjoint, backbone.GELUSlopeGraph(x))
		})
	}
	return backbone.GELUGraph(x)
}
