package experiment

import (
	"fmt"

	"nesybook/nesy/backbone"
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
	switch b.Preset {
	case "nano32":
		return ofSwin("nano32 Swin", swin.Nano32()), nil
	case "tiny":
		return ofSwin("tiny Swin", swin.Tiny()), nil
	case "small":
		return ofSwin("small Swin", swin.Small()), nil
	case "base":
		return ofSwin("base Swin", swin.Base()), nil
	}
	return architecture{}, fmt.Errorf("experiment: no backbone is called %q; backbone.preset is nano32, tiny, small or base", b.Preset)
}

func ofSwin(name string, c swin.Config) architecture {
	return architecture{name, true, c.Image, func(path string) (backbone.Network, error) { return swin.Load(path, c) }}
}
