package swin

import (
	"math"
	"slices"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/nn"

	"nesybook/nesy/backbone"
)

// attentionWeights are the parameters of a block's attention in the form that
// takes least work for each image.
type attentionWeights struct {
	// Projections of a token, [width, width], outputs first. Scores are divided by
	// the root of a head's width, and query and queryBias are already.
	query, key, value []float32
	queryBias         []float32 // [width]
	// No bias of the keys: it adds the same to all scores of a query, which softmax
	// ignores. No bias of the values: the attention weights of a query sum to 1, so
	// it passes through attention and into the bias of the output.
	output     []float32 // [width, width]
	outputBias []float32 // [width]
	// Position bias and mask, added to the scores: [windows·heads·tokens·tokens].
	scores []float32
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

// attention mixes the tokens of each window by their similarity, each head in its
// own share of the width. Tokens are rows in window order: [batch·tokens, width].
func (f *forward) attention(stage, block int, x *Node) *Node {
	c := f.weights.Config
	name := blockName(stage, block) + ".attn."
	width, heads, tokens := c.width(stage), c.Heads[stage], c.Window*c.Window
	w := f.weights.attention(stage, block)

	project := func(x *Node, part string, weight, bias []float32) *Node {
		var b *Node
		if bias != nil {
			b = f.frozen(name+part+".bias", bias, width)
		}
		return nn.Dense(x, f.frozen(name+part+".weight", weight, width, width), b, compute.DenseLayoutOutputsInput)
	}
	swap := func(y *Node) *Node { // the middle axes of four
		return backbone.InPairs(y, func(y *Node) *Node { return TransposeAllAxes(y, 0, 2, 1, 3) })
	}
	split := func(y *Node) *Node {
		return swap(Reshape(y, -1, tokens, heads, width/heads)) // [batch·windows, heads, tokens, width/heads]
	}
	q := split(project(x, "query", w.query, w.queryBias))
	k := split(project(x, "key", w.key, nil))
	v := split(project(x, "value", w.value, nil))

	scores := Einsum("bhqd,bhkd->bhqk", q, k) // [batch·windows, heads, tokens, tokens]
	dims := scores.Shape().Dimensions
	// Added as rows: the Go backend broadcasts fastest over a single leading axis.
	constant := f.frozen(name+"scores", w.scores, 1, len(w.scores))
	scores = Reshape(Add(Reshape(scores, -1, len(w.scores)), constant), dims...)
	y := Einsum("bhqk,bhkd->bhqd", Softmax(scores, -1), v)

	y = Reshape(swap(y), -1, width) // [batch·tokens, width]
	return project(y, "proj", w.output, w.outputBias)
}
