package experiment

import (
	"testing"

	"nesybook/nesy/decode"
)

// Two images of a rose. The first is confidently a rose, and the coarse level says
// tree against it; the second is doubtful, and the coarse level rightly says flower
// although the fine one says oak.
func TestThresholdsAreChosenByAccuracyAmongTheConsistent(t *testing.T) {
	parents := []int{0, 0, 1} // rose, tulip -> flower; oak -> tree
	p := &Predictions{Images: []int{0, 1}}
	p.Fine.BetP = [][]float64{{0.7, 0.2, 0.1}, {0.3, 0.25, 0.45}}
	p.Coarse.BetP = [][]float64{{0.45, 0.55}, {0.65, 0.35}}
	p.Coarse.Labels = []int{0, 0}

	// Half the images consistent is enough: the rose's parent is restored, the oak's is not.
	got, found := p.ChooseThresholds(parents, 0.5)
	if !found {
		t.Fatal("no thresholds")
	}
	for i, want := range []int{0, 0} {
		if d := decode.Decode(p.Fine.BetP[i], p.Coarse.BetP[i], parents, got); d.Coarse != want {
			t.Errorf("image %d with %v: coarse label %d, want %d", i, got, d.Coarse, want)
		}
	}
	// All consistent costs the second image.
	all, found := p.ChooseThresholds(parents, 1)
	if !found {
		t.Fatal("no thresholds that make all consistent")
	}
	if d := decode.Decode(p.Fine.BetP[1], p.Coarse.BetP[1], parents, all); d.Coarse != 1 {
		t.Errorf("with %v the second image stays inconsistent", all)
	}
	if _, found := p.ChooseThresholds(parents, 1.1); found {
		t.Error("found thresholds beyond full consistency")
	}
}
