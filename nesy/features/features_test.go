package features

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"

	"nesybook/nesy/backbone"
	"nesybook/nesy/backend"
	"nesybook/nesy/dataset"
	"nesybook/nesy/hierarchy"
	"nesybook/nesy/swin"
)

// network is small enough for a test to run it many times.
var network = swin.Config{Image: 16, Patch: 4, Embed: 4, Depths: []int{1, 1}, Heads: []int{1, 2}, Window: 2}

// pictures returns a data set of n images with known pixels.
func pictures(t testing.TB, n, side int) *dataset.Dataset {
	t.Helper()
	h, err := hierarchy.TwoLevel([]string{"a", "b"}, []string{"all"}, []int{0, 0})
	if err != nil {
		t.Fatal(err)
	}
	d, err := dataset.New("pictures", h, side, make([]int, n), fmt.Sprint(n, side), func(i int, dst []byte) error {
		for k := range dst {
			dst[k] = byte((k*k + 31*i*k + 7*i) % 251)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func newBackend(t testing.TB) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Finalize)
	return b
}

// newSpec describes 10 images in batches of 4, so that the last is incomplete.
func newSpec(t testing.TB) Spec {
	return Spec{
		Data:          pictures(t, 10, 16),
		Network:       swin.Random(network, 1),
		Normalisation: dataset.ImageNet,
		Augmentation:  dataset.CropAndFlip(),
		Seed:          42,
		Views:         2,
		Batch:         4,
	}
}

// extract runs Extract to its end and lists what progress reported.
func extract(t testing.TB, b compute.Backend, spec Spec, dir string) (views [][][]float32, progress []int) {
	t.Helper()
	views, err := Extract(context.Background(), b, spec, dir, func(done, total int) { progress = append(progress, done) })
	if err != nil {
		t.Fatal(err)
	}
	return views, progress
}

// files returns the contents of a folder by name.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	content := make(map[string]string)
	for _, e := range entries {
		raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		content[e.Name()] = string(raw)
	}
	return content
}

func same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s is left behind", what, name)
		}
	}
}

func TestExtractIsTheNetwork(t *testing.T) {
	spec := newSpec(t)
	views, _ := extract(t, newBackend(t), spec, t.TempDir())
	for v, rows := range views {
		for i, row := range rows {
			raw := make([]byte, spec.Data.Size())
			if err := spec.Data.Image(i, raw); err != nil {
				t.Fatal(err)
			}
			if v > 0 {
				spec.Augmentation.Apply(spec.Seed, v, i, spec.Data.Side, raw)
			}
			pixels := make([]float32, len(raw))
			spec.Normalisation.Apply(pixels, raw)
			image := make([]float64, len(raw))
			for k, p := range pixels {
				image[k] = float64(p)
			}
			_, want, _ := swin.Reference(spec.Network.(*swin.Weights), image)
			for k := range want {
				if d := math.Abs(float64(row[k]) - want[k]); !(d < 1e-5) {
					t.Fatalf("view %d, image %d, feature %d: %g, want %g", v, i, k, row[k], want[k])
				}
			}
		}
	}
	if slices.Equal(views[0][3], views[1][3]) {
		t.Error("the augmented view has the features of the plain one")
	}
}

func TestCacheIsReadBack(t *testing.T) {
	b, spec, dir := newBackend(t), newSpec(t), t.TempDir()
	first, progress := extract(t, b, spec, dir)
	if want := []int{0, 4, 8, 10, 10, 10, 14, 18, 20, 20}; !slices.Equal(progress, want) {
		t.Errorf("progress %v, want %v", progress, want)
	}
	before := files(t, dir)
	second, progress := extract(t, b, spec, dir)
	if want := []int{10, 20}; !slices.Equal(progress, want) {
		t.Errorf("progress %v, want %v: the features were computed again", progress, want)
	}
	same(t, "second call", files(t, dir), before)
	for v := range first {
		for i := range first[v] {
			if !slices.Equal(first[v][i], second[v][i]) {
				t.Fatalf("view %d, image %d differs when read back", v, i)
			}
		}
	}
	// A third view leaves the two there are alone.
	spec.Views = 3
	if _, progress := extract(t, b, spec, dir); !slices.Equal(progress, []int{10, 20, 20, 24, 28, 30, 30}) {
		t.Errorf("progress %v", progress)
	}
	after := files(t, dir)
	if after["view0.npy"] != before["view0.npy"] || after["view1.npy"] != before["view1.npy"] || after["view2.npy"] == after["view1.npy"] {
		t.Error("adding a view changed the others, or added one of them again")
	}
}

