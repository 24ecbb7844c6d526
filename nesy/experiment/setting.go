package experiment

import (
	"fmt"
	"strings"

	"nesybook/nesy/paper"
)

// paperPixels is the side of the images that the paper's Swin sees.
const paperPixels = 224

// setting says in a sentence how a run differs from the paper's, for captions.
func (r *Run) setting() string {
	p := r.Profile
	data, network := p.Data.Source, p.Backbone.Preset
	if data != r.paperData() {
		data += " in place of " + r.paperData()
	}
	if a, err := p.Backbone.architecture(); err == nil {
		network = a.caption()
	}
	seen := "cached features"
	if p.Backbone.OnTheFly {
		seen = "images augmented on the fly"
	}
	return fmt.Sprintf("Ours: a frozen %s, on %s; %d epochs on %s, %d and %d units.",
		network, data, p.Train.Epochs, seen, p.Network.Hidden, p.Network.Width)
}

// caption names a network and says what of it is not the paper's.
func (a architecture) caption() string {
	switch {
	case a.side != paperPixels && a.swin:
		return fmt.Sprintf("%s at %d pixels, not the paper's at %d", a.name, a.side, paperPixels)
	case a.swin: // the paper does not name its size
		return fmt.Sprintf("%s at %d pixels, as the paper's", a.name, a.side)
	}
	return fmt.Sprintf("%s at %d pixels, not the paper's Swin at %d", a.name, a.side, paperPixels)
}

// paperData returns which of the paper's two data sets the run's stand beside.
func (r *Run) paperData() string {
	if strings.HasPrefix(r.Profile.Data.Source, paper.INat2021) {
		return paper.INat2021
	}
	return paper.CIFAR100
}

// numbers lists numbers with commas between.
func numbers(list []uint64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
}
