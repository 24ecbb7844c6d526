package experiment

import (
	"fmt"
	"path/filepath"

	"gonum.org/v1/gonum/mat"

	"nesybook/nesy/belief"
	"nesybook/nesy/dataset"
	"nesybook/nesy/decode"
	"nesybook/nesy/focal"
	"nesybook/nesy/metrics"
	"nesybook/nesy/npy"
	"nesybook/nesy/train"
)

// Part is one of the three parts of the data.
type Part string

// The parts. Settings are chosen on Validation; Test is for reporting.
const (
	Training   Part = "train"
	Validation Part = "val"
	Test       Part = "test"
)

// Images returns the images of a part.
func (p Part) Images(d *dataset.Dataset) []int {
	switch p {
	case Training:
		return d.Train
	case Validation:
		return d.Val
	case Test:
		return d.Test
	}
	panic("experiment: no part is called " + string(p))
}

// Predictions are what a model says about the images of a part. For the softmax
// base there are probabilities alone.
type Predictions struct {
	Images       []int
	Fine, Coarse Level
}

// Level is what a model says at one level.
type Level struct {
	Family  *focal.Family // nil for the base
	Outputs [][]float64   // [images][outputs]: beliefs of the sets, or probabilities
	Raw     [][]float64   // [images][sets]: masses as the inversion gives them; nil for the base
	Masses  []belief.Mass // [images]: the same made valid; nil for the base
	BetP    [][]float64   // [images][labels]
	Labels  []int         // [images]: the truth
}

// Predict returns the predictions of the model of a name, trained first where
// that has not been done. The outputs of its heads are kept, so that decoding
// with other thresholds costs nothing.
func (r *Run) Predict(name string, part Part) (*Predictions, error) {
	m, err := r.Profile.Model(name)
	if err != nil {
		return nil, err
	}
	trained, err := r.Train(name, nil)
	if err != nil {
		return nil, err
	}
	manifest, err := r.predictionManifest(name, part)
	if err != nil {
		return nil, err
	}
	d, err := r.Dataset()
	if err != nil {
		return nil, err
	}
	images := part.Images(d)
	if len(images) == 0 {
		return nil, fmt.Errorf("experiment: the %s part of %s has no images; give it more", part, d.Name)
	}
	dir := r.predictionDir(name, part)
	err = stage(dir, manifest, func(dir string) error { return r.predict(m, trained, images, dir) })
	if err != nil {
		return nil, err
	}
	p := &Predictions{Images: images}
	for _, l := range []struct {
		level  *Level
		file   string
		labels []int
	}{{&p.Fine, "fine.npy", d.Integer(0, images)}, {&p.Coarse, "coarse.npy", d.Integer(1, images)}} {
		logits, err := npy.Read(filepath.Join(dir, l.file))
		if err != nil {
			return nil, err
		}
		for _, row := range logits {
			l.level.Outputs = append(l.level.Outputs, m.Objective.Kind.Outputs(row))
		}
		l.level.Labels = l.labels
	}
	if !m.Objective.Kind.Sets() {
		p.Fine.BetP, p.Coarse.BetP = p.Fine.Outputs, p.Coarse.Outputs
		return p, nil
	}
	sets, err := r.FocalSets(nil)
	if err != nil {
		return nil, err
	}
	p.Fine.infer(sets.Fine, m.Objective.Inversion)
	p.Coarse.infer(sets.Coarse, m.Objective.Inversion)
	return p, nil
}

func (r *Run) predictionDir(name string, part Part) string {
	return filepath.Join(r.Dir, "predictions", name, string(part))
}

func (r *Run) predictionManifest(name string, part Part) (Manifest, error) {
	return r.manifest("predict", part, r.featuresDir(), r.modelDir(name))
}

// predict writes the logits of both heads.
func (r *Run) predict(m Model, trained *train.Result, images []int, dir string) error {
	o, err := r.Objective(m)
	if err != nil {
		return err
	}
	f, err := r.Features(nil)
	if err != nil {
		return err
	}
	b, err := r.Backend()
	if err != nil {
		return err
	}
	fine, coarse, err := train.Predict(b, trained.BestPath, r.Network(m, o), f.Of(images))
	if err != nil {
		return err
	}
	if err := npy.Write(filepath.Join(dir, "fine.npy"), fine); err != nil {
		return err
	}
	return npy.Write(filepath.Join(dir, "coarse.npy"), coarse)
}

// infer computes masses and BetP from the beliefs.
func (l *Level) infer(f *focal.Family, inversion belief.Inversion) {
	l.Family = f
	inverse := belief.Mobius(f, inversion)
	raw := mat.NewDense(len(l.Outputs), f.Len(), nil)
	raw.Mul(rows(l.Outputs), inverse) // all images at once: belief.Masses is this for one
	for i := range l.Outputs {
		masses := raw.RawRowView(i)
		complete := belief.Complete(masses)
		l.Raw = append(l.Raw, masses)
		l.Masses = append(l.Masses, complete)
		l.BetP = append(l.BetP, belief.BetP(f, complete))
	}
}

func rows(values [][]float64) *mat.Dense {
	m := mat.NewDense(len(values), len(values[0]), nil)
	for i, row := range values {
		m.SetRow(i, row)
	}
	return m
}

// Evaluate returns every column of the paper's tables for the model of a name,
// decoded with the profile's thresholds.
func (r *Run) Evaluate(name string, part Part) (metrics.Report, error) {
	p, err := r.Predict(name, part)
	if err != nil {
		return metrics.Report{}, fmt.Errorf("evaluating %s: %w", name, err)
	}
	d, err := r.Dataset()
	if err != nil {
		return metrics.Report{}, err
	}
	return p.Measure(d.Hierarchy.Parents(0), r.Profile.Thresholds), nil
}

// Measure decodes the predictions with thresholds and measures the result.
// parents[y] is the coarse label of fine label y.
func (p *Predictions) Measure(parents []int, t decode.Thresholds) metrics.Report {
	return metrics.Evaluate(metrics.Input{
		Fine: p.Fine.measured(), Coarse: p.Coarse.measured(), Parents: parents, Thresholds: t,
	})
}

func (l Level) measured() metrics.Level {
	return metrics.Level{BetP: l.BetP, Labels: l.Labels, Masses: l.Masses, Family: l.Family}
}

// ChooseThresholds returns the decoding thresholds that give the best coarse
// accuracy among those with at least the given logical consistency, and whether
// there are any. Call it on validation predictions. parents[y] is the coarse label
// of fine label y.
//
// The paper's grid, 0.4 to 0.6, suits confident models; a model of a hundred
// confusable classes is rarely that sure of one, so smaller fine thresholds are
// tried as well.
func (p *Predictions) ChooseThresholds(parents []int, consistency float64) (best decode.Thresholds, found bool) {
	accuracy := -1.0
	for _, fine := range []float64{0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6} {
		for _, coarse := range []float64{0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9} {
			t := decode.Thresholds{Fine: fine, Coarse: coarse}
			right, consistent := 0, 0
			for i := range p.Images {
				d := decode.Decode(p.Fine.BetP[i], p.Coarse.BetP[i], parents, t)
				if d.Coarse == p.Coarse.Labels[i] {
					right++
				}
				if d.Consistent(parents) {
					consistent++
				}
			}
			n := float64(len(p.Images))
			if float64(consistent)/n >= consistency && float64(right)/n > accuracy {
				best, found, accuracy = t, true, float64(right)/n
			}
		}
	}
	return best, found
}
