package experiment

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"nesybook/nesy/decode"
	"nesybook/nesy/metrics"
	"nesybook/nesy/paper"
	"nesybook/nesy/train"
)

// Ablation is the grid of a run: its trials, trained below the run's folder on the
// run's features and focal sets.
type Ablation struct {
	Trials []Trial

	run *Run // of the same folder, with the trials as its models
}

// Ablation returns the grid of the run's profile.
func (r *Run) Ablation() (*Ablation, error) {
	trials, err := r.Profile.Trials()
	if err != nil {
		return nil, err
	}
	inner := *r
	g := r.Profile.Grid
	if g.Network != (Network{}) {
		inner.Profile.Network = g.Network
	}
	if g.Train != (train.Config{}) {
		inner.Profile.Train = g.Train
	}
	inner.Profile.Models = nil
	for _, t := range trials {
		inner.Profile.Models = append(inner.Profile.Models, t.Model)
	}
	return &Ablation{Trials: trials, run: &inner}, nil
}

// Prepare makes the features and focal sets that all trials share. Processes that
// split a grid among them begin when one of them has.
func (a *Ablation) Prepare(progress Progress) error {
	_, err := a.run.FocalSets(progress)
	return err
}

// Prepared reports whether Prepare has nothing to do.
func (a *Ablation) Prepared() bool {
	_, err := os.Stat(filepath.Join(a.run.Dir, "focal", manifestFile))
	return err == nil
}

// Train trains and measures the trials of a shard that are not finished. progress,
// which may be nil, is told the trial at work and counts epochs over the shard;
// those of finished trials are counted from the start, and at the end there is no
// trial.
func (a *Ablation) Train(s Shard, progress func(t Trial, done, total int)) error {
	if progress == nil {
		progress = func(Trial, int, int) {}
	}
	if err := a.Prepare(nil); err != nil {
		return err
	}
	epochs := a.run.Profile.Train.Epochs
	var missing []Trial
	done, total := 0, 0
	for i, t := range a.Trials {
		if !s.Holds(i) {
			continue
		}
		total += epochs
		finished, err := a.finished(t)
		if err != nil {
			return err
		}
		if finished {
			done += epochs
		} else {
			missing = append(missing, t)
		}
	}
	for _, t := range missing {
		progress(t, done, total)
		_, err := a.run.Train(t.Model.Name, func(epoch, _ int) {
			if epoch < epochs { // the end is told of when the trial is measured, too
				progress(t, done+epoch, total)
			}
		})
		if err != nil {
			return fmt.Errorf("%v: %w", t, err)
		}
		if err := a.measure(t); err != nil {
			return fmt.Errorf("%v: %w", t, err)
		}
		done += epochs
	}
	progress(Trial{}, total, total)
	return nil
}

// Finished returns the trials whose measures stand in the run's folder, made by
// whatever process. It trains nothing.
func (a *Ablation) Finished() ([]Trial, error) {
	var list []Trial
	for _, t := range a.Trials {
		ok, err := a.finished(t)
		if err != nil {
			return nil, err
		}
		if ok {
			list = append(list, t)
		}
	}
	return list, nil
}

// Evidence returns the measures of the trials. A short grid is trained first; of
// another, those count that stand finished: see Collect.
func (a *Ablation) Evidence(progress Progress) (paper.Evidence, error) {
	if a.run.Profile.Grid.Short {
		if err := a.Train(Shard{}, func(_ Trial, done, total int) { report(progress, done, total) }); err != nil {
			return nil, err
		}
	}
	return a.Collect()
}

// Collect returns the measures of the finished trials on the test images, means and
// deviations over seeds: of NeSy at every pair of thresholds of the paper's study,
// of the baselines without decoding. Their data set is Dataset.
func (a *Ablation) Collect() (paper.Evidence, error) {
	trials, err := a.Finished()
	if err != nil {
		return nil, err
	}
	var runs []paper.Run
	for _, t := range trials {
		own, err := a.runs(t)
		if err != nil {
			return nil, err
		}
		runs = append(runs, own...)
	}
	return paper.OfRuns(runs).StandIn(a.run.Profile.Data.Source, a.Dataset()), nil
}

// Dataset returns which of the paper's two data sets the run's images stand beside:
// iNaturalist for that and its sample, CIFAR-100 for all others.
func (a *Ablation) Dataset() string {
	if strings.HasPrefix(a.run.Profile.Data.Source, paper.INat2021) {
		return paper.INat2021
	}
	return paper.CIFAR100
}

