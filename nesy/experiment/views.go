package experiment

import (
	"fmt"
	"path/filepath"

	"nesybook/nesy/dataset"
)

// Augmentation returns the random changes that views after the first show, as
// backbone.augmentation names them.
func (r *Run) Augmentation() (dataset.Augmentation, error) {
	switch name := r.Profile.Backbone.Augmentation; name {
	case "", "crop-flip":
		return dataset.CropAndFlip(), nil
	case "cifar100":
		n, err := r.Normalisation() // what is erased gets its mean colour
		if err != nil {
			return nil, err
		}
		return dataset.CIFAR100Augmentation(n), nil
	case "inat2021":
		return dataset.INaturalistAugmentation(), nil
	case "none":
		return nil, nil
	default:
		return nil, fmt.Errorf("experiment: no augmentation is called %q; backbone.augmentation is crop-flip, cifar100, inat2021 or none", name)
	}
}

// Normalisation returns the statistics that pixels are normalised with, as
// backbone.normalisation names them. Those of the data are over the training
// images; they are computed once and kept, for they read every image.
func (r *Run) Normalisation() (n dataset.Normalisation, err error) {
	switch name := r.Profile.Backbone.Normalisation; name {
	case "", "imagenet":
		return dataset.ImageNet, nil
	case "data":
	default:
		return n, fmt.Errorf("experiment: no normalisation is called %q; backbone.normalisation is imagenet or data", name)
	}
	d, err := r.Dataset()
	if err != nil {
		return n, err
	}
	m, err := r.manifest("normalisation", "mean and deviation of each channel of the training images")
	if err != nil {
		return n, err
	}
	m.Inputs["data"] = d.Digest
	dir := filepath.Join(r.Dir, "normalisation")
	file := "normalisation.json"
	err = stage(dir, m, func(dir string) error {
		n, err := dataset.OfSplit(d, d.Train)
		if err != nil {
			return err
		}
		return write(filepath.Join(dir, file), n)
	})
	if err != nil {
		return n, err
	}
	return n, readJSON(filepath.Join(dir, file), &n)
}
