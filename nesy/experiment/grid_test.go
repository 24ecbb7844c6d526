package experiment

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"nesybook/nesy/decode"
	"nesybook/nesy/model"
	"nesybook/nesy/paper"
)

// The paper's tables and the grid must speak of the same configurations, for their
// rows are joined by key.
func TestTheGridIsThePapers(t *testing.T) {
	for _, p := range []Profile{CIFAR100(), INat2021()} {
		trials, err := p.Trials()
		if err != nil {
			t.Fatal(err)
		}
		if want := 3 * (2 + 3*3*2); len(trials) != want {
			t.Fatalf("%s: %d trials, want %d", p.Name, len(trials), want)
		}
		joinsThePapersRows(t, p.Data.Source, trials)
	}
}

func joinsThePapersRows(t *testing.T, dataset string, trials []Trial) {
	folders := map[string]bool{}
	configurations := map[paper.Configuration]int{}
	for _, trial := range trials {
		if folders[trial.Model.Name] {
			t.Errorf("two trials share the folder %s", trial.Model.Name)
		}
		folders[trial.Model.Name] = true
		configurations[trial.Configuration]++
		if trial.Model.Seed != trial.Seed {
			t.Errorf("%v is trained with seed %d", trial, trial.Model.Seed)
		}
		if nesy := trial.Model.Objective.Kind == model.NeSy; nesy && trial.Model.NoWarmup == trial.Configuration.Warmup {
			t.Errorf("%v: warm-up %v, but NoWarmup %v", trial, trial.Configuration.Warmup, trial.Model.NoWarmup)
		}
	}
	for _, row := range append(paper.Grid(), paper.Table1()...) {
		if row.Dataset == dataset && configurations[row.Configuration] != 3 {
			t.Errorf("%v has %d trials, want one for each of 3 seeds", row.Key, configurations[row.Configuration])
		}
	}
}

func TestTrialsNameTheirSettings(t *testing.T) {
	p := CIFAR100()
	trials, err := p.Trials()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, trial := range trials[:5] {
		names = append(names, trial.Name)
	}
	want := []string{"base", "rs-nn", "product-gaussian-cold", "product-gaussian-warm", "product-triangular-cold"}
	if !reflect.DeepEqual(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
	r := New(context.Background(), p, t.TempDir())
	cold, warm := r.training(trials[2].Model), r.training(trials[3].Model)
	if cold.Warmup != 0 || warm.Warmup != p.Train.Warmup || p.Train.Warmup == 0 {
		t.Errorf("warm-up epochs %d without and %d with, of the profile's %d", cold.Warmup, warm.Warmup, p.Train.Warmup)
	}
	if last := trials[len(trials)-1]; r.training(last.Model).Seed != 44 {
		t.Errorf("%v is trained with seed %d", last, r.training(last.Model).Seed)
	}
}

func TestRepeatChoosesWhatIsRepeated(t *testing.T) {
	p := CIFAR100()
	p.Grid.Repeat = []string{"rs-nn", "godel-gaussian-warm"}
	trials, err := p.Trials()
	if err != nil {
		t.Fatal(err)
	}
	if want := 20 + 2*2; len(trials) != want {
		t.Errorf("%d trials, want %d", len(trials), want)
	}
	p.Grid.Repeat = []string{"godel-gaussian-hot"}
	if _, err := p.Trials(); err == nil || !strings.Contains(err.Error(), `"godel-gaussian-hot"`) {
		t.Errorf("got %v", err)
	}
	p.Grid.Repeat, p.Grid.Seeds = nil, []uint64{7, 7}
	if _, err := p.Trials(); err == nil || !strings.Contains(err.Error(), "different") {
		t.Errorf("got %v", err)
	}
}

func TestShardsPartTheWork(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for i := range 12 {
			holders := 0
			for index := range n {
				if (Shard{index, n}).Holds(i) {
					holders++
				}
			}
			if holders != 1 || !(Shard{}).Holds(i) {
				t.Errorf("of %d shards %d hold piece %d", n, holders, i)
			}
		}
	}
	if s, err := ParseShard("3/18"); err != nil || s != (Shard{3, 18}) {
		t.Errorf("got %v, %v", s, err)
	}
	for _, wrong := range []string{"18/18", "-1/2", "1", "1/", "a/b", "0/0", "1/2/3"} {
		if _, err := ParseShard(wrong); err == nil {
			t.Errorf("%q was taken", wrong)
		}
	}
}

