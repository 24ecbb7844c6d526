package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"nesybook/nesy/focal"
	"nesybook/nesy/objective"
	"nesybook/nesy/train"
)

// Study asks what settings of a profile do, one question a section, on variants
// that share the run's images and, as far as they can, its features and focal sets.
type Study struct {
	Name     string
	Sections []Section
	Seeds    []uint64 // of training; every variant is trained with each

	// Goal makes the study a search on the validation images: thresholds are chosen
	// for at least this logical consistency, and the test images are for the choice
	// alone. See Choose. At 0 variants are measured on the test images with the
	// profile's thresholds.
	Goal float64

	run  *Run
	fits map[string]*fit // distinct trainings by the variant's label and seed
	jobs []*fit          // the same, each once
}

// Section is one question and the variants that answer it. The others are compared
// with the first.
type Section struct {
	Name     string
	Question string
	Variants []Variant
}

func (s Section) variesViews() bool {
	return slices.ContainsFunc(s.Variants, func(v Variant) bool {
		return slices.ContainsFunc(v.Set, func(line string) bool { return strings.HasPrefix(line, "backbone.views=") })
	})
}

// Variant is one of the profile's models with some settings of its own.
type Variant struct {
	Name  string
	Model string
	// Set holds lines as Override takes them; "model" stands for models.<Model>.
	Set []string
}

// Studies lists the names of the studies there are.
func Studies() []string { return []string{"sensitivity", "search"} }

// Study returns a study of the run's profile. Without seeds, every variant is
// trained once, with the profile's. Where the profile has a reduced grid, as quick
// has, the study's models are trained as the grid's are, and there are fewer.
func (r *Run) Study(name string, seeds ...uint64) (*Study, error) {
	p := r.Profile
	if len(seeds) == 0 {
		seeds = []uint64{p.Train.Seed}
	}
	for i, seed := range seeds {
		if seed == 0 || slices.Contains(seeds[:i], seed) {
			return nil, fmt.Errorf("experiment: seeds %v must be positive and different", seeds)
		}
	}
	if p.Grid.Network != (Network{}) {
		p.Network = p.Grid.Network
	}
	if p.Grid.Train != (train.Config{}) {
		p.Train = p.Grid.Train
	}
	inner := *r
	inner.Profile = p
	s := &Study{Name: name, Seeds: seeds, run: &inner}
	switch name {
	case "sensitivity":
		s.Sections = sensitivity(p)
	case "search":
		s.Sections, s.Goal = search(p)
	default:
		return nil, fmt.Errorf("experiment: no study is called %q; there are %s", name, strings.Join(Studies(), ", "))
	}
	if p.Backbone.OnTheFly { // every epoch has a view of its own: there is no number to vary
		s.Sections = slices.DeleteFunc(s.Sections, Section.variesViews)
	}
	return s, s.plan()
}

// plan finds the distinct trainings, the first seed's before the second's.
func (s *Study) plan() error {
	s.fits = map[string]*fit{}
	byName := map[string]*fit{}
	for _, seed := range s.Seeds {
		for _, section := range s.Sections {
			for _, v := range section.Variants {
				f, err := s.fit(section, v, seed)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", section.Name, v.Name, err)
				}
				if known, ok := byName[f.model.Name]; ok {
					f = known
				} else {
					byName[f.model.Name] = f
					s.jobs = append(s.jobs, f)
				}
				s.fits[fitKey(section, v, seed)] = f
			}
		}
	}
	// A folder of features holds as many views as the most demanding variant asks
	// for; the others use the first of them.
	most := map[string]int{}
	for _, f := range s.jobs {
		most[f.folders.features] = max(most[f.folders.features], f.profile.Backbone.Views)
	}
	for _, f := range s.jobs {
		f.views = most[f.folders.features]
	}
	return nil
}

