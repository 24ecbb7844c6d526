package swin

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nesybook/nesy/backbone"
)

// shapes lists every tensor of the network in timm's present convention.
func (c Config) shapes() []backbone.Shape {
	var all []backbone.Shape
	add := func(name string, dims ...int) { all = append(all, backbone.Shape{Name: name, Dims: dims}) }
	linear := func(name string, out, in int) {
		add(name+".weight", out, in)
		add(name+".bias", out)
	}
	norm := func(name string, width int) {
		add(name+".weight", width)
		add(name+".bias", width)
	}
	add("patch_embed.proj.weight", c.Embed, 3, c.Patch, c.Patch)
	add("patch_embed.proj.bias", c.Embed)
	norm("patch_embed.norm", c.Embed)
	for s, depth := range c.Depths {
		width := c.width(s)
		if s > 0 { // merging 2×2 tokens of the stage before
			norm(downsampleName(s)+".norm", 2*width)
			add(downsampleName(s)+".reduction.weight", width, 2*width)
		}
		for b := range depth {
			name := blockName(s, b)
			norm(name+".norm1", width)
			linear(name+".attn.qkv", 3*width, width)
			linear(name+".attn.proj", width, width)
			add(name+".attn.relative_position_bias_table", (2*c.Window-1)*(2*c.Window-1), c.Heads[s])
			norm(name+".norm2", width)
			linear(name+".mlp.fc1", 4*width, width)
			linear(name+".mlp.fc2", width, 4*width)
		}
	}
	norm("norm", c.Features())
	if c.Classes > 0 {
		linear("head.fc", c.Classes, c.Features())
	}
	return all
}

// blockName and downsampleName prefix the tensors of a block and of the merging
// that opens a stage.
func blockName(stage, block int) string { return fmt.Sprintf("layers.%d.blocks.%d", stage, block) }
func downsampleName(stage int) string   { return fmt.Sprintf("layers.%d.downsample", stage) }

// huggingFace maps the parts of Hugging Face's tensor names to timm's.
var huggingFace = strings.NewReplacer(
	"embeddings.patch_embeddings.projection.", "patch_embed.proj.",
	"embeddings.norm.", "patch_embed.norm.",
	"encoder.layers.", "layers.",
	"layernorm_before.", "norm1.",
	"layernorm_after.", "norm2.",
	"attention.self.relative_position", "attn.relative_position",
	"attention.self.", "attn.",
	"attention.output.dense.", "attn.proj.",
	"intermediate.dense.", "mlp.fc1.",
	"output.dense.", "mlp.fc2.",
	"layernorm.", "norm.",
	"classifier.", "head.fc.",
)

// convention tells how a file names its tensors.
type convention struct {
	huggingFace     bool // Hugging Face's names: query, key and value apart
	downsampleFirst bool // older timm and Hugging Face: a stage ends with the merging
}

// conventionOf recognises a file's convention by names that only one of them has.
func conventionOf(names []string) convention {
	var c convention
	for _, name := range names {
		if strings.Contains(name, "patch_embeddings.projection") {
			c.huggingFace = true
		}
		if strings.HasPrefix(huggingFace.Replace(strings.TrimPrefix(name, "swin.")), "layers.0.downsample.") {
			c.downsampleFirst = true
		}
	}
	return c
}

var downsampleIndex = regexp.MustCompile(`^layers\.([0-9]+)\.downsample\.`)

// parts returns the tensors that a file of the convention holds for one of ours,
// to be joined along the first dimension.
func (c convention) parts(whole backbone.Shape) []backbone.Shape {
	before, after, isQKV := strings.Cut(whole.Name, ".qkv.")
	if !c.huggingFace || !isQKV {
		return []backbone.Shape{whole}
	}
	dims := slices.Clone(whole.Dims)
	dims[0] /= 3
	var parts []backbone.Shape
	for _, part := range []string{"query", "key", "value"} {
		parts = append(parts, backbone.Shape{Name: before + "." + part + "." + after, Dims: dims})
	}
	return parts
}

// shapes lists every tensor of a file of the convention.
func (c convention) shapes(network Config) []backbone.Shape {
	var all []backbone.Shape
	for _, whole := range network.shapes() {
		all = append(all, c.parts(whole)...)
	}
	return all
}

// canonical returns the present timm name for a name of the convention. The names
// of Hugging Face's query, key and value keep these parts.
func (c convention) canonical(name string) string {
	if c.huggingFace {
		name = huggingFace.Replace(strings.TrimPrefix(name, "swin."))
	} else if rest, ok := strings.CutPrefix(name, "head."); ok && !strings.HasPrefix(rest, "fc.") {
		name = "head.fc." + rest // older timm
	}
	if m := downsampleIndex.FindStringSubmatch(name); m != nil && c.downsampleFirst {
		stage, _ := strconv.Atoi(m[1])
		name = downsampleName(stage+1) + strings.TrimPrefix(name, m[0][:len(m[0])-1])
	}
	return name
}

// isBuffer reports whether a tensor can be computed from the configuration and is
// skipped: the table index of relative positions and the attention mask.
func isBuffer(name string) bool {
	return strings.HasSuffix(name, ".relative_position_index") || strings.HasSuffix(name, ".attn_mask")
}
