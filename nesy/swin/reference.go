package swin

import (
	"math"

	"nesybook/nesy/backbone"
)

// Reference is the forward pass written for people: one normalised image [3,
// side, side], plain loops in float64, each step as Liu and others (2021) define
// it and nothing rearranged. It returns the tokens after each stage
// [stages][grid·grid][width] in raster order, the pooled features and the logits
// (nil for a network without a head). Forward must agree with it; it is thousands
// of times slower. It panics if the image is not of the network's size.
func Reference(w *Weights, image []float64) (stages [][][]float64, pooled, logits []float64) {
	c := w.Config
	if len(image) != c.Pixels() {
		panic("swin: pixels length mismatch")
	}
	x := w.embedPatches(image)
	for s, depth := range c.Depths {
		if s > 0 {
			x = w.mergeTokens(s, x)
		}
		for b := range depth {
			name := blockName(s, b)
			x = plus(x, w.attend(s, b, w.normalise(name+".norm1", x)))
			hidden := w.affine(name+".mlp.fc1", w.normalise(name+".norm2", x))
			for _, token := range hidden {
				for i, v := range token {
					token[i] = backbone.GELU(v)
				}
			}
			x = plus(x, w.affine(name+".mlp.fc2", hidden))
		}
		stages = append(stages, x)
	}
	pooled = make([]float64, c.Features())
	for _, token := range w.normalise("norm", x) {
		for i, v := range token {
			pooled[i] += v / float64(len(x))
		}
	}
	if c.Classes > 0 {
		logits = w.affine("head.fc", [][]float64{pooled})[0]
	}
	return stages, pooled, logits
}

// embedPatches maps each square patch of pixels to a token.
func (w *Weights) embedPatches(image []float64) [][]float64 {
	c := w.Config
	grid := c.grid(0)
	var patches [][]float64
	for row := range grid {
		for column := range grid {
			var pixels []float64
			for channel := range 3 {
				for y := row * c.Patch; y < (row+1)*c.Patch; y++ {
					start := (channel*c.Image+y)*c.Image + column*c.Patch
					pixels = append(pixels, image[start:start+c.Patch]...)
				}
			}
			patches = append(patches, pixels)
		}
	}
	return w.normalise("patch_embed.norm", w.affine("patch_embed.proj", patches))
}

// mergeTokens joins 2×2 tokens of the stage before into one of twice the width.
func (w *Weights) mergeTokens(stage int, x [][]float64) [][]float64 {
	before, grid := w.Config.grid(stage-1), w.Config.grid(stage)
	var merged [][]float64
	for row := range grid {
		for column := range grid {
			corner := 2*row*before + 2*column
			var token []float64
			for _, i := range []int{corner, corner + before, corner + 1, corner + before + 1} {
				token = append(token, x[i]...)
			}
			merged = append(merged, token)
		}
	}
	name := downsampleName(stage)
	return w.affine(name+".reduction", w.normalise(name+".norm", merged))
}

// attend is multi-head self-attention within the windows of a block.
func (w *Weights) attend(stage, block int, x [][]float64) [][]float64 {
	c := w.Config
	grid, width, heads, shift := c.grid(stage), c.width(stage), c.Heads[stage], c.shift(stage, block)
	size := width / heads
	name := blockName(stage, block) + ".attn"
	table := w.tensors[name+".relative_position_bias_table"]
	qkv := w.affine(name+".qkv", x)

	// rolled is a token's row or column after the grid was rolled up or left by
	// shift, region the part of the rolled grid in which tokens belong together.
	rolled := func(i int) int { return (i - shift + grid) % grid }
	region := func(i int) int {
		switch {
		case i < grid-c.Window:
			return 0
		case i < grid-shift:
			return 1
		}
		return 2
	}
	mixed := make([][]float64, len(x))
	for query := range x {
		mixed[query] = make([]float64, width)
		qy, qx := rolled(query/grid), rolled(query%grid)
		for h := range heads {
			var keys []int
			var weights []float64
			var total float64
			for key := range x {
				ky, kx := rolled(key/grid), rolled(key%grid)
				if ky/c.Window != qy/c.Window || kx/c.Window != qx/c.Window {
					continue // another window
				}
				var score float64
				for i := h * size; i < (h+1)*size; i++ {
					score += qkv[query][i] * qkv[key][width+i]
				}
				score /= math.Sqrt(float64(size))
				offset := (qy-ky+c.Window-1)*(2*c.Window-1) + qx - kx + c.Window - 1
				score += float64(table[offset*heads+h])
				if shift > 0 && (region(qy) != region(ky) || region(qx) != region(kx)) {
					score -= 100
				}
				weight := math.Exp(score)
				keys, weights, total = append(keys, key), append(weights, weight), total+weight
			}
			for i, key := range keys {
				for j := h * size; j < (h+1)*size; j++ {
					mixed[query][j] += weights[i] / total * qkv[key][2*width+j]
				}
			}
		}
	}
	return w.affine(name+".proj", mixed)
}

// normalise is layer normalisation: each token less its mean, divided by its
// standard deviation, then scaled and shifted.
func (w *Weights) normalise(name string, x [][]float64) [][]float64 {
	gamma, beta := w.tensors[name+".weight"], w.tensors[name+".bias"]
	y := make([][]float64, len(x))
	for t, token := range x {
		n := float64(len(token))
		var mean, variance float64
		for _, v := range token {
			mean += v / n
		}
		for _, v := range token {
			variance += (v - mean) * (v - mean) / n
		}
		y[t] = make([]float64, len(token))
		for i, v := range token {
			y[t][i] = (v-mean)/math.Sqrt(variance+normEpsilon)*float64(gamma[i]) + float64(beta[i])
		}
	}
	return y
}

// affine multiplies each token by a matrix and adds the bias, if there is one.
func (w *Weights) affine(name string, x [][]float64) [][]float64 {
	weight, bias := w.tensors[name+".weight"], w.tensors[name+".bias"]
	inputs := len(x[0])
	outputs := len(weight) / inputs
	y := make([][]float64, len(x))
	for t, token := range x {
		y[t] = make([]float64, outputs)
		for o := range outputs {
			var sum float64
			for i, v := range token {
				sum += float64(weight[o*inputs+i]) * v
			}
			if bias != nil {
				sum += float64(bias[o])
			}
			y[t][o] = sum
		}
	}
	return y
}

// plus adds two lists of tokens.
func plus(a, b [][]float64) [][]float64 {
	sum := make([][]float64, len(a))
	for t := range a {
		sum[t] = make([]float64, len(a[t]))
		for i := range a[t] {
			sum[t][i] = a[t][i] + b[t][i]
		}
	}
	return sum
}
