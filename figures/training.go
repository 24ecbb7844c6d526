package figures

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Run is the log of one training: values by quantity and epoch.
type Run struct {
	Name       string
	Train, Val map[string][]float64 // a quantity may be missing in either
	Best       int                  // the epoch that was kept, counted from 0; -1: not shown
}

// Training draws a panel a quantity over the epochs, columns of them side by side:
// validation as solid lines, training as dashed ones, a colour and a marker a run,
// and a larger marker at the epoch that was kept.
func Training(quantities []string, columns int, runs ...Run) *Panels {
	figure := &Panels{}
	for i, run := range runs {
		figure.legend = append(figure.legend, key{run.Name, sample{line: validationLine(Color(i)), glyph: marker(i, 2)}})
	}
	figure.legend = append(figure.legend,
		key{"validation", sample{line: validationLine(ink)}}, key{"training", sample{line: trainingLine(ink)}})

	for k, quantity := range quantities {
		if k%columns == 0 {
			figure.plots = append(figure.plots, make([]*plot.Plot, columns))
		}
		x := ""
		if k+columns >= len(quantities) { // nothing stands below
			x = "epoch"
		}
		p := newGridPlot(quantity, x, "")
		addRuns(p, quantity, runs)
		scale(p, Axes{})
		figure.plots[k/columns][k%columns] = p
	}
	return figure
}

func validationLine(c color.Color) draw.LineStyle { return stroke(c, 1.3) }
func trainingLine(c color.Color) draw.LineStyle   { return stroke(c, 0.9, 3, 2) }

func addRuns(p *plot.Plot, quantity string, runs []Run) {
	for i, run := range runs {
		for _, points := range finiteRuns(overEpochs("", run.Train[quantity]), Axes{}) {
			addLine(p, points, trainingLine(Color(i)))
		}
		for _, points := range finiteRuns(overEpochs("", run.Val[quantity]), Axes{}) {
			addLine(p, points, validationLine(Color(i)))
			p.Add(&plotter.Scatter{XYs: some(points, i), GlyphStyle: marker(i, 1.7)})
		}
		if best := run.Val[quantity]; run.Best >= 0 && run.Best < len(best) {
			kept := plotter.XYs{{X: float64(run.Best + 1), Y: best[run.Best]}}
			p.Add(&plotter.Scatter{XYs: kept, GlyphStyle: marker(i, 3.2)})
		}
	}
}

func marker(i int, radius vg.Length) draw.GlyphStyle {
	return draw.GlyphStyle{Color: Color(i), Radius: radius, Shape: glyphs[i%len(glyphs)]}
}

// some picks about four points of the i-th run, not the same as of its neighbours.
func some(points plotter.XYs, i int) plotter.XYs {
	every := 1 + len(points)/4
	var picked plotter.XYs
	for k := i * every / 3 % every; k < len(points); k += every {
		picked = append(picked, points[k])
	}
	return picked
}
