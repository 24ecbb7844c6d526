package vgg

import (
	"fmt"
	"strings"

	"nesybook/nesy/backbone"
)

// Config is the shape of a network.
type Config struct {
	Side   int     // of the input in pixels, at least 32; the weights fit any
	Widths [][]int // channels of the 3×3 convolutions in each stage; maps shrink to half after a stage
	Hidden int     // width of the two layers before the classifier's last
}

// VGG16 returns the network of 16 layers at 224×224: 134.3 million parameters
// without its last layer, 4,096 features.
func VGG16() Config {
	return Config{
		Side:   224,
		Widths: [][]int{{64, 64}, {128, 128}, {256, 256, 256}, {512, 512, 512}, {512, 512, 512}},
		Hidden: 4096,
	}
}

// grid is the side of the feature maps that enter the classifier, whatever the
// side of the images.
const grid = 7

// convolution is a 3×3 convolution that is followed by a ReLU.
type convolution struct {
	name            string
	inputs, outputs int // channels
}

// stages lists the convolutions of each stage. torchvision numbers them in one
// list with the ReLU after each and the pooling after a stage.
func (c Config) stages() [][]convolution {
	inputs, index := 3, 0
	var stages [][]convolution
	for _, widths := range c.Widths {
		var stage []convolution
		for _, width := range widths {
			stage = append(stage, convolution{fmt.Sprintf("features.%d", index), inputs, width})
			inputs, index = width, index+2
		}
		stages, index = append(stages, stage), index+1
	}
	return stages
}

// Shapes lists the tensors that the features are made of, under torchvision's names.
func (c Config) Shapes() []backbone.Shape {
	var all []backbone.Shape
	add := func(name string, weight ...int) {
		all = append(all, backbone.Shape{Name: name + ".weight", Dims: weight}, backbone.Shape{Name: name + ".bias", Dims: weight[:1]})
	}
	last := 0
	for _, stage := range c.stages() {
		for _, l := range stage {
			add(l.name, l.outputs, l.inputs, 3, 3)
			last = l.outputs
		}
	}
	add("classifier.0", c.Hidden, last*grid*grid)
	add("classifier.3", c.Hidden, c.Hidden)
	return all
}

// rename skips the classifier's last layer, which features do not need.
func rename(name string) string {
	if strings.HasPrefix(name, "classifier.6.") {
		return ""
	}
	return name
}
