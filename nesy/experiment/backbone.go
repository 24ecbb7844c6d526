package experiment

import (
	"fmt"

	"nesybook/nesy/backbone"
	"nesybook/nesy/resnet"
	"nesybook/nesy/swin"
)

// architecture is one of the networks that backbone.preset names.
type architecture struct {
	name string // for captions
	swin bool
	side int // of its images, in pixels
	load func(path string) (backbone.Network, error)
}

// Weights returns the backbone with its weights.
func (r *Run) Weights() (backbone.Network, error) {
	b := r.Profile.Backbone
	a, err := b.architecture()
	if err != nil {
		return nil, err
	}
	if b.Weights != "" {
		return a.load(b.Weights)
	}
	if b.Preset != "nano32" {
		return nil, fmt.Errorf("experiment: only the weights of nano32 are part of nesybook; set backbone.weights to a safetensors file for %s", b.Preset)
	}
	return swin.Carried()
}

func (b Backbone) architecture() (architecture, error) {
	var a architecture
	switch b.Preset {
	case "nano32":
		a = ofSwin("nano32 Swin", swin.Nano32())
	case "tiny":
		a = ofSwin("tiny Swin", swin.Tiny())
	case "small":
		a = ofSwin("small Swin", swin.Small())
	case "base":
		a = ofSwin("base Swin", swin.Base())
	case "resnet18":
		a = b.ofResNet("ResNet-18", resnet.ResNet18())
	case "resnet50":
		a = b.ofResNet("ResNet-50", resnet.ResNet50())
	default:
		return a, fmt.Errorf("experiment: no backbone is called %q; backbone.preset is nano32, tiny, small, base, resnet18 or resnet50", b.Preset)
	}
	if b.Side != 0 && b.Side != a.side {
		return a, fmt.Errorf("experiment: backbone.side is %d, but images of %s have %d pixels a side; leave it 0", b.Side, b.Preset, a.side)
	}
	return a, nil
}

func ofSwin(name string, c swin.Config) architecture {
	return architecture{name, true, c.Image, func(path string) (backbone.Network, error) { return swin.Load(path, c) }}
}

func (b Backbone) ofResNet(name string, c resnet.Config) architecture {
	if b.Side != 0 {
		c.Side = b.Side
	}
	return architecture{name, false, c.Side, func(path string) (backbone.Network, error) { return resnet.Load(path, c) }}
}
