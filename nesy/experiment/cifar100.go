package experiment

import (
	"nesybook/nesy/decode"
	"nesybook/nesy/focal"
	"nesybook/nesy/train"
)

// CIFAR100 is the paper's first experiment on its data: 40,000 training, 10,000
// validation and 10,000 test images.
//
// What differs from the paper, and why. The backbone is the small Swin that the
// module carries, at 32 pixels, 192 features, trained on Tiny ImageNet, in place
// of an ImageNet Swin at 224: it runs on two cores, and its accuracy is that of
// weak features, about half the paper's. Features are computed once; augmentation
// on the fly, as in the paper, is -set backbone.onthefly=true
// -set backbone.augmentation=cifar100 and takes a pass through the backbone an
// epoch, minutes on two cores. Learning rate, batch and schedule are those that
// train heads on cached features in 20 epochs, and heads begin at the uniform
// distribution; -set train.schedule=plateau -set train.learningrate=2e-4
// -set train.batch=64 -set train.epochs=300 -set train.stoppatience=5
// -set train.uniformstart=false is the paper's.
//
//	NESY_DATA=DIR go run ./kernelsetup run -profile cifar100 -out results/cifar100
func CIFAR100() Profile {
	return Profile{
		Name:     "cifar100",
		Seed:     42,
		Data:     Data{Source: "cifar100"},
		Backbone: Backbone{Preset: "nano32", Views: 1},
		Focal:    focal.DefaultOptions(100),
		Network:  Network{Hidden: 1024, Width: 512, Dropout: 0.3},
		Train: train.Config{
			Epochs: 20, Warmup: 5, Batch: 256,
			LearningRate: 1e-3, WeightDecay: 1e-2,
			Schedule: train.Cosine, Factor: 0.1, Patience: 3,
			UniformStart: true,
			Seed:         42,
		},
		Models:     models(),
		Grid:       paperGrid(42, 43, 44),
		Thresholds: decode.Thresholds{Fine: 0.5, Coarse: 0.5},
	}
}
