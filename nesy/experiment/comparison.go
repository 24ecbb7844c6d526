package experiment

import (
	"slices"

	"nesybook/nesy/decode"
	"nesybook/nesy/metrics"
	"nesybook/nesy/paper"
)

// Comparison sets one configuration beside another on the same test images, both
// trained with the grid's first seed.
type Comparison struct {
	Name         string
	Fine, Coarse metrics.PairedTest // A is the configuration, B the reference
}

// Compare tests every finished configuration against a reference, another one's
// name: whether their decoded labels are equally often right. It returns nothing
// where the reference is not finished.
func (a *Ablation) Compare(reference string) ([]Comparison, error) {
	trials, err := a.firstSeed()
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(trials, func(t Trial) bool { return t.Name == reference })
	if at < 0 {
		return nil, nil
	}
	other, err := a.decoded(trials[at])
	if err != nil {
		return nil, err
	}
	var list []Comparison
	for i, t := range trials {
		if i == at {
			continue
		}
		own, err := a.decoded(t)
		if err != nil {
			return nil, err
		}
		list = append(list, Comparison{
			Name:   t.Name,
			Fine:   metrics.McNemar(own.fineTruth, own.fine, other.fine),
			Coarse: metrics.McNemar(own.coarseTruth, own.coarse, other.coarse),
		})
	}
	return list, nil
}

// firstSeed returns the finished trials of the grid's first seed.
func (a *Ablation) firstSeed() ([]Trial, error) {
	trials, err := a.Finished()
	return slices.DeleteFunc(trials, func(t Trial) bool { return t.Seed != a.run.Profile.Grid.Seeds[0] }), err
}

// decisions are what a model decided on each test image, and the truth.
type decisions struct{ fine, coarse, fineTruth, coarseTruth []int }

func (a *Ablation) decoded(t Trial) (l decisions, err error) {
	p, err := a.Predict(t, Test)
	if err != nil {
		return l, err
	}
	d, err := a.run.Dataset()
	if err != nil {
		return l, err
	}
	l.fineTruth, l.coarseTruth = p.Fine.Labels, p.Coarse.Labels
	for i, fine := range p.Fine.BetP {
		decided := decode.Decode(fine, p.Coarse.BetP[i], d.Hierarchy.Parents(0), t.defaultThresholds())
		l.fine, l.coarse = append(l.fine, decided.Fine), append(l.coarse, decided.Coarse)
	}
	return l, nil
}

// Difference is by how much a configuration exceeds a reference, over seeds.
type Difference struct {
	Name string
	metrics.Summary
}

// Differences summarises, seed by seed, by how much a measure of each configuration
// exceeds that of a reference, over the finished seeds that both have. It leaves
// out those with fewer than two.
func (a *Ablation) Differences(reference string, m paper.Measure) ([]Difference, error) {
	trials, err := a.Finished()
	if err != nil {
		return nil, err
	}
	var order []string
	values := map[string]map[uint64]float64{} // by name and seed
	for _, t := range trials {
		runs, err := a.runs(t)
		if err != nil {
			return nil, err
		}
		row, ok := paper.OfRuns(runs).Find(paper.Key{Configuration: t.Configuration, Thresholds: t.defaultThresholds()})
		if !ok {
			continue
		}
		if values[t.Name] == nil {
			order, values[t.Name] = append(order, t.Name), map[uint64]float64{}
		}
		values[t.Name][t.Seed] = row.Values[m]
	}
	var list []Difference
	for _, name := range order {
		var differences []float64
		for _, seed := range a.run.Profile.Grid.Seeds {
			own, ok := values[name][seed]
			other, both := values[reference][seed]
			if ok && both {
				differences = append(differences, own-other)
			}
		}
		if name != reference && len(differences) > 1 {
			list = append(list, Difference{name, metrics.Summarise(differences, 0.95)})
		}
	}
	return list, nil
}

// defaultThresholds are the paper's (0.5, 0.5), and none for the baselines.
func (t Trial) defaultThresholds() decode.Thresholds {
	if t.Configuration.Model != paper.NeSy {
		return decode.Thresholds{}
	}
	return decode.DefaultThresholds()
}
