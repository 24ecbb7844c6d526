package experiment

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tinySample is the stand-in of three families on a network so small that training
// takes no time.
func tinySample(t *testing.T) Profile {
	t.Helper()
	p, err := Override(INat2021Sample(), []string{
		"data.families=3", "backbone.batch=10", "focal.clusters=6",
		"network.hidden=8", "network.width=8", "train.epochs=2", "train.warmup=1", "train.batch=14",
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTheStandInGoesThroughEveryStage(t *testing.T) {
	dir := t.TempDir()
	first := New(context.Background(), tinySample(t), dir)
	report, err := first.Evaluate("nesy", Test)
	if err != nil {
		t.Fatal(err)
	}
	d, err := first.Dataset()
	if err != nil {
		t.Fatal(err)
	}
	// Three families of two species of ten pictures; what the other families have
	// is left out.
	if d.Len() != 60 || d.Hierarchy.Size(0) != 3 || len(d.Train) != 42 || report.Samples != 9 {
		t.Errorf("%d pictures of %d families, %d for training, %d for testing; want 60, 3, 42, 9",
			d.Len(), d.Hierarchy.Size(0), len(d.Train), report.Samples)
	}

	stamps := modified(t, dir)
	again, err := New(context.Background(), tinySample(t), dir).Evaluate("nesy", Test)
	if err != nil {
		t.Fatal(err)
	}
	if again.Fine.Accuracy != report.Fine.Accuracy {
		t.Errorf("accuracy %v, then %v", report.Fine.Accuracy, again.Fine.Accuracy)
	}
	for path, stamp := range modified(t, dir) {
		if stamps[path] != stamp {
			t.Errorf("%s was written again", path)
		}
	}
}

func TestTheProfileReadsWhatNESYDATAHolds(t *testing.T) {
	drawn := New(context.Background(), tinySample(t), t.TempDir())
	want, err := drawn.Dataset()
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob(filepath.Join(drawn.Dir, "sample-*"))
	if err != nil || len(folders) != 1 {
		t.Fatalf("%d folders of samples (%v)", len(folders), err)
	}
	p := INat2021()
	p.Data.Families = 3
	for _, c := range []struct{ about, variable, path string }{
		{"the folder that holds val", folders[0], ""},
		{"inat2021 in it", beside(t, folders[0]), ""},
		{"data.path", "", folders[0]},
		{"data.path before the variable", "/nowhere", filepath.Join(folders[0], "val")},
	} {
		t.Setenv(DataVariable, c.variable)
		p.Data.Path = c.path
		got, err := New(context.Background(), p, t.TempDir()).Dataset()
		if err != nil {
			t.Errorf("%s: %v", c.about, err)
			continue
		}
		if got.Digest != want.Digest {
			t.Errorf("%s: other images", c.about)
		}
	}
}

// beside returns a folder that holds another one as inat2021.
func beside(t *testing.T, folder string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(folder, filepath.Join(dir, "inat2021")); err != nil {
		t.Skip(err)
	}
	return dir
}

func TestWhatIsNotThereIsOneLineWithTheRemedy(t *testing.T) {
	empty := t.TempDir()
	for _, c := range []struct {
		variable string
		set      []string
		want     []string
	}{
		{"", nil, []string{"$NESY_DATA is not set", "val.tar.gz", "inat_comp"}},
		{empty, nil, []string{empty, "neither val nor val.tar.gz", "inat_comp"}},
		{"", []string{"data.path=/nowhere/val"}, []string{"/nowhere/val", "no such file"}},
		{"", []string{"data.source=inat"}, []string{`"inat"`, "inat2021-sample"}},
		{"", []string{"data.source=inat2021-sample", "data.species=0"}, []string{"0 species"}},
	} {
		t.Setenv(DataVariable, c.variable)
		p, err := Override(INat2021(), c.set)
		if err != nil {
			t.Fatal(err)
		}
		_, err = New(context.Background(), p, t.TempDir()).Dataset()
		oneLine(t, err, c.want...)
	}
}

func oneLine(t *testing.T, err error, want ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one with %q", want)
		return
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than one line: %v", err)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("got %v, want %q in it", err, w)
		}
	}
}

func TestEveryProfileCanBeFoundAndHoldsTheThreeModels(t *testing.T) {
	for _, p := range Profiles() {
		found, err := Find(p.Name)
		if err != nil || found.Name != p.Name {
			t.Errorf("%s: found %q (%v)", p.Name, found.Name, err)
		}
		for _, name := range []string{"base", "rs-nn", "nesy"} {
			if _, err := p.Model(name); err != nil {
				t.Error(err)
			}
		}
		if _, err := p.Trials(); err != nil {
			t.Error(err)
		}
	}
}
