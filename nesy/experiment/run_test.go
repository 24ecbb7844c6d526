package experiment

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"nesybook/nesy/decode"
)

// small is the quick profile on so few images that the whole path takes seconds.
func small(t *testing.T) Profile {
	t.Helper()
	p, err := Override(Quick(), []string{
		"data.train=120", "data.val=40", "data.test=40", "backbone.batch=20", "backbone.views=2",
		"focal.clusters=30", "network.hidden=16", "network.width=8",
		"train.epochs=3", "train.warmup=1", "train.batch=20",
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTheWholePathGivesTheSameBytesTwice(t *testing.T) {
	dirs := []string{t.TempDir(), t.TempDir()}
	for _, dir := range dirs {
		r := New(context.Background(), small(t), dir)
		for _, m := range r.Profile.Models {
			report, err := r.Evaluate(m.Name, Test)
			if err != nil {
				t.Fatalf("%s: %v", m.Name, err)
			}
			if report.Samples != 40 || report.Fine.Accuracy < 0 || report.Fine.Accuracy > 1 {
				t.Errorf("%s: %d samples, accuracy %v", m.Name, report.Samples, report.Fine.Accuracy)
			}
			if sets := m.Objective.Kind.Sets(); sets != (report.Fine.MaxMass != nil) {
				t.Errorf("%s: measures of sets: %v, want %v", m.Name, !sets, sets)
			}
		}
	}
	files := 0
	err := filepath.WalkDir(dirs[0], func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		name, _ := filepath.Rel(dirs[0], path)
		a, errA := os.ReadFile(path)
		b, errB := os.ReadFile(filepath.Join(dirs[1], name))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs between two runs", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Errorf("only %d files: is the path complete?", files)
	}
}

func TestWhatIsDoneIsNotDoneAgain(t *testing.T) {
	dir := t.TempDir()
	p := small(t)
	before := evaluate(t, p, dir, "nesy")
	stamps := modified(t, dir)
	after := evaluate(t, p, dir, "nesy")
	if before != after {
		t.Errorf("accuracy %v, then %v", before, after)
	}
	for path, stamp := range modified(t, dir) {
		if stamps[path] != stamp {
			t.Errorf("%s was written again", path)
		}
	}

	// A setting of the last stages leaves the first ones alone.
	p.Train.Epochs = 2
	evaluate(t, p, dir, "nesy")
	changed := modified(t, dir)
	for path, stamp := range stamps {
		kept := changed[path] == stamp
		early := filepath.Base(filepath.Dir(path)) == "features" || filepath.Base(filepath.Dir(path)) == "focal"
		if early && !kept {
			t.Errorf("%s was written again for a setting it does not depend on", path)
		}
		if filepath.Base(path) == "log.jsonl" && kept {
			t.Errorf("%s was kept although the number of epochs changed", path)
		}
	}
}

func evaluate(t *testing.T, p Profile, dir, model string) float64 {
	t.Helper()
	r, err := New(context.Background(), p, dir).Evaluate(model, Test)
	if err != nil {
		t.Fatal(err)
	}
	return r.Fine.Accuracy
}

func modified(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	stamps := map[string]int64{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		stamps[path] = info.ModTime().UnixNano()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return stamps
}

func TestThresholdsNeedNoTraining(t *testing.T) {
	r := New(context.Background(), small(t), t.TempDir())
	p, err := r.Predict("nesy", Validation)
	if err != nil {
		t.Fatal(err)
	}
	d, err := r.Dataset()
	if err != nil {
		t.Fatal(err)
	}
	// With thresholds that no image fails, every coarse label follows the fine one.
	all := p.Measure(d.Hierarchy.Parents(0), decode.Thresholds{Fine: 0, Coarse: 1.01})
	if all.Consistency != 1 {
		t.Errorf("consistency %v, want 1", all.Consistency)
	}
}

func TestAModelThatIsNotThereIsNamedWithThoseThatAre(t *testing.T) {
	_, err := New(context.Background(), small(t), t.TempDir()).Train("nessie", nil)
	const want = `experiment: profile quick has no model "nessie"; it has base, rs-nn, nesy-written, nesy, nesy-betp`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
