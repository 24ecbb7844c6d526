package experiment

import (
	"fmt"
	"path/filepath"

	"nesybook/nesy/features"
	"nesybook/nesy/focal"
)

// Features are what the backbone makes of the images, standardised by the
// training images.
type Features struct {
	Rows     [][]float32   // [images][features], of the images as they are
	Training [][][]float32 // [views][training images][features]; the first view is of the images as they are
	Scaling  features.Scaling
}

// Of returns the rows of some images.
func (f *Features) Of(images []int) [][]float32 { return pick(f.Rows, images) }

func pick[T any](rows []T, indices []int) []T {
	out := make([]T, len(indices))
	for i, index := range indices {
		out[i] = rows[index]
	}
	return out
}

// Features returns the features of every image, computed or read back.
func (r *Run) Features(progress Progress) (*Features, error) {
	if r.features != nil {
		return r.features, nil
	}
	b, err := r.Backend()
	if err != nil {
		return nil, err
	}
	spec, err := r.featureSpec()
	if err != nil {
		return nil, err
	}
	d := spec.Data
	views, err := features.Extract(r.ctx, b, spec, r.featuresDir(), progress)
	if err != nil {
		return nil, err
	}
	scaling := features.FitScaling(views[0], d.Train)
	f := &Features{Rows: scaling.Apply(views[0]), Scaling: scaling}
	f.Training = append(f.Training, f.Of(d.Train))
	for _, view := range views[1:] {
		f.Training = append(f.Training, scaling.Apply(pick(view, d.Train)))
	}
	r.features = f
	return f, nil
}

// featureSpec says which features to make of which images.
func (r *Run) featureSpec() (s features.Spec, err error) {
	p := r.Profile.Backbone
	if p.OnTheFly && p.Views != 1 {
		return s, fmt.Errorf("experiment: backbone.onTheFly makes a view in each epoch; set backbone.views to 1 for those of validation and test")
	}
	s = features.Spec{Views: p.Views, Seed: r.Profile.Seed, Batch: p.Batch}
	if s.Data, err = r.Dataset(); err != nil {
		return s, err
	}
	s.Augmented = s.Data.Train
	if s.Network, err = r.Weights(); err != nil {
		return s, err
	}
	if s.Normalisation, err = r.Normalisation(); err != nil {
		return s, err
	}
	s.Augmentation, err = r.Augmentation()
	return s, err
}

// FocalSets are the families of the two levels.
type FocalSets struct {
	Fine, Coarse *focal.Family
	Clustering   *focal.Clustering // of the training images
}

// FocalSets returns the families induced from the training images.
func (r *Run) FocalSets(progress Progress) (*FocalSets, error) {
	if r.sets != nil {
		return r.sets, nil
	}
	d, err := r.Dataset()
	if err != nil {
		return nil, err
	}
	f, err := r.Features(progress)
	if err != nil {
		return nil, err
	}
	m, err := r.manifest("focal", r.Profile.Focal, r.featuresDir())
	if err != nil {
		return nil, err
	}
	dir := r.focalDir()
	err = stage(dir, m, func(dir string) error {
		fine, clustering, err := focal.Induce(f.Of(d.Train), d.Integer(0, d.Train), d.Hierarchy.Size(0), r.Profile.Focal)
		if err != nil {
			return err
		}
		if err := fine.Save(filepath.Join(dir, "fine.json")); err != nil {
			return err
		}
		if err := fine.Project(d.Hierarchy, 0).Save(filepath.Join(dir, "coarse.json")); err != nil {
			return err
		}
		return write(filepath.Join(dir, "clustering.json"), clustering)
	})
	if err != nil {
		return nil, err
	}
	var s FocalSets
	if s.Fine, err = focal.Load(filepath.Join(dir, "fine.json")); err != nil {
		return nil, err
	}
	if s.Coarse, err = focal.Load(filepath.Join(dir, "coarse.json")); err != nil {
		return nil, err
	}
	if err := readJSON(filepath.Join(dir, "clustering.json"), &s.Clustering); err != nil {
		return nil, err
	}
	r.sets = &s
	return r.sets, nil
}