// runs returns the measures of a finished trial.
func (a *Ablation) runs(t Trial) ([]paper.Run, error) {
	var reports []metrics.Report
	if err := readJSON(filepath.Join(a.measuresDir(t), measuresFile), &reports); err != nil {
		return nil, err
	}
	var runs []paper.Run
	for _, r := range reports {
		runs = append(runs, paper.Run{
			Key:  paper.Key{Configuration: t.Configuration, Thresholds: r.Thresholds},
			Seed: t.Seed, Report: r,
		})
	}
	return runs, nil
}

// WriteTables writes the paper's tables and its claims, with our evidence beside,
// to the folder tables of the run's folder, or to dir where it is not empty. It
// returns the tables' number and folder.
func (a *Ablation) WriteTables(ours paper.Evidence, dir string) (int, string, error) {
	if dir == "" {
		dir = filepath.Join(a.run.Dir, "tables")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, dir, fmt.Errorf("experiment: making the folder of the tables: %w", err)
	}
	tables := append(paper.Tables(ours, a.Setting()), paper.ClaimsTable(paper.Judge(ours)))
	return len(tables), dir, paper.WriteTables(dir, tables)
}

// Predict returns the predictions of a trial, which is trained first where that has
// not been done.
func (a *Ablation) Predict(t Trial, part Part) (*Predictions, error) {
	return a.run.Predict(t.Model.Name, part)
}

// Setting says in a sentence or two how the grid differs from the paper's, for
// captions.
func (a *Ablation) Setting() string {
	p := a.run.Profile
	var seeds []string
	for _, s := range p.Grid.Seeds {
		seeds = append(seeds, fmt.Sprint(s))
	}
	data, network := p.Data.Source, p.Backbone.Preset
	papers := "the paper's at 224"
	if data != a.Dataset() {
		data += " in place of " + a.Dataset()
	}
	if a, err := p.Backbone.architecture(); err == nil {
		network = fmt.Sprintf("%s at %d pixels", a.name, a.side)
		if !a.swin {
			papers = "the paper's Swin at 224"
		}
	}
	varied := a.Trials[len(a.Trials)-1].Model // NeSy comes last
	text := fmt.Sprintf("Ours: a frozen %s, not %s, on %s; %d epochs on cached features, %d and %d units, model %s with the %v consistency term, seeds %s.",
		network, papers, data, p.Train.Epochs, p.Network.Hidden, p.Network.Width, p.Grid.Model, varied.Objective.Consistency.Form, strings.Join(seeds, ", "))
	if len(p.Grid.Repeat) > 0 {
		text += " All but " + strings.Join(p.Grid.Repeat, ", ") + " with the first seed alone."
	}
	return text
}

const measuresFile = "measures.json"

func (a *Ablation) measuresDir(t Trial) string {
	return filepath.Join(a.run.Dir, "measures", filepath.FromSlash(t.Model.Name))
}

// thresholds are those at which a trial is measured: none for the baselines, which
// have no constrained decoding.
func (t Trial) thresholds() []decode.Thresholds {
	if t.Configuration.Model != paper.NeSy {
		return []decode.Thresholds{{}}
	}
	return decode.Grid()
}

// measure writes the reports of a trial, one for each pair of thresholds.
func (a *Ablation) measure(t Trial) error {
	p, err := a.Predict(t, Test)
	if err != nil {
		return err
	}
	d, err := a.run.Dataset()
	if err != nil {
		return err
	}
	m, err := a.measuresManifest(t)
	if err != nil {
		return err
	}
	return stage(a.measuresDir(t), m, func(dir string) error {
		var reports []metrics.Report
		for _, thresholds := range t.thresholds() {
			reports = append(reports, p.Measure(d.Hierarchy.Parents(0), thresholds))
		}
		return write(filepath.Join(dir, measuresFile), reports)
	})
}

func (a *Ablation) measuresManifest(t Trial) (Manifest, error) {
	return a.run.manifest("measure", t.thresholds(), a.run.predictionDir(t.Model.Name, Test))
}

// finished reports whether a trial is trained, has predicted and is measured, all
// with the settings as they are now.
func (a *Ablation) finished(t Trial) (bool, error) {
	name := t.Model.Name
	for _, s := range []struct {
		dir      string
		manifest func() (Manifest, error)
	}{
		{a.run.modelDir(name), func() (Manifest, error) { return a.run.trainingManifest(t.Model) }},
		{a.run.predictionDir(name, Test), func() (Manifest, error) { return a.run.predictionManifest(name, Test) }},
		{a.measuresDir(t), func() (Manifest, error) { return a.measuresManifest(t) }},
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
