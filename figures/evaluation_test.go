package figures

import (
	"math"
	"testing"
)

func TestReliability(t *testing.T) {
	figure := Reliability(Calibration{"model", 0.125, []Bin{
		{0, 0.25, 0, 0, 0},
		{0.25, 0.5, 10, 0.4, 0.2}, // too sure
		{0.5, 0.75, 10, 0.6, 0.7}, // too unsure
		{0.75, 1, 20, 1, 0.9},     // too sure
	}})
	diagram, counts := figure.plots[0][0], figure.plots[1][0]
	for _, axis := range []struct{ low, high float64 }{{diagram.X.Min, diagram.X.Max}, {diagram.Y.Min, diagram.Y.Max}, {counts.X.Min, counts.X.Max}} {
		if axis.low != 0 || axis.high != 1 {
			t.Errorf("an axis runs from %v to %v", axis.low, axis.high)
		}
	}
	if counts.Y.Max < 0.5 || counts.Y.Max > 0.6 {
		t.Errorf("the shares' axis ends at %v; the greatest share is 0.5", counts.Y.Max)
	}
	r := record(figure, Column, 0)
	if n := r.filled(right) - 1; n != 3 { // and a swatch each
		t.Errorf("%d bars, want 3: an empty bin draws none", n)
	}
	if n := r.filled(overfill) - 1; n != 2 {
		t.Errorf("%d gaps of too sure bins, want 2", n)
	}
	if n := r.filled(underfill) - 1; n != 1 {
		t.Errorf("%d gaps of too unsure bins, want 1", n)
	}
	if n := r.filled(unknown); n != 3 {
		t.Errorf("%d bars of shares, want 3", n)
	}
	r.mustSay(t, "model, ECE 0.125", "confidence", "accuracy", "share")
}

func TestAccuracyBars(t *testing.T) {
	bars := accuracyBars([]Bin{{0.5, 0.75, 10, 0.6, 0.7}}).list
	if bars[0].ymin != 0 || bars[0].ymax != 0.6 || bars[1].ymin != 0.6 || bars[1].ymax != 0.7 {
		t.Errorf("bar from %v to %v, gap from %v to %v", bars[0].ymin, bars[0].ymax, bars[1].ymin, bars[1].ymax)
	}
	if bars[0].xmin != 0.5 || bars[0].xmax != 0.75 {
		t.Errorf("the bar spans %v to %v", bars[0].xmin, bars[0].xmax)
	}
}

func TestRightWrong(t *testing.T) {
	figure := RightWrong(Uncertainty{"entropy", "nats", []float64{0, 0.1, 0.1, 0.2}, []float64{1, 2}})
	p := figure.plots[0][0]
	ranged(t, "entropy", p.X, 0, 2)
	if p.Y.Min != 0 || p.Y.Max < 0.5 {
		t.Errorf("shares run from %v to %v", p.Y.Min, p.Y.Max)
	}
	r := record(figure, Column, 0)
	r.mustSay(t, "entropy (4 right, 2 wrong)", "nats", "right", "wrong")
	if n := r.lines(wrong); n != 1 {
		t.Errorf("%d outlines of the wrong predictions", n)
	}
	measure := ruler(figure, 0, 0, Column)
	if got := measure(r.curves(wrong)[0]); !got.near(extent{0, 2, 0, 0.5}) {
		t.Errorf("the wrong predictions' outline runs over %+v, want half at most", got)
	}
	bars := r.of(tint(right, 0.55))[1:] // after the swatch
	if got := measure(bars[0]); !got.near(extent{0, 2. / 24, 0, 0.25}) {
		t.Errorf("the first bar is %+v, want one of four predictions", got)
	}
	if got := measure(bars[1]); !got.near(extent{2. / 24, 4. / 24, 0, 0.5}) {
		t.Errorf("the second bar is %+v, want two of four predictions", got)
	}
	for _, empty := range [][]float64{nil, {0.5}} {
		if _, err := PNG(RightWrong(Uncertainty{"", "nats", empty, nil}), Column, 0); err != nil {
			t.Error(err)
		}
	}
}

func TestHistogram(t *testing.T) {
	got := histogram([]float64{0, 0.4, 0.5, 1}, 0, 0.5, 2)
	if got[0] != 0.5 || got[1] != 0.5 { // the upper edge belongs to the last bin
		t.Errorf("shares %v, want half and half", got)
	}
}

