package experiment

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"nesybook/nesy/metrics"
)

func openStudy(t *testing.T, p Profile, dir, name string, seeds ...uint64) *Study {
	t.Helper()
	s, err := New(context.Background(), p, dir).Study(name, seeds...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryVariantChangesSomethingThatItMay(t *testing.T) {
	for _, p := range Profiles() {
		views := map[string]int{} // by folder of features
		for _, name := range Studies() {
			s := openStudy(t, p, t.TempDir(), name)
			for _, f := range s.jobs {
				// With another number, one study would make the other's features stale.
				if known, ok := views[f.folders.features]; ok && known != f.views {
					t.Errorf("%s: %s has %d views in one study and %d in the other", p.Name, f.folders.features, known, f.views)
				}
				views[f.folders.features] = f.views
			}
			for _, section := range s.Sections {
				reference := s.fits[fitKey(section, section.Variants[0], 42)]
				names := map[string]bool{}
				for i, v := range section.Variants {
					f := s.fits[fitKey(section, v, 42)]
					if i > 0 && f == reference {
						t.Errorf("%s, %s, %s: %s is trained as %s is", p.Name, name, section.Name, v.Name, section.Variants[0].Name)
					}
					if names[v.Name] {
						t.Errorf("%s, %s, %s: two variants are called %s", p.Name, name, section.Name, v.Name)
					}
					names[v.Name] = true
					if f.profile.Seed != p.Seed || f.profile.Data != p.Data {
						t.Errorf("%s, %s, %s: %s changes the data, which a study shares", p.Name, name, section.Name, v.Name)
					}
				}
			}
		}
	}
}

func TestStudiesTrainWhatIsTheSameOnce(t *testing.T) {
	for _, c := range []struct {
		study          string
		seeds          []uint64
		variants, fits int
	}{
		{"sensitivity", nil, 34, 28}, // seven sections share NeSy's first variant
		{"sensitivity", []uint64{42, 43}, 68, 56},
		{"search", nil, 16, 16},
	} {
		s := openStudy(t, CIFAR100(), t.TempDir(), c.study, c.seeds...)
		if len(s.fits) != c.variants || len(s.jobs) != c.fits {
			t.Errorf("%s, seeds %v: %d variants, %d trainings, want %d and %d", c.study, c.seeds, len(s.fits), len(s.jobs), c.variants, c.fits)
		}
	}
	// The two studies share the base of the images as they are.
	dir := t.TempDir()
	sensitivity, search := openStudy(t, CIFAR100(), dir, "sensitivity"), openStudy(t, CIFAR100(), dir, "search")
	if a, b := sensitivity.fits["views of the base/as in the profile/42"], search.fits["images as they are/base/42"]; a.model.Name != b.model.Name {
		t.Errorf("the base is %s in one study and %s in the other", a.model.Name, b.model.Name)
	}
}

func TestStudyNamesTheMistake(t *testing.T) {
	r := New(context.Background(), CIFAR100(), t.TempDir())
	if _, err := r.Study("serch"); err == nil || !strings.Contains(err.Error(), `"serch"; there are sensitivity, search`) {
		t.Errorf("got %v", err)
	}
	if _, err := r.Study("search", 7, 7); err == nil || !strings.Contains(err.Error(), "different") {
		t.Errorf("got %v", err)
	}
}

// smallStudy is three questions on very few images.
func smallStudy(t *testing.T, p Profile, dir string, goal float64, seeds ...uint64) *Study {
	t.Helper()
	s := openStudy(t, p, dir, "search", seeds...)
	s.Goal = goal
	s.Sections = []Section{ // the base first: NeSy has its folder of features, and focal sets besides
		{"views", "How many?", []Variant{{"one", "base", nil}, {"two", "base", []string{"backbone.views=2"}}, {"three", "base", []string{"backbone.views=3"}}}},
		{"sets", "How many?", []Variant{{"all", "nesy", nil}, {"five", "nesy", []string{"focal.budget=5"}}}},
		{"gamma", "How much?", []Variant{{"as it is", "nesy", nil}, {"ten times", "nesy", []string{"model.objective.gamma=1"}}}},
	}
	s.jobs = nil
	if err := s.plan(); err != nil {
		t.Fatal(err)
	}
	return s
}

// The tests of a study's trainings share the features, which take longest.
func TestStudy(t *testing.T) {
	p, dir := smallGrid(t), t.TempDir()
	s := smallStudy(t, p, dir, 0)
	if s.Prepared() {
		t.Error("prepared before anything was made")
	}
	if err := s.Prepare(nil); err != nil {
		t.Fatal(err)
	}
	if !s.Prepared() {
		t.Error("not prepared by Prepare")
	}
	for name, test := range map[string]func(*testing.T, Profile, string){
		"shards merge in their folder":                          studyShardsMerge,
		"a study trains as the run does":                        studyTrainsAsTheRunDoes,
		"variants use the first views":                          variantsUseTheFirstViews,
		"a search looks at the test images once it is finished": searchLooksAtTheTestImagesLast,
	} {
		t.Run(name, func(t *testing.T) {
			own := t.TempDir()
			if err := os.CopyFS(own, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			test(t, p, own)
		})
	}
}

func studyShardsMerge(t *testing.T, p Profile, dir string) {
	if err := smallStudy(t, p, dir, 0, 42, 43).Train(Shard{0, 2}, nil); err != nil {
		t.Fatal(err)
	}
	s := smallStudy(t, p, dir, 0, 42, 43)
	if finished, all, err := s.Trainings(); finished != 6 || all != 12 || err != nil {
		t.Fatalf("after one shard of two %d of %d are finished, %v", finished, all, err)
	}
	if err := s.Train(Shard{1, 2}, nil); err != nil {
		t.Fatal(err)
	}
	stamps := modified(t, dir)
	if err := smallStudy(t, p, dir, 0, 42, 43).Train(Shard{}, nil); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(modified(t, dir), stamps) {
		t.Error("what was finished was written again")
	}

	answers, err := s.Answers()
	if err != nil {
		t.Fatal(err)
	}
	sets := answers[1].Rows
	if len(answers) != 3 || len(sets) != 2 || len(sets[0].Reports) != 2 {
		t.Fatalf("got %+v", answers)
	}
	if sets[1].Sets != 5 || sets[0].Sets <= 5 {
		t.Errorf("%d larger sets with a budget of 5, %d without", sets[1].Sets, sets[0].Sets)
	}
	d := sets[1].Reports[0].Fine.Accuracy - sets[0].Reports[0].Fine.Accuracy
	if got := sets[1].Fine.Difference(); sets[1].Fine.Samples != 20 || got < d-1e-12 || got > d+1e-12 {
		t.Errorf("McNemar's test sees a difference of %v, the reports one of %v", got, d)
	}
	if sets[0].Fine.Samples != 0 {
		t.Error("the reference is tested against itself")
	}
}

func studyTrainsAsTheRunDoes(t *testing.T, p Profile, dir string) {
	s := smallStudy(t, p, dir, 0)
	if err := s.Train(Shard{}, nil); err != nil {
		t.Fatal(err)
	}
	p.Network, p.Train = p.Grid.Network, p.Grid.Train
	p.Train.Seed = 42
	r := New(context.Background(), p, dir)
	before := modified(t, r.featuresDir())
	if _, err := r.Train("nesy", nil); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(modified(t, r.featuresDir()), before) {
		t.Error("the study changed the run's own features")
	}
	if !bytes.Equal(weights(t, dir, "nesy"), weights(t, dir, s.fits["sets/all/42"].model.Name)) {
		t.Error("the variant without settings is not the profile's model")
	}
}

func variantsUseTheFirstViews(t *testing.T, p Profile, dir string) {
	s := smallStudy(t, p, dir, 0)
	if err := s.Train(Shard{}, nil); err != nil {
		t.Fatal(err)
	}
	p.Network, p.Train = p.Grid.Network, p.Grid.Train
	p.Train.Seed, p.Backbone.Views = 42, 2
	own := t.TempDir()
	r := New(context.Background(), p, own)
	shared := s.fits["views/two/42"].open().featuresDir() // computing them again takes long
	if err := os.CopyFS(r.featuresDir(), os.DirFS(shared)); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Train("base", nil); err != nil {
		t.Fatal(err)
	}
	two := weights(t, dir, s.fits["views/two/42"].model.Name)
	if !bytes.Equal(weights(t, own, "base"), two) {
		t.Error("two of three views are not what a profile of two views has")
	}
	// In two epochs the first two views are seen, so a third changes nothing.
	if !bytes.Equal(weights(t, dir, s.fits["views/three/42"].model.Name), two) {
		t.Error("a view that no epoch reaches changes the training")
	}
}

func weights(t *testing.T, dir, model string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "models", filepath.FromSlash(model), "best.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func searchLooksAtTheTestImagesLast(t *testing.T, p Profile, dir string) {
	s := smallStudy(t, p, dir, 0.01)
	if err := s.Train(Shard{0, 2}, nil); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Choose(); c != nil || err != nil {
		t.Fatalf("half a search chose %v, %v", c, err)
	}
	if err := s.Train(Shard{}, nil); err != nil {
		t.Fatal(err)
	}
	if looked, _ := filepath.Glob(filepath.Join(dir, "predictions", "study", "*", "test")); looked != nil {
		t.Fatalf("the search predicted the test images: %v", looked)
	}
	c, err := s.Choose()
	if err != nil || c == nil {
		t.Fatalf("got %v, %v", c, err)
	}
	if looked, _ := filepath.Glob(filepath.Join(dir, "predictions", "study", "*", "test")); len(looked) != 2 {
		t.Errorf("of the choice and its base the test images are predicted: %v", looked)
	}
	answers, err := s.Answers()
	if err != nil {
		t.Fatal(err)
	}
	chosen, _ := c.Lead()
	for _, a := range answers {
		for _, row := range a.Rows[1:] {
			if row.Reports[0].Consistency >= s.Goal && row.Reports[0].Fine.Accuracy-a.Rows[0].Reports[0].Fine.Accuracy > chosen {
				t.Errorf("%s leads by more than the choice, %s", row.Name, c.Variant.Name)
			}
		}
	}
	if got, want := c.Test.Rows[1].Reports[0].Thresholds, c.Validation.Rows[1].Reports[0].Thresholds; got != want {
		t.Errorf("thresholds %v on the test images, %v were chosen", got, want)
	}

	s.Goal = 1.1 // more than anything has
	if c, err := s.Choose(); err == nil && c != nil {
		t.Errorf("chose %v", c)
	}
}

func TestFindingNamesOnlyDifferencesThatAreShown(t *testing.T) {
	report := func(consistency, ece float64) []metrics.Report {
		r := metrics.Report{BetPConsistency: consistency}
		r.Fine.ECE = ece
		return []metrics.Report{r}
	}
	row := func(name string, reports []metrics.Report, onlyA, onlyB int) AnswerRow {
		p, _ := metrics.McNemarCounts(onlyA, onlyB)
		return AnswerRow{
			Variant: Variant{Name: name}, Reports: reports,
			Fine: metrics.PairedTest{Samples: 1000, OnlyA: onlyA, OnlyB: onlyB, P: p}, Coarse: metrics.PairedTest{Samples: 1000, P: 1},
		}
	}
	a := Answer{comparisons: 4, Rows: []AnswerRow{
		{Variant: Variant{Name: "first"}, Reports: report(0.8, 0.1)},
		row("chance", report(0.9, 0.2), 14, 26),  // p = 0.08
		row("better", report(0.7, 0.15), 60, 20), // p = 9e-6
	}}
	const want = `Fine accuracy differs from "first" with "better" (+4.0 points), coarse accuracy with none; ` +
		`consistency before decoding lies between 0.700 (better) and 0.900 (chance), fine ECE between 0.100 (first) and 0.200 (chance).`
	if got := a.Finding(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	a.Rows = a.Rows[:2]
	if got := a.Finding(); !strings.HasPrefix(got, "No difference in accuracy is shown; ") {
		t.Errorf("got %s", got)
	}
	a.Rows = a.Rows[:1]
	if got := a.Finding(); got != "Not measured yet." {
		t.Errorf("got %s", got)
	}
}

func TestStudiesOnTheFlyVaryNoViews(t *testing.T) {
	for _, name := range Studies() {
		p := CIFAR100()
		sections := len(openStudy(t, p, t.TempDir(), name).Sections)
		p.Backbone.OnTheFly = true
		s := openStudy(t, p, t.TempDir(), name)
		for _, f := range s.jobs {
			if _, err := f.open().featureSpec(); err != nil && strings.Contains(err.Error(), "backbone.views") {
				t.Errorf("%s: %v", f.label, err)
			}
		}
		if len(s.Sections) != sections-2 {
			t.Errorf("%s: %d sections on the fly, %d otherwise, two of them about views", name, len(s.Sections), sections)
		}
	}
}