// smallGrid is two t-norms on very few images, the second seed for RS-NN alone.
func smallGrid(t *testing.T) Profile {
	t.Helper()
	p, err := Override(small(t), []string{
		"data.train=40", "data.val=20", "data.test=20", "backbone.views=1", // one way through the backbone is slow
		`grid.tnorms=["product","godel"]`, `grid.memberships=["triangular"]`, `grid.repeat=["rs-nn"]`, "grid.short=false",
		"grid.network.hidden=8", "grid.network.width=8", "grid.train.epochs=2", "grid.train.warmup=1", "grid.train.batch=20",
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func openGrid(t *testing.T, p Profile, dir string) *Ablation {
	t.Helper()
	a, err := New(context.Background(), p, dir).Ablation()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The tests of a grid's trainings share features and focal sets, which take longest.
func TestAblation(t *testing.T) {
	p, dir := smallGrid(t), t.TempDir()
	a := openGrid(t, p, dir)
	if e, err := a.Evidence(nil); err != nil || len(e) != 0 || a.Prepared() {
		t.Fatalf("before anything was made: prepared %v, %d rows, %v", a.Prepared(), len(e), err)
	}
	if err := a.Prepare(nil); err != nil {
		t.Fatal(err)
	}
	if !a.Prepared() {
		t.Error("not prepared by Prepare")
	}
	for name, test := range map[string]func(*testing.T, Profile, string){
		"shards merge in their folder":            shardsMergeInTheirFolder,
		"comparisons are of finished trials":      comparisonsAreOfFinishedTrials,
		"finished are skipped and stale ones not": finishedAreSkippedAndStaleOnesNot,
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

func shardsMergeInTheirFolder(t *testing.T, p Profile, dir string) {
	first := openGrid(t, p, dir)
	if err := first.Train(Shard{0, 2}, nil); err != nil {
		t.Fatal(err)
	}
	half, err := first.Finished()
	if err != nil {
		t.Fatal(err)
	}
	if len(half) != 3 { // of 5: base, product and the second RS-NN
		t.Fatalf("finished after one shard: %v", half)
	}
	if got, want := first.Setting(), "Finished so far: 2 of seed 42, 1 of seed 43, of 5 trainings."; !strings.HasSuffix(got, want) {
		t.Errorf("captions say %q, want them to end in %q", got, want)
	}

	if err := openGrid(t, p, dir).Train(Shard{1, 2}, nil); err != nil {
		t.Fatal(err)
	}
	if got := openGrid(t, p, dir).Setting(); strings.Contains(got, "Finished") {
		t.Errorf("captions of a finished grid say %q", got)
	}
	e, err := openGrid(t, p, dir).Evidence(nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + 1 + 2*9; len(e) != want {
		t.Errorf("%d rows, want %d", len(e), want)
	}
	rsnn, ok := e.Find(paper.Key{Configuration: paper.Configuration{Dataset: paper.CIFAR100, Model: paper.RSNN}})
	if !ok || rsnn.Seeds != 2 || !(rsnn.Deviation[paper.FineEntropy] > 0) {
		t.Errorf("rs-nn: %d seeds, deviation %v", rsnn.Seeds, rsnn.Deviation[paper.FineEntropy])
	}

	// The measures that were kept are those of the predictions.
	a := openGrid(t, p, dir)
	godel := a.Trials[3]
	predictions, err := a.Predict(godel, Test)
	if err != nil {
		t.Fatal(err)
	}
	d, err := a.run.Dataset()
	if err != nil {
		t.Fatal(err)
	}
	thresholds := decode.Thresholds{Fine: 0.4, Coarse: 0.6}
	again := predictions.Measure(d.Hierarchy.Parents(0), thresholds)
	c := godel.Configuration
	c.Dataset = paper.CIFAR100
	row, ok := e.Find(paper.Key{Configuration: c, Thresholds: thresholds})
	if !ok || row.Values[paper.Consistency] != again.Consistency || row.Values[paper.FineECE] != again.Fine.ECE {
		t.Errorf("kept consistency %v and ECE %v, measured %v and %v",
			row.Values[paper.Consistency], row.Values[paper.FineECE], again.Consistency, again.Fine.ECE)
	}
}

func comparisonsAreOfFinishedTrials(t *testing.T, p Profile, dir string) {
	p.Grid.TNorms = p.Grid.TNorms[:1]
	a := openGrid(t, p, dir)
	if c, err := a.Compare("base"); err != nil || c != nil {
		t.Fatalf("before anything was trained: %v, %v", c, err)
	}
	if err := a.Train(Shard{}, nil); err != nil {
		t.Fatal(err)
	}

	comparisons, err := a.Compare("base")
	if err != nil {
		t.Fatal(err)
	}
	if len(comparisons) != 2 || comparisons[0].Name != "rs-nn" || comparisons[1].Name != "product-triangular-warm" {
		t.Fatalf("got %v", comparisons)
	}
	e, err := a.Collect()
	if err != nil {
		t.Fatal(err)
	}
	base, nesy := e[0].Values[paper.FineAccuracy], e[len(e)-1].Values[paper.FineAccuracy]
	tested := comparisons[1].Fine
	if got, want := tested.OnlyA-tested.OnlyB, int(math.Round(20*(nesy-base))); tested.Samples != 20 || got != want {
		t.Errorf("on %d samples NeSy has %d more right than the base, its accuracy says %d of 20", tested.Samples, got, want)
	}

	// RS-NN alone has a second seed: there is nothing to pair.
	if d, err := a.Differences("base", paper.FineAccuracy); err != nil || d != nil {
		t.Errorf("got %v, %v", d, err)
	}
	p.Grid.Repeat = []string{"base", "rs-nn"}
	b := openGrid(t, p, dir)
	if err := b.Train(Shard{}, nil); err != nil {
		t.Fatal(err)
	}
	e, err = b.Collect()
	if err != nil {
		t.Fatal(err)
	}
	d, err := b.Differences("base", paper.FineEntropy)
	if err != nil || len(d) != 1 || d[0].Name != "rs-nn" || d[0].Seeds != 2 {
		t.Fatalf("got %v, %v", d, err)
	}
	if want := e[1].Values[paper.FineEntropy] - e[0].Values[paper.FineEntropy]; math.Abs(d[0].Mean-want) > 1e-12 {
		t.Errorf("mean difference %v, difference of means %v", d[0].Mean, want)
	}
}

func finishedAreSkippedAndStaleOnesNot(t *testing.T, p Profile, dir string) {
	p.Grid.TNorms = p.Grid.TNorms[:1]
	if err := openGrid(t, p, dir).Train(Shard{}, nil); err != nil {
		t.Fatal(err)
	}
	stamps := modified(t, dir)
	var calls [][2]int
	a := openGrid(t, p, dir)
	if err := a.Train(Shard{}, func(_ string, done, total int) { calls = append(calls, [2]int{done, total}) }); err != nil {
		t.Fatal(err)
	}
	if want := [][2]int{{8, 8}}; !reflect.DeepEqual(calls, want) { // 4 trials of 2 epochs
		t.Errorf("progress of finished work: %v, want %v", calls, want)
	}
	if after := modified(t, dir); !reflect.DeepEqual(after, stamps) {
		t.Error("finished trials were written again")
	}

	// What is torn or made with other settings is not finished.
	torn := filepath.Join(a.measuresDir(a.Trials[0]), measuresFile)
	if err := os.WriteFile(torn, []byte("["), 0o644); err != nil {
		t.Fatal(err)
	}
	left, err := a.Finished()
	if err != nil || len(left) != 3 {
		t.Errorf("with one file torn %v are finished, %v", left, err)
	}
	p.Grid.Train.Epochs = 3
	if stale, err := openGrid(t, p, dir).Finished(); err != nil || len(stale) != 0 {
		t.Errorf("with another number of epochs %v are finished, %v", stale, err)
	}
}