func TestConfusion(t *testing.T) {
	r := record(Confusion([][]int{{3, 1}, {0, 0}}, []string{"cat", "dog"}), Column, 0)
	r.mustSay(t, "0.75", "0.25", "true", "predicted")
	if n := r.says("cat"); n != 2 {
		t.Errorf("a label is written %d times, want 2", n)
	}
	if n := r.says("0.00"); n != 2 { // a label that never occurs has a row of zeros
		t.Errorf("%d zeros, want 2", n)
	}
	if n := r.filled(ramp(0.75)); n != 1 {
		t.Errorf("%d cells of share 0.75", n)
	}
	// The first row is on top and the first column on the left.
	at := map[string][2]float64{}
	for _, text := range r.texts {
		at[text.text] = [2]float64{float64(text.area.Min.X), float64(text.area.Min.Y)}
	}
	if !(at["0.75"][0] < at["0.25"][0] && at["0.75"][1] > at["0.00"][1]) {
		t.Errorf("cells stand at %v", at)
	}
}

func TestThresholds(t *testing.T) {
	figure := Thresholds(Grid{"accuracy", []float64{0.4, 0.6}, []float64{0.4, 0.5, 0.6}, [][]float64{{0.1, 0.2, 0.3}, {0.4, 0.5, 0.5}}})
	r, measure := record(figure, Page, 0), ruler(figure, 0, 0, Page)
	for k, want := range []extent{{0.5, 1.5, -0.5, 0.5}, {1.5, 2.5, -0.5, 0.5}} { // the greatest: bottom row, coarse 0.5 and 0.6
		if got := measure(r.of(ramp(1))[k]); math.Abs(got.xmin-want.xmin) > 0.02 || math.Abs(got.ymax-want.ymax) > 0.02 {
			t.Errorf("darkest cell %d is %+v, want %+v", k, got, want)
		}
	}
	r.mustSay(t, "0.1000", "0.4000", "accuracy", "fine threshold τᶠ", "coarse threshold τᶜ")
	if n := r.filled(ramp(1)); n != 2 {
		t.Errorf("%d darkest cells, want the two greatest values", n)
	}
	if n := r.filled(ramp(0.12 / 0.52)); n != 1 { // the range is widened by 0.3 of itself downwards, so that no cell is white
		t.Errorf("%d lightest cells, want the least value", n)
	}
	if bottom := figure.plots[0][0].Y.Tick.Marker.Ticks(-0.5, 1.5)[0].Label; bottom != "0.6" {
		t.Errorf("the lowest row is of the fine threshold %s, want 0.6", bottom)
	}
	// All equal: no range to colour.
	if _, err := PNG(Thresholds(Grid{"flat", []float64{0.5}, []float64{0.5}, [][]float64{{1}}}), Column, 0); err != nil {
		t.Error(err)
	}
}

func TestPlainTicks(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      []string
	}{
		{0, 1, []string{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{-3, 9, []string{"-2", "0", "2", "4", "6", "8"}},
		{0.74, 0.92, []string{"0.75", "0.80", "0.85", "0.90"}},
		{0, 2e-4, []string{"0", "5e-5", "1e-4", "1.5e-4", "2e-4"}},
		{0, 192, []string{"0", "50", "100", "150"}},
	} {
		var got []string
		for _, tick := range (plainTicks{}).Ticks(test.low, test.high) {
			got = append(got, tick.Label)
		}
		if len(got) != len(test.want) {
			t.Errorf("[%v, %v]: %v, want %v", test.low, test.high, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("[%v, %v]: %v, want %v", test.low, test.high, got, test.want)
				break
			}
		}
	}
	if ticks := (plainTicks{}).Ticks(2, 2); len(ticks) != 1 {
		t.Errorf("an empty range has %d ticks", len(ticks))
	}
	if ticks := (plainTicks{}).Ticks(0, math.Inf(1)); len(ticks) != 1 {
		t.Errorf("an endless range has %d ticks", len(ticks))
	}
}

func TestDecadeTicks(t *testing.T) {
	labels := 0
	for _, tick := range (decadeTicks{}).Ticks(1e-12, 1e4) {
		if !tick.IsMinor() {
			labels++
		}
	}
	if labels < 4 || labels > 8 {
		t.Errorf("sixteen decades have %d labels", labels)
	}
}
