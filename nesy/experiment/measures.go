package experiment

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// measuresFile holds what was measured, in a folder of its own.
const measuresFile = "measures.json"

// measure writes to a folder what of makes of a model's predictions of a part. The
// settings are those that of follows. parents[y] is the coarse label of fine label y.
func (r *Run) measure(m Model, part Part, dir string, settings any, of func(p *Predictions, parents []int) any) error {
	p, err := r.Predict(m.Name, part)
	if err != nil {
		return err
	}
	d, err := r.Dataset()
	if err != nil {
		return err
	}
	manifest, err := r.measuresManifest(m, part, settings)
	if err != nil {
		return err
	}
	return stage(dir, manifest, func(dir string) error {
		return write(filepath.Join(dir, measuresFile), of(p, d.Hierarchy.Parents(0)))
	})
}

// measured reports whether a model is trained, has predicted a part and is measured
// in a folder, all with the settings as they are now. It makes nothing.
func (r *Run) measured(m Model, part Part, dir string, settings any) (bool, error) {
	for _, s := range []struct {
		dir      string
		manifest func() (Manifest, error)
	}{
		{r.modelDir(m.Name), func() (Manifest, error) { return r.trainingManifest(m) }},
		{r.predictionDir(m.Name, part), func() (Manifest, error) { return r.predictionManifest(m.Name, part) }},
		{dir, func() (Manifest, error) { return r.measuresManifest(m, part, settings) }},
	} {
		m, err := s.manifest()
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil // what it is made from is not there
		}
		if err != nil {
			return false, err
		}
		if done, err := finished(s.dir, m); err != nil || !done {
			return false, err
		}
	}
	return true, nil
}

func (r *Run) measuresManifest(m Model, part Part, settings any) (Manifest, error) {
	return r.manifest("measure", settings, r.predictionDir(m.Name, part))
}
