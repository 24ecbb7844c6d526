package experiment

import (
	"nesybook/nesy/consistency"
	"nesybook/nesy/decode"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/model"
	"nesybook/nesy/objective"
	"nesybook/nesy/train"
)

// Quick is the experiment that runs everywhere: offline, on two cores, in
// minutes. The program draws its images (glyphs), and the backbone is the small
// Swin that the module carries, which has never seen a glyph.
//
// It shows every step of the paper on a small scale and is no result about the
// paper: 40 classes in place of 100, 2,000 training images in place of 40,000, 32
// pixels in place of 224. The learning rate is five times the paper's and epochs
// end at 30 in place of 300, to fit so few images; heads begin at the uniform
// distribution.
//
//	go run ./kernelsetup run            # all notebooks
func Quick() Profile {
	return Profile{
		Name:     "quick",
		Seed:     42,
		Data:     Data{Source: "glyphs", Train: 2000, Val: 600, Test: 600},
		Backbone: Backbone{Preset: "nano32", Views: 1},
		Focal:    focal.DefaultOptions(40),
		Network:  Network{Hidden: 512, Width: 512, Dropout: 0.3},
		Train: train.Config{
			Epochs: 30, Warmup: 5, Batch: 64,
			LearningRate: 1e-3, WeightDecay: 1e-2,
			Schedule: train.Plateau, Factor: 0.1, Patience: 3, StopPatience: 5,
			UniformStart: true,
			Seed:         42,
		},
		Models:     models(),
		Grid:       quickGrid(),
		Thresholds: decode.Thresholds{Fine: 0.5, Coarse: 0.5},
	}
}

// models are the three that the paper compares, NeSy with the consistency term that
// does what the paper says of it, and that once more with an extension.
func models() []Model {
	base := objective.Default(model.Softmax)
	randomSet := objective.Default(model.RandomSet)
	randomSet.Weighting = objective.Fixed
	written := objective.Default(model.NeSy)
	nesy := objective.Default(model.NeSy)
	nesy.Weighting, nesy.Gamma = objective.Fixed, 0.1
	nesy.Consistency.Form = consistency.SelfNormalised
	nesy.Consistency.Membership = fuzzy.Triangular(0, 1, 1)
	betp := nesy
	betp.PignisticFine, betp.PignisticCoarse, betp.Gamma = 1, 1, 1
	return []Model{
		{Name: "base", About: "softmax over labels at both levels", Objective: base},
		{Name: "rs-nn", About: "beliefs over focal sets, mass penalties", Objective: randomSet},
		{Name: "nesy-written", About: "with the consistency term as the paper writes it, coefficients learnt", Objective: written},
		{Name: "nesy", About: "with the self-normalised consistency term", Objective: nesy},
		{Name: "nesy-betp", About: "and with the likelihood of BetP, which is not in the paper", Objective: betp, NoWarmup: true},
	}
}
