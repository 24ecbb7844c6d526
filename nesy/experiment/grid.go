package experiment

import (
	"fmt"
	"slices"

	"nesybook/nesy/fuzzy"
	"nesybook/nesy/model"
	"nesybook/nesy/paper"
	"nesybook/nesy/train"
)

// Grid is the ablation of section 4: NeSy with every t-norm and membership, with
// and without warm-up, beside the base and RS-NN. Thresholds are no part of it, for
// they need no training.
type Grid struct {
	Model       string             `json:"model"` // the profile's NeSy model that is varied
	TNorms      []fuzzy.TNorm      `json:"tnorms"`
	Memberships []fuzzy.Membership `json:"memberships"`
	Warmups     []bool             `json:"warmups"`

	// Seeds are those of training. Data, features and focal sets keep the profile's,
	// so deviations over seeds are those of training alone.
	Seeds []uint64 `json:"seeds"`
	// Repeat names the configurations that are trained with every seed, the others
	// with the first alone. Without any name all are repeated.
	Repeat []string `json:"repeat"`

	Network Network      `json:"network"` // of every model; the zero value is the profile's
	Train   train.Config `json:"train"`   // of every model; the zero value is the profile's

	// Short says that the whole grid is trained where its results are asked for, as
	// in a notebook. The results of others are those that stand finished.
	Short bool `json:"short"`
}

// paperGrid is the whole of the paper's, with the seeds.
func paperGrid(seeds ...uint64) Grid {
	return Grid{
		Model: "nesy", TNorms: fuzzy.TNorms[:], Memberships: fuzzy.Defaults(),
		Warmups: []bool{false, true}, Seeds: seeds,
	}
}

// quickGrid is so small that it takes less than half a minute: a narrow network, few
// epochs, all with warm-up, three configurations with a second seed.
func quickGrid() Grid {
	g := paperGrid(42, 43)
	g.Warmups = []bool{true}
	g.Repeat = []string{paper.Base, paper.RSNN, "product-triangular-warm"}
	g.Network = Network{Hidden: 96, Width: 64, Dropout: 0.1}
	g.Train = train.Config{
		Epochs: 8, Warmup: 2, Batch: 64, LearningRate: 1e-2, WeightDecay: 1e-2,
		Schedule: train.Cosine, Factor: 0.1, UniformStart: true,
	}
	g.Short = true
	return g
}

// Trial is one training of a grid.
type Trial struct {
	Name          string // of the configuration, such as "product-triangular-warm"
	Configuration paper.Configuration
	Seed          uint64
	Model         Model // its name is that of the folder, below models
}

// String returns the name with the seed.
func (t Trial) String() string { return fmt.Sprintf("%s, seed %d", t.Name, t.Seed) }

// Trials returns the trainings of the profile's grid, the first seed's before the
// second's, the baselines before NeSy.
func (p Profile) Trials() ([]Trial, error) {
	if len(p.Grid.Seeds) == 0 {
		return nil, fmt.Errorf("experiment: profile %s has no grid: grid.seeds is empty", p.Name)
	}
	once, err := p.configurations()
	if err != nil {
		return nil, err
	}
	for _, name := range p.Grid.Repeat {
		if !slices.ContainsFunc(once, func(t Trial) bool { return t.Name == name }) {
			return nil, fmt.Errorf("experiment: grid.repeat names %q, which is no configuration of the grid", name)
		}
	}
	var trials []Trial
	for i, seed := range p.Grid.Seeds {
		if seed == 0 || slices.Contains(p.Grid.Seeds[:i], seed) {
			return nil, fmt.Errorf("experiment: grid.seeds %v must be positive and different", p.Grid.Seeds)
		}
		for _, t := range once {
			if i > 0 && len(p.Grid.Repeat) > 0 && !slices.Contains(p.Grid.Repeat, t.Name) {
				continue
			}
			t.Seed, t.Model.Seed = seed, seed
			t.Model.Name = fmt.Sprintf("grid/%s-seed%d", t.Model.Name, seed)
			trials = append(trials, t)
		}
	}
	return trials, nil
}

// configurations returns the grid's trials as yet without seed.
func (p Profile) configurations() ([]Trial, error) {
	var list []Trial
	for _, name := range []string{paper.Base, paper.RSNN} {
		m, err := p.Model(name)
		if err != nil {
			return nil, err
		}
		list = append(list, Trial{
			Name: name, Model: m,
			Configuration: paper.Configuration{Dataset: p.Data.Source, Model: name},
		})
	}
	varied, err := p.Model(p.Grid.Model)
	if err != nil {
		return nil, err
	}
	if varied.Objective.Kind != model.NeSy {
		return nil, fmt.Errorf("experiment: grid.model %s has no consistency term to be varied", varied.Name)
	}
	for _, tnorm := range p.Grid.TNorms {
		for _, membership := range p.Grid.Memberships {
			for _, warmup := range p.Grid.Warmups {
				m := varied
				m.Objective.Consistency.TNorm, m.Objective.Consistency.Membership = tnorm, membership
				m.NoWarmup = !warmup
				t := Trial{
					Name: fmt.Sprintf("%v-%v-%s", tnorm, membership.Kind, map[bool]string{true: "warm", false: "cold"}[warmup]),
					Configuration: paper.Configuration{
						Dataset: p.Data.Source, Model: paper.NeSy,
						TNorm: tnorm.String(), Membership: membership.Kind.String(), Warmup: warmup,
					},
				}
				m.Name = varied.Name + "-" + t.Name
				m.About = fmt.Sprintf("%s with %v t-norm and %v membership", varied.Name, tnorm, membership.Kind)
				t.Model = m
				list = append(list, t)
			}
		}
	}
	return list, nil
}
