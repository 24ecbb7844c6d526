package swin

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

// ForwardTraining is Forward with weights that are trained: variables of the scope,
// which CreateVariables makes. Trained reads them back.
//
// keep [batch, branches] is stochastic depth (Huang and others 2016, Deep Networks
// with Stochastic Depth): what each branch of the network adds to each image's
// tokens is multiplied by it. Config.StochasticDepth draws it; where it is nil,
// nothing is dropped.
func ForwardTraining(scope *model.Scope, c Config, images, keep *Node) Output {
	f := &forward{
		config:     c,
		parameters: &trained{scope: scope, config: c, graph: images.Graph()},
		factors:    images.DType(),
		keep:       keep,
		trains:     true,
	}
	return f.network(images)
}

// CreateVariables makes the weights variables of a scope under timm's names.
func (w *Weights) CreateVariables(scope *model.Scope) {
	for _, s := range w.Config.shapes() {
		scope.VariableWithValue(s.Name, tensors.FromFlatDataAndDimensions(w.tensors[s.Name], s.Dims...))
	}
}

// Trained returns the values of the variables that ForwardTraining trains.
func Trained(scope *model.Scope, c Config) (*Weights, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	w := &Weights{Config: c, tensors: make(map[string][]float32)}
	for _, s := range c.shapes() {
		v := scope.GetVariable(s.Name)
		if v == nil {
			return nil, fmt.Errorf("swin: there is no variable %q", s.Name)
		}
		value, err := v.Value()
		if err != nil {
			return nil, fmt.Errorf("swin: variable %q: %w", s.Name, err)
		}
		if w.tensors[s.Name], err = tensors.CopyFlatData[float32](value); err != nil {
			return nil, fmt.Errorf("swin: variable %q: %w", s.Name, err)
		}
	}
	w.digest = w.hash()
	return w, nil
}

// trained supplies the variables of a scope, to be trained.
type trained struct {
	scope  *model.Scope
	config Config
	graph  *Graph
}

func (p *trained) tensor(name string, dims ...int) *Node { return Reshape(p.variable(name), dims...) }

// variable returns a parameter in the dimensions in which it is stored.
func (p *trained) variable(name string) *Node { return p.scope.GetVariable(name).NodeValue(p.graph) }

// attention does in the graph what Weights.attention does beforehand, so that
// gradients reach the parameters as they are stored.
func (p *trained) attention(stage, block int) attentionNodes {
	c := p.config
	name, width, heads, tokens := blockName(stage, block)+".attn.", c.width(stage), c.Heads[stage], c.Window*c.Window
	scale := 1 / math.Sqrt(float64(width/heads))
	qkv, bias := p.variable(name+"qkv.weight"), p.variable(name+"qkv.bias")
	part := func(x *Node, k int) *Node { return Slice(x, AxisRange(k*width, (k+1)*width)) }

	// The position bias of each query and key is a row of the table. Taken by a
	// product with a constant, its gradient is one too, and not a sum of scattered
	// values, whose order a GPU leaves open.
	choose := make([]float32, 0, tokens*tokens*(2*c.Window-1)*(2*c.Window-1))
	for query := range tokens {
		for key := range tokens {
			row := make([]float32, (2*c.Window-1)*(2*c.Window-1))
			row[relativePosition(c.Window, query, key)] = 1
			choose = append(choose, row...)
		}
	}
	rows := ConstTensor(p.graph, tensors.FromFlatDataAndDimensions(choose, tokens*tokens, (2*c.Window-1)*(2*c.Window-1)))
	scores := Einsum("pr,rh->hp", rows, p.variable(name+"relative_position_bias_table")) // [heads, tokens·tokens]
	mask := attentionMask(c, stage, block)                                               // [windows·tokens·tokens]
	windows := len(mask) / (tokens * tokens)
	scores = Add(
		BroadcastToDims(Reshape(scores, 1, heads, tokens*tokens), windows, heads, tokens*tokens),
		BroadcastToDims(ConstTensor(p.graph, tensors.FromFlatDataAndDimensions(mask, windows, 1, tokens*tokens)), windows, heads, tokens*tokens),
	)

	output := p.variable(name + "proj.weight")
	return attentionNodes{
		query:      MulScalar(part(qkv, 0), scale),
		queryBias:  MulScalar(part(bias, 0), scale),
		key:        part(qkv, 1),
		value:      part(qkv, 2),
		scores:     Reshape(scores, 1, -1),
		output:     output,
		outputBias: Add(p.variable(name+"proj.bias"), Dot(output, part(bias, 2)).Product()),
	}
}
