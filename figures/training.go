package figures

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// Run is the log of one training: values by quantity and epoch.
type Run struct {
	Name       string
	Train, Val map[string][]float64 // a quantity may be missing in either
	Best       int                  // the epoch that was kept, counted from 0; -1: not shown
}

// Training draws a panel a quantity over the epochs: validation as solid lines,
// training as dashed ones, a colour a run, and a dot at the epoch that was kept.
func Training(quantities []string, columns int, runs ...Run) *Panels {
	figure := &Panels{}
	for i, run := range runs {
		figure.legend = append(figure.legend, key{run.Name, sample{line: stroke(Color(i), 1.6)}})
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
		}
		if best := run.Val[quantity]; run.Best >= 0 && run.Best < len(best) {
			p.Add(&plotter.Scatter{
				XYs:        plotter.XYs{{X: float64(run.Best + 1), Y: best[run.Best]}},
				GlyphStyle: draw.GlyphStyle{Color: Color(i), Radius: 2.6, Shape: glyphs[i%len(glyphs)]},
			})
		}
	}
}
