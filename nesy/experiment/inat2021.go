package experiment

import (
	"fmt"
	"os"
	"path/filepath"

	"nesybook/nesy/dataset"
	"nesybook/nesy/decode"
	"nesybook/nesy/focal"
	"nesybook/nesy/train"
)

// INat2021 is the paper's second experiment on its data: of the official
// validation split of iNaturalist 2021, the 50 families with most species, which
// lie under 7 classes (the paper counts 20), 45,990 images in parts of 70, 15 and
// 15 %. $NESY_DATA, or the folder inat2021 in it, holds val or val.tar.gz; the
// unpacked folder is far faster, for the archive is read from end to end by every
// program that opens it.
//
// What differs from the paper, and why. The backbone is the small Swin that the
// module carries, so photographs of some 500 pixels are squeezed to 32 by 32, and
// most of what tells a family of moths from another is gone: read its numbers
// beside each other, not beside the paper's. Features are computed once; views
// after the first, -set backbone.views=4, show the paper's augmentation. Learning
// rate, batch and schedule are those of CIFAR100. A larger Swin that reads
// photographs at 224 pixels, on a machine with time for it:
// -set data.side=224 -set backbone.preset=tiny -set backbone.weights=FILE.
//
//	NESY_DATA=DIR go run ./kernelsetup run -profile inat2021 -only 10 -out results/inat2021
func INat2021() Profile {
	return Profile{
		Name:     "inat2021",
		Seed:     42,
		Data:     Data{Source: "inat2021", Side: 32},
		Backbone: Backbone{Preset: "nano32", Views: 1, Augmentation: "inat2021", Normalisation: "data"},
		Focal:    focal.DefaultOptions(50),
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

// INat2021Sample is INat2021 on a drawn stand-in for the photographs, with the
// real families and classes: 1,000 pictures of two species a family, a narrow
// network, few epochs. It takes the same way through the code in seconds, and its
// numbers say nothing about nature.
func INat2021Sample() Profile {
	p := INat2021()
	p.Name = "inat2021-sample"
	p.Data = Data{Source: "inat2021-sample", Species: 2, Side: 32}
	p.Focal.Share = 0.15 // of the 14 pictures in a mean cluster: one by chance is not enough
	p.Network = Network{Hidden: 128, Width: 64, Dropout: 0.1}
	p.Train = train.Config{
		Epochs: 20, Warmup: 5, Batch: 50,
		LearningRate: 3e-3, WeightDecay: 1e-2,
		Schedule: train.Cosine, Factor: 0.1, Patience: 3,
		UniformStart: true,
		Seed:         42,
	}
	p.Grid = quickGrid()
	return p
}

// inat2021 reads the photographs, from data.path or else from $NESY_DATA.
func inat2021(p Profile) (*dataset.Dataset, error) {
	path := p.Data.Path
	if path == "" {
		var err error
		if path, err = findINat2021(os.Getenv(DataVariable)); err != nil {
			return nil, err
		}
	}
	return dataset.INat2021(path, dataset.INat2021Options{Side: p.Data.Side, Families: p.Data.Families, Seed: p.Seed})
}

// findINat2021 returns the folder that holds the official validation split: dir,
// or inat2021 in it.
func findINat2021(dir string) (string, error) {
	const remedy = "set it to a folder that holds val or val.tar.gz of iNaturalist 2021, from github.com/visipedia/inat_comp"
	if dir == "" {
		return "", fmt.Errorf("experiment: $%s is not set; %s", DataVariable, remedy)
	}
	for _, holder := range []string{filepath.Join(dir, "inat2021"), dir} {
		for _, name := range []string{"val", "val.tar.gz"} {
			if _, err := os.Stat(filepath.Join(holder, name)); err == nil {
				return holder, nil
			}
		}
	}
	return "", fmt.Errorf("experiment: $%s is %s, where neither val nor val.tar.gz is, nor in inat2021 there; %s", DataVariable, dir, remedy)
}

// inat2021Sample draws the stand-in into a folder of the run, once, and reads it as
// the official files are read. Five families more are drawn, with a species less,
// which do not belong to the subset.
func inat2021Sample(p Profile, dir string) (*dataset.Dataset, error) {
	o := dataset.INat2021SampleOptions{
		Families: p.Data.Families, Species: p.Data.Species, Pictures: 10, Others: 5, Seed: p.Seed,
	}
	if o.Families == 0 {
		o.Families = 50
	}
	path := filepath.Join(dir, fmt.Sprintf("sample-%d-%d-%d", o.Families, o.Species, o.Seed))
	if err := dataset.SampleINat2021(path, o); err != nil {
		return nil, err
	}
	return dataset.INat2021(path, dataset.INat2021Options{Side: p.Data.Side, Families: o.Families, Seed: p.Seed})
}
