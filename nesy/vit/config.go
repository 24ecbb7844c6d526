package vit

import (
	"fmt"
	"strings"

	"nesybook/nesy/backbone"
)

// Config is the shape of a Vision Transformer.
type Config struct {
	Side   int // of the input in pixels
	Patch  int // side of a patch in pixels
	Width  int // of a token
	Hidden int // width of the hidden layer of each block
	Blocks int
	Heads  int // attention heads in each block
}

// Base16 returns ViT-B/16 at 224×224: 85.8 million parameters without its
// classifier, 768 features.
func Base16() Config {
	return Config{Side: 224, Patch: 16, Width: 768, Hidden: 3072, Blocks: 12, Heads: 12}
}

// grid returns the number of patches along a side.
func (c Config) grid() int { return c.Side / c.Patch }

// tokens returns the number of patches and the class token.
func (c Config) tokens() int { return c.grid()*c.grid() + 1 }

// check reports the first reason why c is not a network that can be built.
func (c Config) check() error {
	if c.Side <= 0 || c.Patch <= 0 || c.Width <= 0 || c.Hidden <= 0 || c.Blocks <= 0 || c.Heads <= 0 {
		return fmt.Errorf("vit: all of %+v must be positive", c)
	}
	if c.Side%c.Patch != 0 || c.Width%c.Heads != 0 {
		return fmt.Errorf("vit: patches of %d must tile a side of %d, and %d heads divide a width of %d", c.Patch, c.Side, c.Heads, c.Width)
	}
	return nil
}

// blockName prefixes the tensors of a block.
func blockName(block int) string { return fmt.Sprintf("encoder.layers.encoder_layer_%d", block) }

// Shapes lists the tensors that the features are made of, under torchvision's names.
func (c Config) Shapes() []backbone.Shape {
	var all []backbone.Shape
	add := func(name string, dims ...int) { all = append(all, backbone.Shape{Name: name, Dims: dims}) }
	layer := func(name string, weight ...int) {
		add(name+".weight", weight...)
		add(name+".bias", weight[0])
	}
	add("class_token", 1, 1, c.Width)
	layer("conv_proj", c.Width, 3, c.Patch, c.Patch)
	add("encoder.pos_embedding", 1, c.tokens(), c.Width)
	for b := range c.Blocks {
		name := blockName(b)
		layer(name+".ln_1", c.Width)
		add(name+".self_attention.in_proj_weight", 3*c.Width, c.Width)
		add(name+".self_attention.in_proj_bias", 3*c.Width)
		layer(name+".self_attention.out_proj", c.Width, c.Width)
		layer(name+".ln_2", c.Width)
		layer(name+".mlp.0", c.Hidden, c.Width)
		layer(name+".mlp.3", c.Width, c.Hidden)
	}
	layer("encoder.ln", c.Width)
	return all
}

// olderNames maps names of torchvision before 0.14, which its published files
// still have, to present ones.
var olderNames = strings.NewReplacer(".mlp.linear_1.", ".mlp.0.", ".mlp.linear_2.", ".mlp.3.")

// rename skips the classifier, which features do not need.
func rename(name string) string {
	if strings.HasPrefix(name, "heads.") {
		return ""
	}
	return olderNames.Replace(name)
}
