package figures

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// Series is a named sequence of points.
type Series struct {
	Name string
	X, Y []float64
}

// Axes names what a line plot shows, with units, and its scales.
type Axes struct {
	Title, X, Y string
	LogX, LogY  bool
}

// Lines draws series over common axes: the consistency against the mass of a set,
// or against the membership's sigma. Points are marked where they are few. Values
// that are not finite, or not positive on a logarithmic axis, leave a gap.
func Lines(axes Axes, series ...Series) *Panels {
	p := newGridPlot("", axes.X, axes.Y)
	var keys []key
	for i, s := range series {
		keys = append(keys, key{s.Name, addSeries(p, i, s, axes)})
	}
	scale(p, axes)
	if len(keys) == 1 {
		keys = nil
	}
	return &Panels{plots: [][]*plot.Plot{{p}}, Title: axes.Title, legend: keys, aspect: 0.68}
}

// Coefficients draws the loss's learnt coefficients over the epochs, which start
// at 1, on a logarithmic axis.
func Coefficients(names []string, values [][]float64) *Panels {
	var series []Series
	for i, name := range names {
		series = append(series, overEpochs(name, values[i]))
	}
	return Lines(Axes{X: "epoch", Y: "coefficient", LogY: true}, series...)
}

func overEpochs(name string, values []float64) Series {
	s := Series{Name: name, Y: values}
	for e := range values {
		s.X = append(s.X, float64(e+1))
	}
	return s
}

// addSeries draws the i-th series and returns its sample for the legend.
func addSeries(p *plot.Plot, i int, s Series, axes Axes) sample {
	thumb := sample{
		line: stroke(Color(i), 1.4, dashes[i%len(dashes)]...),
	}
	if len(s.X) <= 12 {
		thumb.glyph = marker(i, 2.4)
	}
	for _, run := range finiteRuns(s, axes) {
		addLine(p, run, thumb.line)
		if thumb.glyph.Shape != nil {
			p.Add(&plotter.Scatter{XYs: run, GlyphStyle: thumb.glyph})
		}
	}
	return thumb
}

func addLine(p *plot.Plot, points plotter.XYs, style draw.LineStyle) {
	p.Add(&plotter.Line{XYs: points, LineStyle: style})
}

// finiteRuns cuts a series where a value cannot be drawn.
func finiteRuns(s Series, axes Axes) []plotter.XYs {
	if len(s.X) != len(s.Y) {
		panic("figures: length mismatch")
	}
	drawable := func(v float64, log bool) bool {
		return !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0)
	}
	var runs []plotter.XYs
	open := false
	for i := range s.X {
		if !drawable(s.X[i], axes.LogX) || !drawable(s.Y[i], axes.LogY) {
			open = false
			continue
		}
		if !open {
			runs, open = append(runs, nil), true
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], plotter.XY{X: s.X[i], Y: s.Y[i]})
	}
	return runs
}

// scale makes the axes logarithmic where asked, and gives the others air.
func scale(p *plot.Plot, axes Axes) {
	if math.IsInf(p.X.Min, 0) { // nothing could be drawn
		within(&p.X, 1, 2)
		within(&p.Y, 1, 2)
	}
	if axes.LogX {
		logarithmic(&p.X)
	}
	if axes.LogY {
		logarithmic(&p.Y)
	} else {
		air(&p.Y)
	}
}

// air widens a range by a twentieth on both sides, but not over zero, which is
// often where an axis should end.
func air(axis *plot.Axis) {
	low, high := axis.Min, axis.Max
	if low > high { // nothing is drawn
		return
	}
	margin := (high - low) / 20
	if margin == 0 {
		margin = math.Max(math.Abs(high)/10, 1e-3)
	}
	axis.Min, axis.Max = low-margin, high+margin
	if low >= 0 && axis.Min < 0 {
		axis.Min = 0
	}
}
