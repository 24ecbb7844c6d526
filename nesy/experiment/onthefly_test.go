package experiment

import (
	"context"
	"math"
	"path/filepath"
	"testing"
)

// Without augmentation, training on the fly is training on the cached features of
// the images as they are; with one, it is not, and another is another model.
func TestOnTheFlyGoesThroughEveryStage(t *testing.T) {
	dir := t.TempDir()
	losses := map[string]float64{}
	for _, c := range []struct {
		name  string
		lines []string
	}{
		{"cached", nil},
		{"none", []string{"backbone.onthefly=true", "backbone.augmentation=none"}},
		{"crop-flip", []string{"backbone.onthefly=true"}},
	} {
		p, err := Override(small(t), append([]string{"data.train=40", "data.val=20", "data.test=20", "backbone.views=1", "train.epochs=2"}, c.lines...))
		if err != nil {
			t.Fatal(err)
		}
		r := New(context.Background(), p, dir)
		if _, err := r.Evaluate("nesy", Test); err != nil {
			t.Fatal(err)
		}
		before := modified(t, filepath.Join(dir, "models"))
		result, err := r.Train("nesy", nil)
		if err != nil {
			t.Fatal(err)
		}
		losses[c.name] = result.Epochs[len(result.Epochs)-1].Loss
		for path, stamp := range modified(t, filepath.Join(dir, "models")) {
			if before[path] != stamp {
				t.Errorf("%s: %s was written again", c.name, path)
			}
		}
	}
	if d := math.Abs(losses["none"] - losses["cached"]); d > 1e-4 {
		t.Errorf("without augmentation the losses differ by %v: %v", d, losses)
	}
	if d := math.Abs(losses["crop-flip"] - losses["cached"]); d < 2e-4 {
		t.Errorf("the augmentation changes the loss by %v: %v", d, losses)
	}
}

func TestOnTheFlyNeedsNoViews(t *testing.T) {
	p := small(t) // has two views
	p.Backbone.OnTheFly = true
	_, err := New(context.Background(), p, t.TempDir()).Train("base", nil)
	oneLine(t, err, "set backbone.views to 1")
}
