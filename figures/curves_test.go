package figures

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
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

	measure := ruler(figure, 0, 0, Column)
	for i, lowest := range []float64{math.Exp(-1 / 0.32), 0, 0} { // at mass 0; all are 1 at mass 1
		if got := measure(r.curves(Color(i))[0]); !got.near(extent{0, 1, lowest, 1}) {
			t.Errorf("curve %d runs over %+v, want from %v to 1", i, got, lowest)
		}
	}
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

// TestSurfaceImage: the first argument runs to the right, the second upwards.
func TestSurfaceImage(t *testing.T) {
	high := Surface{"only where a is great and b small", func(a, b float64) float64 {
		if a > 0.5 && b < 0.5 {
			return 1
		}
		return 0
	}}
	c := new(recorder.Canvas)
	p := newPlot("", "", "")
	within(&p.X, 0, 1)
	within(&p.Y, 0, 1)
	surfaceImage(high).Plot(draw.NewCanvas(c, 100, 100), p)
	img := c.Actions[len(c.Actions)-1].(*recorder.DrawImage).Image
	side := img.Bounds().Dx()
	for _, corner := range []struct {
		x, y int
		want color.Color
	}{{0, 0, ramp(0)}, {side - 1, 0, ramp(0)}, {0, side - 1, ramp(0)}, {side - 1, side - 1, ramp(1)}} { // y downwards
		if got := img.At(corner.x, corner.y); got != corner.want {
			t.Errorf("pixel %d, %d is %v, want %v", corner.x, corner.y, got, corner.want)
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
	for k, quantity := range []string{"total loss", "cross-entropy", "consistency loss", "fine accuracy", "coarse accuracy", "learning rate"} {
		if title := figure.plots[k/3][k%3].Title.Text; title != quantity {
			t.Errorf("panel %d is of %q, want %q", k, title, quantity)
		}
	}
	if rates := figure.plots[1][2]; rates.Y.Min < 0 || rates.Y.Max > 2.2e-4 {
		t.Errorf("learning rates of 2e-4 at most are drawn over %v to %v", rates.Y.Min, rates.Y.Max)
	}
	if n := r.says("epoch"); n != 3 {
		t.Errorf("\"epoch\" is written %d times, want once a column", n)
	}
}

// TestTrainingDrawsTheValues of one short run, and marks the epoch that was kept.
func TestTrainingDrawsTheValues(t *testing.T) {
	figure := Training([]string{"loss"}, 1, Run{
		Name: "run", Best: 1,
		Train: map[string][]float64{"loss": {4, 2, 1}}, Val: map[string][]float64{"loss": {5, 3, 3.5}},
	})
	r, measure := record(figure, Column, 0), ruler(figure, 0, 0, Column)
	training, validation := measure(r.curves(Color(0))[0]), measure(r.curves(Color(0))[1])
	if want := (extent{1, 3, 1, 4}); !training.near(want) {
		t.Errorf("training runs over %+v, want %+v", training, want)
	}
	if want := (extent{1, 3, 3, 5}); !validation.near(want) {
		t.Errorf("validation runs over %+v, want %+v", validation, want)
	}
	largest := vg.Rectangle{}
	for _, glyph := range r.of(Color(0)) {
		if glyph.Size().X > largest.Size().X {
			largest = glyph
		}
	}
	kept := measure(vg.Rectangle{Min: center(largest), Max: center(largest)})
	if want := (extent{2, 2, 3, 3}); !kept.near(want) {
		t.Errorf("the kept epoch is marked at %+v, want %+v", kept, want)
	}
}

func center(r vg.Rectangle) vg.Point {
	return vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
}

func TestTradeoff(t *testing.T) {
	point := Tradeoff(Axes{X: "x", Y: "y"}, Result{"a", 1, 10, "k"}, Result{"b", 3, 20, "k"})
	measure := ruler(point, 0, 0, Column)
	for i, glyph := range record(point, Column, 0).of(Color(0)) {
		at := measure(vg.Rectangle{Min: center(glyph), Max: center(glyph)})
		if want := []extent{{1, 1, 10, 10}, {3, 3, 20, 20}}[i]; !at.near(want) {
			t.Errorf("point %d is at %+v, want %+v", i, at, want)
		}
	}

	r := record(demoTradeoff(), Column*1.3, 0)
	r.mustSay(t, "base", "RS-NN", "RS-NN, eq. 3", "γ = 0.01", "γ = 1", "fine accuracy", "logical consistency")
	kind := func(c color.Color) int { return r.filled(c) - 1 } // one in the legend
	if kind(Color(0)) != 1 || kind(Color(1)) != 2 || kind(Color(2)) != 5 {
		t.Errorf("%d, %d and %d points, want 1, 2 and 5", kind(Color(0)), kind(Color(1)), kind(Color(2)))
	}
}
