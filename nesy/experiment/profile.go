package experiment

import (
	"fmt"
	"os"
	"strings"

	"nesybook/nesy/decode"
	"nesybook/nesy/focal"
	"nesybook/nesy/objective"
	"nesybook/nesy/train"
)

// Profile is one experiment: every setting that decides a number.
type Profile struct {
	Name       string            `json:"name"`
	Seed       uint64            `json:"seed"` // of the data and augmentation alone: focal.seed and train.seed stay as they are
	Data       Data              `json:"data"`
	Backbone   Backbone          `json:"backbone"`
	Focal      focal.Options     `json:"focal"`
	Network    Network           `json:"network"`
	Train      train.Config      `json:"train"`
	Models     []Model           `json:"models"`
	Grid       Grid              `json:"grid"`
	Thresholds decode.Thresholds `json:"thresholds"`
}

// Data says which images.
type Data struct {
	Source    string `json:"source"`    // glyphs, cifar100, inat2021, inat2021-sample or folder
	Train     int    `json:"train"`     // glyphs: images of each part
	Val       int    `json:"val"`       //
	Test      int    `json:"test"`      //
	Families  int    `json:"families"`  // inat2021: those with most species; 0 for the paper's 50
	Species   int    `json:"species"`   // inat2021-sample: drawn of each family, ten pictures each
	Path      string `json:"path"`      // folder: one sub-folder a class; inat2021: val or val.tar.gz, or empty to look in $NESY_DATA
	Hierarchy string `json:"hierarchy"` // folder: CSV file with the header fine,coarse
	Side      int    `json:"side"`      // folder, inat2021: pixels along an edge after scaling
}

// Backbone says what turns images into features. It is frozen.
type Backbone struct {
	Preset  string `json:"preset"`         // a Swin: nano32, tiny, small or base; or resnet18, resnet50, vgg16 or vit-b16
	Weights string `json:"weights"`        // a safetensors file; empty for the carried weights of nano32
	Side    int    `json:"side,omitempty"` // resnet, vgg: pixels along an edge of what the network sees; 0 for 224
	Views   int    `json:"views"`          // 1 for the images as they are; more for augmented copies
	Batch   int    `json:"batch"`          // images in one call; 0 for the default

	Precision string `json:"precision,omitempty"` // of a Swin's matrix products: float32 (or empty) or bfloat16, for GPUs

	// OnTheFly trains on images augmented anew in each epoch, which pass through the
	// backbone in every training step, as the paper does, in place of cached views.
	OnTheFly bool `json:"onTheFly,omitempty"`

	Augmentation  string `json:"augmentation"`  // of views after the first, or on the fly: crop-flip (or empty), cifar100, inat2021 or none
	Normalisation string `json:"normalisation"` // by the statistics of imagenet (or empty), or of the data's training images
}

// Network is the part of the model between features and heads.
type Network struct {
	Hidden  int     `json:"hidden"`
	Width   int     `json:"width"` // 512 in the paper
	Dropout float64 `json:"dropout"`
}

// Model is one of the models that an experiment compares.
type Model struct {
	Name      string           `json:"name"`
	About     string           `json:"about"`
	Objective objective.Config `json:"objective"`
	NoWarmup  bool             `json:"noWarmup"` // the whole loss from the first epoch on
	Seed      uint64           `json:"seed"`     // of training; 0: that of the profile's Train
}

// The variables that decide what Open opens.
const (
	ProfileVariable   = "NESY_PROFILE" // the profile's name; quick if unset
	DataVariable      = "NESY_DATA"    // a folder that holds cifar-100-binary, or val of iNaturalist 2021
	RunsVariable      = "NESY_RUNS"    // where results go; runs in the module's folder if unset
	OverridesVariable = "NESY_SET"     // lines field=value, see Override
)

// Profiles returns the profiles there are.
func Profiles() []Profile { return []Profile{Quick(), CIFAR100(), INat2021(), INat2021Sample()} }

// Find returns the profile of a name.
func Find(name string) (Profile, error) {
	var names []string
	for _, p := range Profiles() {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Profile{}, fmt.Errorf("experiment: no profile is called %q; set $%s to one of %s", name, ProfileVariable, strings.Join(names, ", "))
}

// FromEnvironment returns the profile named by $NESY_PROFILE with the settings of
// $NESY_SET, and those settings.
func FromEnvironment() (Profile, []string, error) {
	name := os.Getenv(ProfileVariable)
	if name == "" {
		name = "quick"
	}
	p, err := Find(name)
	if err != nil {
		return p, nil, err
	}
	var lines []string
	for _, line := range strings.Split(os.Getenv(OverridesVariable), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if p, err = Override(p, lines); err != nil {
		return p, lines, err
	}
	return p, lines, p.Thresholds.Validate()
}

// Model returns the model of a name.
func (p Profile) Model(name string) (Model, error) {
	var names []string
	for _, m := range p.Models {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Model{}, fmt.Errorf("experiment: profile %s has no model %q; it has %s", p.Name, name, strings.Join(names, ", "))
}
