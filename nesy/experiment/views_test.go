package experiment

import (
	"context"
	"testing"

	"nesybook/nesy/dataset"
)

func TestAnAugmentationIsNamed(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"", dataset.CropAndFlip().String()},
		{"crop-flip", dataset.CropAndFlip().String()},
		{"cifar100", dataset.CIFAR100Augmentation(dataset.ImageNet).String()},
		{"inat2021", dataset.INaturalistAugmentation().String()},
		{"none", "none"},
	} {
		p := Quick()
		p.Backbone.Augmentation = c.name
		got, err := New(context.Background(), p, t.TempDir()).Augmentation()
		if err != nil || got.String() != c.want {
			t.Errorf("%q: got %v (%v), want %s", c.name, got, err, c.want)
		}
	}
	p := Quick()
	p.Backbone.Augmentation = "mixup"
	_, err := New(context.Background(), p, t.TempDir()).Augmentation()
	oneLine(t, err, `"mixup"`, "crop-flip, cifar100, inat2021 or none")
}

func TestTheDataNormaliseThemselvesByTheirTrainingImages(t *testing.T) {
	p := small(t)
	p.Backbone.Normalisation, p.Backbone.Augmentation = "data", "cifar100"
	r := New(context.Background(), p, t.TempDir())
	d, err := r.Dataset()
	if err != nil {
		t.Fatal(err)
	}
	want, err := dataset.OfSplit(d, d.Train)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // computed, then read back
		got, err := r.Normalisation()
		if err != nil || got != want {
			t.Errorf("got %v (%v), want %v", got, err, want)
		}
	}
	steps, err := r.Augmentation()
	if err != nil {
		t.Fatal(err)
	}
	if want := dataset.CIFAR100Augmentation(want).String(); steps.String() != want {
		t.Errorf("erased with %s, want %s", steps, want)
	}

	p.Backbone.Normalisation = "cifar"
	_, err = New(context.Background(), p, t.TempDir()).Normalisation()
	oneLine(t, err, `"cifar"`, "imagenet or data")
}

// Views differ from the images as they are exactly where something changes them.
func TestViewsShowTheAugmentation(t *testing.T) {
	for _, name := range []string{"none", "crop-flip"} {
		p := tinySample(t)
		p.Data.Families, p.Data.Species, p.Backbone.Views, p.Backbone.Augmentation = 1, 1, 2, name
		f, err := New(context.Background(), p, t.TempDir()).Features(nil)
		if err != nil {
			t.Fatal(err)
		}
		same := true
		for i, row := range f.Training[1] {
			for k, v := range row {
				same = same && v == f.Training[0][i][k]
			}
		}
		if same != (name == "none") {
			t.Errorf("%s: the second view is the first: %v", name, same)
		}
	}
}
