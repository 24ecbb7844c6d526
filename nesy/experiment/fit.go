package experiment

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"nesybook/nesy/decode"
	"nesybook/nesy/metrics"
)

// fit is one training of a study, which several variants may share.
type fit struct {
	label   string // the first variant that it is of, with the seed
	study   *Study
	profile Profile // the variant's, with its model alone
	model   Model
	folders folders
	views   int // that the folder of features holds
	done    bool
}

// measures are what is kept of a finished training.
type measures struct {
	Sets   int            `json:"sets"` // fine focal sets beside the singletons
	Report metrics.Report `json:"report"`
	Fine   []int          `json:"fine"`   // decided labels, image by image
	Coarse []int          `json:"coarse"` // the same
}

// open returns a run of the variant in the study's folder, with the images that the
// study has read already.
func (f *fit) open() *Run {
	r := *f.study.run
	r.Profile, r.folders = f.profile, f.folders
	r.features, r.fresh, r.sets = nil, nil, nil
	return &r
}

// prepared returns a run of the variant with its features. They are made with all
// views of their folder, so that no variant makes another's stale.
func (f *fit) prepared(progress Progress) (*Run, error) {
	if _, err := f.study.run.Dataset(); err != nil {
		return nil, err
	}
	if _, err := f.study.run.Backend(); err != nil {
		return nil, err
	}
	r := f.open()
	if f.folders.features != "" {
		if err := f.beginWithTheRunsOwn(progress); err != nil {
			return nil, err
		}
	}
	r.Profile.Backbone.Views = f.views
	features, err := r.Features(progress)
	if err != nil {
		return nil, err
	}
	r.Profile.Backbone.Views = f.profile.Backbone.Views
	features.Training = features.Training[:f.profile.Backbone.Views]
	return r, nil
}

// beginWithTheRunsOwn copies the run's features into a folder that is not there
// yet, for its first view, of the images as they are, takes longest. What does not
// belong to the variant is noticed and made again.
func (f *fit) beginWithTheRunsOwn(progress Progress) error {
	own, dir := f.study.run.featuresDir(), f.open().featuresDir()
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := f.study.run.Features(progress); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	return os.CopyFS(dir, os.DirFS(own))
}

func (f *fit) isPrepared() bool {
	r := f.open()
	manifest := filepath.Join(r.featuresDir(), manifestFile)
	if f.model.Objective.Kind.Sets() {
		manifest = filepath.Join(r.focalDir(), manifestFile)
	}
	_, err := os.Stat(manifest)
	return err == nil
}

// part is the one that variants are measured on.
func (s *Study) part() Part {
	if s.Goal > 0 {
		return Validation
	}
	return Test
}

// thresholds are those that a variant is decoded with: with a goal they are chosen.
func (f *fit) thresholds(p *Predictions, parents []int) decode.Thresholds {
	if f.study.Goal > 0 {
		if t, found := p.ChooseThresholds(parents, f.study.Goal); found {
			return t
		}
	}
	return f.profile.Thresholds
}

func (f *fit) measuresDir(study string) string {
	return filepath.Join(f.study.run.Dir, "measures", study, filepath.FromSlash(f.model.Name))
}

// settings are those of the measures.
func (f *fit) settings() any {
	return struct {
		Thresholds decode.Thresholds
		Goal       float64
	}{f.profile.Thresholds, f.study.Goal}
}

// finished reports whether the training and its measures stand. What does is not
// looked at again, for that takes reading its files.
func (f *fit) finished() (bool, error) {
	if f.done {
		return true, nil
	}
	var err error
	f.done, err = f.open().measured(f.model, f.study.part(), f.measuresDir(f.study.Name), f.settings())
	return f.done, err
}

func (f *fit) do(epochs Progress) error {
	r, err := f.prepared(nil)
	if err != nil {
		return err
	}
	if _, err := r.Train(f.model.Name, epochs); err != nil {
		return err
	}
	return r.measure(f.model, f.study.part(), f.measuresDir(f.study.Name), f.settings(), func(p *Predictions, parents []int) any {
		return measuresOf(p, parents, f.thresholds(p, parents))
	})
}

// test measures the variant on the test images with given thresholds.
func (f *fit) test(t decode.Thresholds) (m measures, err error) {
	r, err := f.prepared(nil)
	if err != nil {
		return m, err
	}
	dir := f.measuresDir(f.study.Name + "-test")
	err = r.measure(f.model, Test, dir, t, func(p *Predictions, parents []int) any { return measuresOf(p, parents, t) })
	if err != nil {
		return m, err
	}
	return m, readJSON(filepath.Join(dir, measuresFile), &m)
}

func measuresOf(p *Predictions, parents []int, t decode.Thresholds) measures {
	m := measures{Report: p.Measure(parents, t)}
	if f := p.Fine.Family; f != nil {
		m.Sets = f.Len() - f.Frame
	}
	for i, fine := range p.Fine.BetP {
		decided := decode.Decode(fine, p.Coarse.BetP[i], parents, t)
		m.Fine, m.Coarse = append(m.Fine, decided.Fine), append(m.Coarse, decided.Coarse)
	}
	return m
}

// read returns the measures of a finished training.
func (f *fit) read() (m measures, err error) {
	return m, readJSON(filepath.Join(f.measuresDir(f.study.Name), measuresFile), &m)
}
