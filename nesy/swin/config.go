package swin

import "fmt"

// Config is the shape of a Swin Transformer. Images are square with three
// channels; the hidden layer of each block is four times its width.
type Config struct {
	Image   int   // side of the input in pixels
	Patch   int   // side of a patch in pixels
	Embed   int   // width of the first stage's tokens; it doubles from stage to stage
	Depths  []int // blocks in each stage
	Heads   []int // attention heads in each stage
	Window  int   // side of an attention window in tokens
	Classes int   // outputs of the classification head; 0 for a network without one
}

// Tiny returns Swin-T at 224×224 with ImageNet's 1,000 classes: 28.3 million
// parameters, 768 features (Liu and others 2021, section 3.3).
func Tiny() Config { return large(96, []int{2, 2, 6, 2}, []int{3, 6, 12, 24}) }

// Small returns Swin-S at 224×224: 49.6 million parameters, 768 features.
func Small() Config { return large(96, []int{2, 2, 18, 2}, []int{3, 6, 12, 24}) }

// Base returns Swin-B at 224×224: 87.8 million parameters, 1,024 features.
func Base() Config { return large(128, []int{2, 2, 18, 2}, []int{4, 8, 16, 32}) }

func large(embed int, depths, heads []int) Config {
	return Config{Image: 224, Patch: 4, Embed: embed, Depths: depths, Heads: heads, Window: 7, Classes: 1000}
}

// Nano32 returns the small Swin for 32×32 images whose weights this module
// carries: 2.2 million parameters, 192 features, the 200 classes of Tiny ImageNet.
func Nano32() Config {
	return Config{Image: 32, Patch: 2, Embed: 48, Depths: []int{2, 2, 4}, Heads: []int{3, 6, 12}, Window: 4, Classes: 200}
}

// presets are the configurations that an error message can guess at.
var presets = []struct {
	name   string
	config Config
}{{"Tiny", Tiny()}, {"Small", Small()}, {"Base", Base()}, {"Nano32", Nano32()}}

// Features returns the length of the pooled feature vector.
func (c Config) Features() int { return c.width(len(c.Depths) - 1) }

// Pixels returns the number of values of one input image.
func (c Config) Pixels() int { return 3 * c.Image * c.Image }

// width returns the width of a stage's tokens.
func (c Config) width(stage int) int { return c.Embed << stage }

// grid returns the side of a stage's square of tokens.
func (c Config) grid(stage int) int { return c.Image / c.Patch >> stage }

// shift returns by how many tokens a block's windows are shifted: by half a window
// in every second block, and not at all where one window covers the grid.
func (c Config) shift(stage, block int) int {
	if block%2 == 0 || c.grid(stage) <= c.Window {
		return 0
	}
	return c.Window / 2
}

// check reports the first reason why c is not a network that can be built.
func (c Config) check() error {
	stages := len(c.Depths)
	if stages == 0 || len(c.Heads) != stages {
		return fmt.Errorf("swin: %d depths and %d head counts, want one of each a stage", stages, len(c.Heads))
	}
	if c.Image <= 0 || c.Patch <= 0 || c.Embed <= 0 || c.Window <= 0 || c.Classes < 0 {
		return fmt.Errorf("swin: image %d, patch %d, embedding %d and window %d must be positive, classes %d not negative", c.Image, c.Patch, c.Embed, c.Window, c.Classes)
	}
	if c.Image%(c.Patch<<(stages-1)) != 0 {
		return fmt.Errorf("swin: an image of side %d cannot be cut into patches of %d that merge %d times", c.Image, c.Patch, stages-1)
	}
	for s := range stages {
		if c.Depths[s] <= 0 || c.Heads[s] <= 0 || c.width(s)%c.Heads[s] != 0 {
			return fmt.Errorf("swin: stage %d: depth %d must be positive and %d heads must divide the width %d", s, c.Depths[s], c.Heads[s], c.width(s))
		}
		if c.grid(s)%c.Window != 0 {
			return fmt.Errorf("swin: stage %d: windows of side %d do not tile a grid of side %d", s, c.Window, c.grid(s))
		}
	}
	return nil
}
