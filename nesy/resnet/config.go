package resnet

import (
	"fmt"
	"strings"

	"nesybook/nesy/backbone"
)

// Config is the shape of a residual network.
type Config struct {
	Side       int    // of the input in pixels; the weights fit any
	Blocks     [4]int // in each stage
	Bottleneck bool   // blocks of three convolutions, 1×1, 3×3 and 1×1 to four times the width, in place of two of 3×3
}

// ResNet18 returns the network of 18 layers at 224×224: 11.2 million parameters
// without its classifier, 512 features.
func ResNet18() Config { return Config{Side: 224, Blocks: [4]int{2, 2, 2, 2}} }

// ResNet50 returns the network of 50 layers at 224×224: 23.5 million parameters
// without its classifier, 2,048 features.
func ResNet50() Config { return Config{Side: 224, Blocks: [4]int{3, 4, 6, 3}, Bottleneck: true} }

// stem is the width of the first convolution and of the first stage's blocks.
const stem = 64

// width returns the number of channels within a stage's blocks.
func (c Config) width(stage int) int { return stem << stage }

// outputs returns the number of channels that leave a stage.
func (c Config) outputs(stage int) int {
	if c.Bottleneck {
		return 4 * c.width(stage)
	}
	return c.width(stage)
}

// inputs returns the number of channels that enter a block.
func (c Config) inputs(stage, block int) int {
	switch {
	case block > 0:
		return c.outputs(stage)
	case stage > 0:
		return c.outputs(stage - 1)
	}
	return stem
}

// layer is a convolution and the normalisation that follows it.
type layer struct {
	name, norm            string // in the file
	inputs, outputs       int    // channels
	side, stride, padding int    // pixels
}

var first = layer{"conv1", "bn1", 3, stem, 7, 2, 3}

// residual returns the layers that a block adds to its input, in order.
func (c Config) residual(stage, block int) []layer {
	in, width, stride := c.inputs(stage, block), c.width(stage), c.stride(stage, block)
	prefix := fmt.Sprintf("layer%d.%d.", stage+1, block)
	if c.Bottleneck {
		return []layer{
			{prefix + "conv1", prefix + "bn1", in, width, 1, 1, 0},
			{prefix + "conv2", prefix + "bn2", width, width, 3, stride, 1},
			{prefix + "conv3", prefix + "bn3", width, c.outputs(stage), 1, 1, 0},
		}
	}
	return []layer{
		{prefix + "conv1", prefix + "bn1", in, width, 3, stride, 1},
		{prefix + "conv2", prefix + "bn2", width, width, 3, 1, 1},
	}
}

// shortcut returns the layer that brings a block's input to the shape of its
// output, where they differ.
func (c Config) shortcut(stage, block int) (l layer, needed bool) {
	in, out, stride := c.inputs(stage, block), c.outputs(stage), c.stride(stage, block)
	prefix := fmt.Sprintf("layer%d.%d.downsample.", stage+1, block)
	return layer{prefix + "0", prefix + "1", in, out, 1, stride, 0}, in != out || stride > 1
}

// stride returns by how much a block shrinks the feature maps: by half at the
// start of each stage but the first.
func (c Config) stride(stage, block int) int {
	if stage > 0 && block == 0 {
		return 2
	}
	return 1
}

// Shapes lists the tensors that the features are made of, under torchvision's names.
func (c Config) Shapes() []backbone.Shape {
	layers := []layer{first}
	for stage, blocks := range c.Blocks {
		for block := range blocks {
			layers = append(layers, c.residual(stage, block)...)
			if l, needed := c.shortcut(stage, block); needed {
				layers = append(layers, l)
			}
		}
	}
	var all []backbone.Shape
	for _, l := range layers {
		all = append(all, backbone.Shape{Name: l.name + ".weight", Dims: []int{l.outputs, l.inputs, l.side, l.side}})
		for _, part := range []string{"weight", "bias", "running_mean", "running_var"} {
			all = append(all, backbone.Shape{Name: l.norm + "." + part, Dims: []int{l.outputs}})
		}
	}
	return all
}

// rename skips what features do not need: the classifier, whatever its classes,
// and the count of batches that a normalisation was trained with.
func rename(name string) string {
	if name == "fc.weight" || name == "fc.bias" || strings.HasSuffix(name, ".num_batches_tracked") {
		return ""
	}
	return name
}
