package experiment

import (
	"fmt"
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
	_, err := os.Stat(filepath.Join(a.run.focalDir(), manifestFile))
	return err == nil
}

// Train trains and measures the trials of a shard that are not finished. progress,
// which may be nil, is told the trial at work and counts epochs over the shard;
// those of finished trials are counted from the start, and at the end there is no
// trial.
func (a *Ablation) Train(s Shard, progress func(trial string, done, total int)) error {
	if err := a.Prepare(nil); err != nil {
		return err
	}
	var jobs []job
	for _, t := range a.Trials {
		jobs = append(jobs, job{
			name: t.String(), epochs: a.run.Profile.Train.Epochs,
			finished: func() (bool, error) { return a.finished(t) },
			do: func(epochs Progress) error {
				if _, err := a.run.Train(t.Model.Name, epochs); err != nil {
					return err
				}
				return a.measure(t)
			},
		})
	}
	return work(jobs, s, progress)
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
		if err := a.Train(Shard{}, func(_ string, done, total int) { report(progress, done, total) }); err != nil {
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
func (a *Ablation) Dataset() string { return a.run.paperData() }

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

// Trainings returns how many trials are finished, and how many there are.
func (a *Ablation) Trainings() (finished, total int, err error) {
	list, err := a.Finished()
	return len(list), len(a.Trials), err
}

// WriteTables writes the paper's tables and its claims, with what Collect returns
// beside, to dir or, where that is empty, to the run's folder: to tables for the
// grid's model as the profile has it, to tables-MODEL for another. It returns the
// tables' number and folder.
func (a *Ablation) WriteTables(dir string) (int, string, error) {
	if dir == "" {
		dir = a.tablesDir()
	}
	ours, err := a.Collect()
	if err != nil {
		return 0, dir, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, dir, fmt.Errorf("experiment: making the folder of the tables: %w", err)
	}
	tables := append(paper.Tables(ours, a.Setting()), paper.ClaimsTable(paper.Judge(ours)))
	return len(tables), dir, paper.WriteTables(dir, tables)
}

func (a *Ablation) tablesDir() string {
	name := "tables"
	if p, err := Find(a.run.Profile.Name); err == nil && p.Grid.Model != a.run.Profile.Grid.Model {
		name += "-" + a.run.Profile.Grid.Model
	}
	return filepath.Join(a.run.Dir, name)
}

// Predict returns the predictions of a trial, which is trained first where that has
// not been done.
func (a *Ablation) Predict(t Trial, part Part) (*Predictions, error) {
	return a.run.Predict(t.Model.Name, part)
}

// Setting says in a sentence or two how the grid differs from the paper's, for
// captions: also which trials are missing, but for a short grid, which is trained
// before it is shown.
func (a *Ablation) Setting() string {
	g := a.run.Profile.Grid
	varied := a.Trials[len(a.Trials)-1].Model // NeSy comes last
	text := fmt.Sprintf("%s Model %s with the %v consistency term, seeds %s.",
		a.run.setting(), g.Model, varied.Objective.Consistency.Form, numbers(g.Seeds))
	if len(g.Repeat) > 0 {
		text += " All but " + strings.Join(g.Repeat, ", ") + " with the first seed alone."
	}
	if g.Short {
		return text
	}
	finished, err := a.Finished()
	if err != nil || len(finished) == len(a.Trials) {
		return text // Collect tells the error
	}
	of := make(map[uint64]int)
	for _, t := range finished {
		of[t.Seed]++
	}
	var counts []string
	for _, seed := range g.Seeds {
		counts = append(counts, fmt.Sprintf("%d of seed %d", of[seed], seed))
	}
	return text + fmt.Sprintf(" Finished so far: %s, of %d trainings.", strings.Join(counts, ", "), len(a.Trials))
}

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
	return a.run.measure(t.Model, Test, a.measuresDir(t), t.thresholds(), func(p *Predictions, parents []int) any {
		var reports []metrics.Report
		for _, thresholds := range t.thresholds() {
			reports = append(reports, p.Measure(parents, thresholds))
		}
		return reports
	})
}

// finished reports whether a trial is trained, has predicted and is measured.
func (a *Ablation) finished(t Trial) (bool, error) {
	return a.run.measured(t.Model, Test, a.measuresDir(t), t.thresholds())
}
