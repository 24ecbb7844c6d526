package experiment

import (
	"path/filepath"

	"nesybook/nesy/dataset"
	"nesybook/nesy/features"
	"nesybook/nesy/model"
	"nesybook/nesy/objective"
	"nesybook/nesy/train"
)

// Objective returns the loss of a model.
func (r *Run) Objective(m Model) (*objective.Objective, error) {
	d, err := r.Dataset()
	if err != nil {
		return nil, err
	}
	if !m.Objective.Kind.Sets() {
		return objective.New(d.Hierarchy, 0, nil, nil, m.Objective)
	}
	s, err := r.FocalSets(nil)
	if err != nil {
		return nil, err
	}
	return objective.New(d.Hierarchy, 0, s.Fine, s.Coarse, m.Objective)
}

// Network returns the shape of a model's network, whose heads have an output for
// each label or focal set.
func (r *Run) Network(m Model, o *objective.Objective) model.Config {
	n := r.Profile.Network
	fine, coarse := o.Outputs()
	return model.Config{
		Kind: m.Objective.Kind, Hidden: n.Hidden, Width: n.Width, Dropout: n.Dropout,
		Fine: fine, Coarse: coarse,
	}
}

// Train returns the trained model of a name, training it where that has not been
// done. progress counts epochs.
func (r *Run) Train(name string, progress Progress) (*train.Result, error) {
	m, err := r.Profile.Model(name)
	if err != nil {
		return nil, err
	}
	o, err := r.Objective(m)
	if err != nil {
		return nil, err
	}
	data, err := r.trainingData()
	if err != nil {
		return nil, err
	}
	b, err := r.Backend()
	if err != nil {
		return nil, err
	}
	manifest, err := r.trainingManifest(m)
	if err != nil {
		return nil, err
	}
	config := r.training(m)
	epochs := config.Epochs
	var result *train.Result
	fit := func(dir string) error {
		result, err = train.Run(r.ctx, b, dir, *data, r.Network(m, o), o, config, func(e train.Epoch) {
			report(progress, min(e.Epoch, epochs-1), epochs)
		})
		return err
	}
	dir := r.modelDir(name)
	if err := stage(dir, manifest, fit); err != nil {
		return nil, err
	}
	if result == nil { // the stage was finished before: train.Run reads it back
		if err := fit(dir); err != nil {
			return nil, err
		}
	}
	report(progress, epochs, epochs)
	return result, nil
}

// training returns how a model is trained.
func (r *Run) training(m Model) train.Config {
	c := r.Profile.Train
	if m.NoWarmup {
		c.Warmup = 0
	}
	if m.Seed != 0 {
		c.Seed = m.Seed
	}
	return c
}

// trainingManifest says what a model is trained from; features and focal sets must
// be there.
func (r *Run) trainingManifest(m Model) (Manifest, error) {
	settings := struct {
		Network   Network
		Train     train.Config
		Objective objective.Config
		OnTheFly  string `json:",omitempty"` // the augmentation
	}{Network: r.Profile.Network, Train: r.training(m), Objective: m.Objective}
	if r.Profile.Backbone.OnTheFly {
		augmentation, err := r.Augmentation()
		if err != nil {
			return Manifest{}, err
		}
		settings.OnTheFly = augmentation.String()
	}
	inputs := []string{r.featuresDir()}
	if m.Objective.Kind.Sets() {
		inputs = append(inputs, r.focalDir())
	}
	return r.manifest("train", settings, inputs...)
}

func report(progress Progress, done, total int) {
	if progress != nil {
		progress(done, total)
	}
}

func (r *Run) modelDir(name string) string { return filepath.Join(r.Dir, "models", name) }

func (r *Run) trainingData() (*train.Data, error) {
	d, err := r.Dataset()
	if err != nil {
		return nil, err
	}
	f, err := r.Features(nil)
	if err != nil {
		return nil, err
	}
	data := &train.Data{
		Train: labels(d, d.Train),
		Val:   f.Of(d.Val), ValLabels: labels(d, d.Val),
	}
	if r.Profile.Backbone.OnTheFly {
		data.OnTheFly, err = r.onTheFly(f.Scaling)
	} else {
		data.Views = f.Training
	}
	return data, err
}

// onTheFly returns what makes the training images' features in each epoch.
func (r *Run) onTheFly(s features.Scaling) (*features.OnTheFly, error) {
	if r.fresh == nil {
		spec, err := r.featureSpec()
		if err != nil {
			return nil, err
		}
		if r.fresh, err = features.NewOnTheFly(spec, s); err != nil {
			return nil, err
		}
	}
	return r.fresh, nil
}

func labels(d *dataset.Dataset, images []int) train.Labels {
	return train.Labels{Fine: d.Integer(0, images), Coarse: d.Integer(1, images)}
}
