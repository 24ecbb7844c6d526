package figures

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot"
)

// ranged fails the test unless an axis has the given range.
func ranged(t *testing.T, what string, axis plot.Axis, low, high float64) {
	t.Helper()
	if math.Abs(axis.Min-low) > 1e-9 || math.Abs(axis.Max-high) > 1e-9 {
		t.Errorf("%s runs from %v to %v, want %v to %v", what, axis.Min, axis.Max, low, high)
	}
}

func TestMemberships(t *testing.T) {
	figure := demoMemberships()
	p := figure.plots[0][0]
	ranged(t, "mass", p.X, 0, 1)
	ranged(t, "membership", p.Y, 0, 1.02)
	r := record(figure, Column, 0)
	for i := range 3 {
		if n := r.lines(Color(i)); n != 1 {
			t.Errorf("curve %d is drawn %d times", i, n)
		}
	}
	r.mustSay(t, "mass m(B)", "triangular (0, 1, 1)")
}

func TestTNorms(t *testing.T) {
	figure := demoTNorms()
	r := record(figure, Page, 0)
	if len(r.images) != 4 { // three surfaces and the colour bar
		t.Errorf("%d images, want 4", len(r.images))
	}
	for _, level := range []string{"0.2", "0.4", "0.6", "0.8"} {
		// Three surfaces, on each the level line and the ticks of two axes; the bar.
		if n := r.says(level); n != 3*3+1 {
			t.Errorf("%q is written %d times, want 10", level, n)
		}
	}
}

// TestLevelLines checks that the lines lie where the function has their level.
func TestLevelLines(t *testing.T) {
	product := Surface{"product", func(a, b float64) float64 { return a * b }}
	for _, line := range levelLines(product).(contour) {
		if len(line.points) < 10 {
			t.Fatalf("level %v has %d points", line.level, len(line.points))
		}
		for _, q := range line.points[1:] { // the first is put at the edge
			if math.Abs(q.X*q.Y-line.level) > 1e-9 {
				t.Fatalf("at (%v, %v) the product is %v, not %v", q.X, q.Y, q.X*q.Y, line.level)
			}
		}
	}
}

func TestLinesLeaveGaps(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	s := Series{"s", []float64{1, 2, 3, 4, 5, 6, 7}, []float64{1, 2, nan, 4, -1, inf, 7}}
	if runs := finiteRuns(s, Axes{}); len(runs) != 3 || len(runs[0]) != 2 || len(runs[1]) != 2 || len(runs[2]) != 1 {
		t.Errorf("linear axis: %v", runs)
	}
	if runs := finiteRuns(s, Axes{LogY: true}); len(runs) != 3 || len(runs[1]) != 1 {
		t.Errorf("logarithmic axis: %v", runs)
	}
	figure := Lines(Axes{X: "x", Y: "y", LogY: true}, s)
	ranged(t, "y", figure.plots[0][0].Y, 1, 10)
	if len(figure.legend) != 0 {
		t.Error("a single series has a legend")
	}
	if _, err := PNG(Lines(Axes{LogX: true, LogY: true}, Series{"empty", []float64{1}, []float64{nan}}), Column, 0); err != nil {
		t.Error(err)
	}
	defer func() {
		if got := recover(); got != "figures: length mismatch" {
			t.Errorf("panic %v", got)
		}
	}()
	Lines(Axes{}, Series{"short", []float64{1, 2}, []float64{1}})
}

func TestCoefficients(t *testing.T) {
	figure := demoCoefficients()
	p := figure.plots[0][0]
	if _, logarithmic := p.Y.Scale.(plot.LogScale); !logarithmic {
		t.Error("coefficients are not on a logarithmic axis")
	}
	ranged(t, "epoch", p.X, 1, 20)
	ranged(t, "coefficient", p.Y, 1e-4, 1)
	record(figure, Column, 0).mustSay(t, "1e-4", "0.001", "1", "γ (consistency)")
}

func TestTraining(t *testing.T) {
	figure := demoTraining()
	if len(figure.plots) != 2 || len(figure.plots[0]) != 3 {
		t.Fatalf("%d rows of %d panels, want 2 of 3", len(figure.plots), len(figure.plots[0]))
	}
	r := record(figure, Page, 0)
	for run, want := range []int{4*2 + 1, 5*2 + 1, 5*2 + 1} { // the base has no consistency; the rate is one line
		if n := r.lines(Color(run)); n != want {
			t.Errorf("run %d has %d lines, want %d", run, n, want)
		}
	}
	dashed := 0
	for _, s := range r.strokes {
		if s.dashed && s.points > 2 {
			dashed++
		}
	}
	if want := 4 + 5 + 5; dashed != want {
		t.Errorf("%d dashed lines for training, want %d", dashed, want)
	}
	r.mustSay(t, "total loss", "learning rate", "validation", "training", "NeSy")
	if n := r.says("epoch"); n != 3 {
		t.Errorf("\"epoch\" is written %d times, want once a column", n)
	}
}

func TestTradeoff(t *testing.T) {
	r := record(demoTradeoff(), Column*1.3, 0)
	r.mustSay(t, "base", "RS-NN", "RS-NN, eq. 3", "γ = 0.01", "γ = 1", "fine accuracy", "logical consistency")
	kind := func(c color.Color) int { return r.filled(c) - 1 } // one in the legend
	if kind(Color(0)) != 1 || kind(Color(1)) != 2 || kind(Color(2)) != 5 {
		t.Errorf("%d, %d and %d points, want 1, 2 and 5", kind(Color(0)), kind(Color(1)), kind(Color(2)))
	}
}
