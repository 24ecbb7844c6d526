package figures

import (
	"math"
	"testing"
)

func demoDifferences() *Panels {
	row := func(group, name string, fine, coarse float64) DifferenceRow {
		return DifferenceRow{Name: name, Group: group, By: []Interval{{fine, fine - 0.6, fine + 0.6}, {coarse, coarse - 0.4, coarse + 0.4}}}
	}
	return Differences([]string{"fine accuracy", "coarse accuracy"}, "percentage points",
		row("focal sets", "none", 1.1, 0.2), row("focal sets", "at most 10", 0.9, -0.1), row("focal sets", "of 400 clusters", -0.8, 0.3),
		row("width", "128", -2.2, -1.5), row("width", "1024", 0.4, 0.6),
		row("specificity exponents", "0 and 0", -0.1, 0))
}

func TestDifferences(t *testing.T) {
	figure := demoDifferences()
	p := figure.plots[0][0]
	// From -2.2 - 0.6 to 1.1 + 0.6, and a twentieth on both sides.
	ranged(t, "fine differences", p.X, -2.8-0.225, 1.7+0.225)
	// Six rows and three names of groups.
	ranged(t, "rows", p.Y, -0.5, 8.5)
	r := record(figure, Page, 0)
	r.mustSay(t, "none", "width", "specificity exponents", "percentage points", "fine accuracy", "interval leaves out 0")
	if n := r.says("1024"); n != 1 {
		t.Errorf("a row is named %d times, want once for both panels", n)
	}
	// Filled dots: fine 1.1, 0.9, -0.8 and -2.2, coarse -1.5 and 0.6; one in the legend.
	if n := r.filled(palette[0]); n != 6+1 {
		t.Errorf("%d filled dots, want 7", n)
	}
	// The others are hidden inside: fine two, coarse four, and the legend's.
	if n := r.filled(faint); n != 6+1 {
		t.Errorf("%d open dots, want 7", n)
	}
	if n := r.filled(gridInk); n != 2*3 {
		t.Errorf("%d shaded lines, want one a group and panel", n)
	}
}

func demoStacked() *Panels {
	sets := []float64{0, 10, 30, 60, 98, 180, 340}
	curve := func(name string, from, by float64) Series {
		s := Series{Name: name, X: sets}
		for _, n := range sets {
			s.Y = append(s.Y, from+by*math.Sqrt(n/340))
		}
		return s
	}
	return Stacked("focal sets beside the singletons",
		Panel{"accuracy", []Series{curve("fine", 0.41, -0.02), curve("coarse", 0.56, -0.01)}},
		Panel{"ECE", []Series{curve("fine", 0.05, 0.02), curve("coarse", 0.12, 0.03)}},
		Panel{"coverage without Ω", []Series{curve("fine", 0.5, 0.2), curve("coarse", 0.7, 0.2)}})
}

func TestStacked(t *testing.T) {
	figure := demoStacked()
	if len(figure.plots) != 3 || len(figure.plots[0]) != 1 {
		t.Fatalf("%d rows of %d panels, want 3 of 1", len(figure.plots), len(figure.plots[0]))
	}
	for _, row := range figure.plots {
		ranged(t, "sets", row[0].X, -8.5, 348.5)
	}
	if len(figure.legend) != 2 {
		t.Errorf("%d keys, want fine and coarse once", len(figure.legend))
	}
	r := record(figure, Column*1.3, 0)
	if n := r.says("100"); n != 1 {
		t.Errorf("the shared axis is labelled %d times", n)
	}
	r.mustSay(t, "focal sets beside the singletons", "accuracy", "ECE", "coverage without Ω", "coarse")
	for i := range 2 {
		if n := r.lines(Color(i)); n < 3 {
			t.Errorf("series %d is drawn %d times, want once a panel", i, n)
		}
	}
}