// What is done, in which order, whatever the interruption.
func TestInterruptedRunsEndTheSame(t *testing.T) {
	b, spec := newBackend(t), newSpec(t)
	whole := t.TempDir()
	extract(t, b, spec, whole)
	want := files(t, whole)
	for stop := 0; stop <= 20; stop += 4 {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		_, err := Extract(ctx, b, spec, dir, func(done, total int) {
			if total != 20 {
				t.Fatalf("total %d", total)
			}
			if done >= stop {
				cancel()
			}
		})
		cancel()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if stop < 10 && err == nil {
			t.Errorf("cancelled after %d images, but all went through", stop)
		}
		extract(t, b, spec, dir)
		same(t, fmt.Sprintf("cancelled after %d", stop), files(t, dir), want)
	}
}

// A process that is killed leaves a partial file and a journal that end anywhere.
func TestTornPartialFiles(t *testing.T) {
	b, spec := newBackend(t), newSpec(t)
	spec.Data, spec.Views = pictures(t, 30, 16), 1
	whole := t.TempDir()
	extract(t, b, spec, whole)
	want := files(t, whole)

	// The state after two or a few more of eight batches.
	torn := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := Extract(ctx, b, spec, torn, func(done, total int) {
		if done >= 8 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "of 30 images") {
		t.Fatalf("error %v", err)
	}
	state := files(t, torn)
	partial, journal := state["view0.npy.partial"], state["view0.npy.journal"]
	if strings.Count(journal, "\n") < 3 {
		t.Fatalf("journal %q", journal)
	}
	flip := func(s string, at int) string { return s[:at] + string(s[at]^1) + s[at+1:] }
	rows := 4 * (strings.Count(journal, "\n") - 1)
	for name, c := range map[string]struct {
		partial, journal string
		good             int // rows that need not be computed again
	}{
		"as left":           {partial, journal, rows},
		"no journal":        {partial, "", 0},
		"no partial":        {"", journal, 0},
		"half a row":        {partial[:len(partial)-5], journal, rows - 4},
		"half a line":       {partial, journal[:len(journal)-7], rows - 4},
		"rows not vouched":  {partial + "\x00\x00\x00\x00", journal, rows},
		"changed value":     {flip(partial, len(partial)-1), journal, rows - 4},
		"changed header":    {flip(partial, 20), journal, 0},
		"changed early row": {flip(partial, 130), journal, 0},
		"changed journal":   {partial, flip(journal, len(journal)-10), rows - 4},
		"other run":         {partial, strings.Replace(journal, `"batch":4`, `"batch":5`, 1), 0},
		"garbage":           {"garbage", "garbage\n{\n", 0},
		"too many lines":    {partial, journal + journal[strings.LastIndex(journal[:len(journal)-1], "\n")+1:], rows},
	} {
		dir := t.TempDir()
		for file, content := range map[string]string{"view0.npy.partial": c.partial, "view0.npy.journal": c.journal} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, progress := extract(t, b, spec, dir)
		if progress[0] != c.good {
			t.Errorf("%s: went on after %d rows, want %d", name, progress[0], c.good)
		}
		same(t, name, files(t, dir), want)
	}
}

func TestForeignFilesAreComputedAnew(t *testing.T) {
	b, spec := newBackend(t), newSpec(t)
	dir := t.TempDir()
	extract(t, b, spec, dir)
	want := files(t, dir)
	write := func(name, content string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, spoil := range map[string]func(){
		"torn view":     func() { write("view1.npy", want["view1.npy"][:200]) },
		"swapped view":  func() { write("view0.npy", want["view1.npy"]) },
		"missing view":  func() { os.Remove(filepath.Join(dir, "view0.npy")) },
		"no manifest":   func() { os.Remove(filepath.Join(dir, "manifest.json")) },
		"torn manifest": func() { write("manifest.json", want["manifest.json"][:50]) },
		"newer code": func() {
			code := func(version int) string { return fmt.Sprintf(`"code": %d`, version) }
			write("manifest.json", strings.Replace(want["manifest.json"], code(codeVersion), code(codeVersion+1), 1))
		},
		"manifest is old": func() { write("manifest.json", strings.Replace(want["manifest.json"], "flip", "flop", 1)) },
	} {
		if spoil(); maps.Equal(files(t, dir), want) {
			t.Errorf("%s: nothing was spoilt", name)
		}
		extract(t, b, spec, dir)
		same(t, name, files(t, dir), want)
	}
}

func TestOtherInputIsOtherFeatures(t *testing.T) {
	b, dir := newBackend(t), t.TempDir()
	base := newSpec(t)
	extract(t, b, base, dir)
	before := files(t, dir)
	for name, change := range map[string]func(*Spec){
		"data":          func(s *Spec) { s.Data = pictures(t, 9, 16) },
		"size":          func(s *Spec) { s.Data = pictures(t, 10, 12) },
		"weights":       func(s *Spec) { s.Network = swin.Random(network, 2) },
		"normalisation": func(s *Spec) { s.Normalisation.Mean[0] = 0 },
		"augmentation":  func(s *Spec) { s.Augmentation = dataset.Augmentation{dataset.Flip(0.5)} },
		"seed":          func(s *Spec) { s.Seed++ },
		"augmented":     func(s *Spec) { s.Augmented = []int{1, 4, 5} },
	} {
		spec := newSpec(t)
		change(&spec)
		extract(t, b, spec, dir)
		if files(t, dir)["view1.npy"] == before["view1.npy"] {
			t.Errorf("%s: the old features were taken for the new", name)
		}
		extract(t, b, base, dir)
		same(t, "back from another "+name, files(t, dir), before)
	}
}

func TestAugmentedViewsCoverSomeImages(t *testing.T) {
	b, spec := newBackend(t), newSpec(t)
	all, _ := extract(t, b, spec, t.TempDir())
	spec.Augmented = []int{1, 4, 5, 6, 9}
	some, _ := extract(t, b, spec, t.TempDir())
	for i := range some[1] {
		if covered := slices.Contains(spec.Augmented, i); covered != (some[1][i] != nil) || covered && !slices.Equal(some[1][i], all[1][i]) {
			t.Errorf("image %d: covered %v, features %v, want %v", i, covered, some[1][i], all[1][i])
		}
	}
}

func TestBadSpec(t *testing.T) {
	b := newBackend(t)
	for name, change := range map[string]func(*Spec){
		"no views":     func(s *Spec) { s.Views = 0 },
		"no images":    func(s *Spec) { s.Data = pictures(t, 0, 16) },
		"batch":        func(s *Spec) { s.Batch = -1 },
		"out of order": func(s *Spec) { s.Augmented = []int{3, 2} },
		"out of range": func(s *Spec) { s.Augmented = []int{10} },
	} {
		spec := newSpec(t)
		change(&spec)
		if _, err := Extract(context.Background(), b, spec, t.TempDir(), nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Extract(context.Background(), b, newSpec(t), blocked, nil); err == nil || !strings.Contains(err.Error(), blocked) {
		t.Errorf("a file in place of the folder: %v", err)
	}
}

func TestReadErrorsPass(t *testing.T) {
	spec := newSpec(t)
	broken := errors.New("broken image")
	whole := spec.Data
	d, err := dataset.New("broken", spec.Data.Hierarchy, 16, make([]int, 10), "", func(i int, dst []byte) error {
		if i == 5 {
			return broken
		}
		return whole.Image(i, dst)
	})
	if err != nil {
		t.Fatal(err)
	}
	spec.Data = d
	if _, err := Extract(context.Background(), newBackend(t), spec, t.TempDir(), nil); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// wide is a network of which only the width is asked.
type wide struct {
	backbone.Network
	values int
}

func (w wide) Widest() int { return w.values }

func TestDefaultBatch(t *testing.T) {
	b, err := backend.NewGo()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Finalize()
	for values, want := range map[int]int{
		16 * 16 * 48:   32, // the small Swin, whose cached features depend on it in the last bits
		56 * 56 * 96:   4,  // Swin-T
		112 * 112 * 64: 2,  // a ResNet
		224 * 224 * 64: 1,  // VGG16
	} {
		if got := DefaultBatch(b, wide{values: values}); got != want {
			t.Errorf("%d values: batches of %d, want %d", values, got, want)
		}
	}
}
