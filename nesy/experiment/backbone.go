package experiment

import (
	"cmp"
	"fmt"

	"nesybook/nesy/backbone"
	"nesybook/nesy/resnet"
	"nesybook/nesy/swin"
	"nesybook/nesy/vgg"
	"nesybook/nesy/vit"
)

// architecture is one of the networks that backbone.preset names.
type architecture struct {
	name string // for captions
	swin bool   // as the paper's
	side int    // of its images, in pixels
	load func(path string) (backbone.Network, error)
}

// Weights returns the backbone with its weights.
func (r *Run) Weights() (backbone.Network, error) {
	b := r.Profile.Backbone
	a, err := b.architecture()
	if err != nil {
		return nil, err
	}
	network, err := b.network(a)
	if err != nil {
		return nil, err
	}
	return b.narrow(network)
}

func (b Backbone) network(a architecture) (backbone.Network, error) {
	if b.Weights != "" {
		return a.load(b.Weights)
	}
	if b.Preset != "nano32" {
		return nil, fmt.Errorf("experiment: only the weights of nano32 are part of nesybook; set backbone.weights to a safetensors file for %s", b.Preset)
	}
	return swin.Carried()
}

// narrow returns the network with matrix products of the precision asked for.
func (b Backbone) narrow(network backbone.Network) (backbone.Network, error) {
	switch w, ok := network.(*swin.Weights); {
	case b.Precision == "" || b.Precision == "float32":
		return network, nil
	case b.Precision != "bfloat16":
		return nil, fmt.Errorf("experiment: backbone.precision is %q; it is float32 or bfloat16", b.Precision)
	case !ok:
		return nil, fmt.Errorf("experiment: backbone.precision is bfloat16, which the Swin networks alone know, not %s", b.Preset)
	default:
		return swin.BFloat16{Weights: w}, nil
	}
}

func (b Backbone) architecture() (architecture, error) {
	switch b.Preset {
	case "nano32":
		return b.ofSwin(swin.Nano32())
	case "tiny":
		return b.ofSwin(swin.Tiny())
	case "small":
		return b.ofSwin(swin.Small())
	case "base":
		return b.ofSwin(swin.Base())
	case "resnet18":
		return b.ofResNet("ResNet-18", resnet.ResNet18())
	case "resnet50":
		return b.ofResNet("ResNet-50", resnet.ResNet50())
	case "vgg16":
		c := vgg.VGG16()
		c.Side = cmp.Or(b.Side, c.Side)
		return architecture{"VGG16", false, c.Side, func(path string) (backbone.Network, error) { return vgg.Load(path, c) }}, nil
	case "vit-b16":
		c := vit.Base16()
		return architecture{"ViT-B/16", false, c.Side, func(path string) (backbone.Network, error) { return vit.Load(path, c) }}, b.fixed(c.Side)
	}
	return architecture{}, fmt.Errorf("experiment: no backbone is called %q; backbone.preset is nano32, tiny, small, base, resnet18, resnet50, vgg16 or vit-b16", b.Preset)
}

func (b Backbone) ofSwin(c swin.Config) (architecture, error) {
	return architecture{b.Preset + " Swin", true, c.Image, func(path string) (backbone.Network, error) { return swin.Load(path, c) }}, b.fixed(c.Image)
}

func (b Backbone) ofResNet(name string, c resnet.Config) (architecture, error) {
	c.Side = cmp.Or(b.Side, c.Side)
	return architecture{name, false, c.Side, func(path string) (backbone.Network, error) { return resnet.Load(path, c) }}, nil
}

// fixed refuses another side for the images of a network that has one.
func (b Backbone) fixed(side int) error {
	if b.Side != 0 && b.Side != side {
		return fmt.Errorf("experiment: backbone.side is %d, but %s takes images of %d pixels; leave it 0", b.Side, b.Preset, side)
	}
	return nil
}