func fitKey(section Section, v Variant, seed uint64) string {
	return fmt.Sprintf("%s/%s/%d", section.Name, v.Name, seed)
}

// fit returns the training of a variant, named by all that decides its numbers.
func (s *Study) fit(section Section, v Variant, seed uint64) (*fit, error) {
	p, m, err := v.apply(s.run.Profile)
	if err != nil {
		return nil, err
	}
	m.Seed = seed
	f := &fit{label: fmt.Sprintf("%s, %s, seed %d", section.Name, v.Name, seed), study: s}
	own := s.run.Profile
	if p.Backbone != own.Backbone {
		same := p.Backbone
		same.Views = 0
		f.folders.features = filepath.Join("study", "features-"+hashOf(same))
	}
	settings := struct {
		Backbone  Backbone
		Focal     *focal.Options `json:",omitempty"`
		Network   Network
		Train     train.Config
		Objective objective.Config
	}{Backbone: p.Backbone, Network: p.Network, Train: (&Run{Profile: p}).training(m), Objective: m.Objective}
	if m.Objective.Kind.Sets() {
		settings.Focal = &p.Focal
		if p.Focal != own.Focal || f.folders.features != "" {
			f.folders.focal = filepath.Join("study", "focal-"+hashOf(p.Focal, f.folders.features))
		}
	}
	m.Name = "study/" + hashOf(settings)
	p.Models = []Model{m}
	f.profile, f.model = p, m
	return f, nil
}

// apply returns the profile with the variant's settings, and its model.
func (v Variant) apply(p Profile) (Profile, Model, error) {
	var lines []string
	for _, line := range v.Set {
		if field, ok := strings.CutPrefix(line, "model."); ok {
			line = "models." + v.Model + "." + field
		}
		lines = append(lines, line)
	}
	p, err := Override(p, lines)
	if err != nil {
		return p, Model{}, err
	}
	m, err := p.Model(v.Model)
	return p, m, err
}

// hashOf names settings, so that equal ones share a folder.
func hashOf(settings ...any) string {
	text, err := json.Marshal(settings)
	if err != nil {
		panic("experiment: settings cannot be written: " + err.Error()) // none holds what JSON cannot
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:4])
}

// Prepare makes the features and focal sets of all variants. Processes that split a
// study among them begin when one of them has.
func (s *Study) Prepare(progress Progress) error {
	type inputs struct {
		folders
		sets bool // the base of the same folders has none
	}
	done := map[inputs]bool{}
	for _, f := range s.jobs {
		in := inputs{f.folders, f.model.Objective.Kind.Sets()}
		if done[in] {
			continue
		}
		done[in] = true
		r, err := f.prepared(progress)
		if err != nil {
			return fmt.Errorf("%s: %w", f.label, err)
		}
		if in.sets {
			if _, err := r.FocalSets(nil); err != nil {
				return fmt.Errorf("%s: %w", f.label, err)
			}
		}
	}
	return nil
}

// Prepared reports whether Prepare has nothing to do.
func (s *Study) Prepared() bool {
	for _, f := range s.jobs {
		if !f.isPrepared() {
			return false
		}
	}
	return true
}

// Train trains and measures the variants of a shard that are not finished. progress
// is as Ablation.Train's.
func (s *Study) Train(shard Shard, progress func(variant string, done, total int)) error {
	var jobs []job
	for _, f := range s.jobs {
		jobs = append(jobs, job{name: f.label, epochs: f.profile.Train.Epochs, finished: f.finished, do: f.do})
	}
	return work(jobs, shard, progress)
}

// Trainings returns how many of the distinct trainings stand finished in the run's
// folder, made by whatever process, and how many there are. It trains nothing.
func (s *Study) Trainings() (finished, total int, err error) {
	for _, f := range s.jobs {
		done, err := f.finished()
		if err != nil {
			return 0, 0, err
		}
		if done {
			finished++
		}
	}
	return finished, len(s.jobs), nil
}
