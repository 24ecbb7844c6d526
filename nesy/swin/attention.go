package swin

import (
	. "github.com/gomlx/gomlx/core/graph"

	"nesybook/nesy/backbone"
)

// attentionNodes are the parameters of a block's attention in the form that takes
// least work for each image.
type attentionNodes struct {
	// Projections of a token, [width, width], outputs first. Scores are divided by
	// the root of a head's width, and query and queryBias are already.
	query, key, value *Node
	queryBias         *Node // [width]
	// No bias of the keys: it adds the same to all scores of a query, which softmax
	// ignores. No bias of the values: the attention weights of a query sum to 1, so
	// it passes through attention and into the bias of the output.
	output     *Node // [width, width]
	outputBias *Node // [width]
	// Position bias and mask, added to the scores: [1, windows·heads·tokens·tokens].
	scores *Node
}

// attention mixes the tokens of each window by their similarity, each head in its
// own share of the width. Tokens are rows in window order: [batch·tokens, width].
//
// The steps are not one fused operation. GoMLX 0.28.2 offers one, which go-xla 0.4.1
// gives to cuDNN; but it wants position bias and mask written out for every image,
// [batch·windows, heads, tokens, tokens], as many values as the scores that it would
// save, and has no gradient for them.
func (f *forward) attention(stage, block int, x *Node) *Node {
	c := f.config
	width, heads, tokens := c.width(stage), c.Heads[stage], c.Window*c.Window
	w := f.parameters.attention(stage, block)

	swap := func(y *Node) *Node { // the middle axes of four
		swapped := func(y *Node) *Node { return TransposeAllAxes(y, 0, 2, 1, 3) }
		if f.trains {
			return withGradient(y, swapped, func(adjoint *Node) *Node { return backbone.InPairs(adjoint, swapped) })
		}
		return backbone.InPairs(y, swapped)
	}
	split := func(y *Node) *Node {
		return swap(Reshape(y, -1, tokens, heads, width/heads)) // [batch·windows, heads, tokens, width/heads]
	}
	q := split(f.dense(x, w.query, w.queryBias))
	k := split(f.dense(x, w.key, nil))
	v := split(f.dense(x, w.value, nil))

	scores := term(Einsum("bhqd,bhkd->bhqk", q, k)) // [batch·windows, heads, tokens, tokens]
	dims := scores.Shape().Dimensions
	// Added as rows: the Go backend broadcasts fastest over a single leading axis.
	scores = Reshape(Add(Reshape(scores, -1, w.scores.Shape().Size()), w.scores), dims...)
	y := Einsum("bhqk,bhkd->bhqd", f.factor(f.softmax(scores)), v)

	y = Reshape(swap(y), -1, width) // [batch·tokens, width]
	return f.dense(y, w.output, w.outputBias)
}
