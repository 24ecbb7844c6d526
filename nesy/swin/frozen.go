package swin

import (
	"math"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backbone"
)

// frozen supplies weights that are never trained, as variables of a scope.
type frozen struct {
	scope   *model.Scope
	weights *Weights
	graph   *Graph
}

func (p *frozen) tensor(name string, dims ...int) *Node {
	return p.variable(name, p.weights.tensors[name], dims...)
}

func (p *frozen) attention(stage, block int) attentionNodes {
	name, width := blockName(stage, block)+".attn.", p.weights.Config.width(stage)
	w := p.weights.attention(stage, block)
	return attentionNodes{
		query:      p.variable(name+"query.weight", w.query, width, width),
		queryBias:  p.variable(name+"query.bias", w.queryBias, width),
		key:        p.variable(name+"key.weight", w.key, width, width),
		value:      p.variable(name+"value.weight", w.value, width, width),
		scores:     p.variable(name+"scores", w.scores, 1, len(w.scores)),
		output:     p.variable(name+"proj.weight", w.output, width, width),
		outputBias: p.variable(name+"proj.bias", w.outputBias, width),
	}
}

// variable returns the variable of the given name, as backbone.Frozen does.
func (p *frozen) variable(name string, values []float32, dims ...int) *Node {
	return backbone.Frozen(p.scope, p.graph, name, values, dims...)
}

// attentionWeights are the values of attentionNodes.
type attentionWeights struct {
	query, key, value []float32
	queryBias         []float32
	output            []float32
	outputBias        []float32
	scores            []float32
}

func (w *Weights) attention(stage, block int) attentionWeights {
	name := blockName(stage, block) + ".attn"
	width := w.Config.width(stage)
	qkv, bias := w.tensors[name+".qkv.weight"], w.tensors[name+".qkv.bias"]
	scale := float32(1 / math.Sqrt(float64(width/w.Config.Heads[stage])))
	a := attentionWeights{
		query:     scaled(qkv[:width*width], scale),
		key:       qkv[width*width : 2*width*width],
		value:     qkv[2*width*width:],
		queryBias: scaled(bias[:width], scale),
		output:    w.tensors[name+".proj.weight"],
		scores:    biasAndMask(w.Config, stage, block, w.tensors[name+".relative_position_bias_table"]),
	}
	valueBias := bias[2*width:]
	a.outputBias = slices.Clone(w.tensors[name+".proj.bias"])
	for o := range a.outputBias {
		sum := float64(a.outputBias[o])
		for i, b := range valueBias {
			sum += float64(a.output[o*width+i]) * float64(b)
		}
		a.outputBias[o] = float32(sum)
	}
	return a
}

func scaled(values []float32, factor float32) []float32 {
	values = slices.Clone(values)
	for i := range values {
		values[i] *= factor
	}
	return values
}
