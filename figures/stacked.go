package figures

import (
	"math"

	"gonum.org/v1/plot"
)

// Panel is one of several quantities over the same axis.
type Panel struct {
	Y      string // the quantity, with its unit
	Series []Series
}

// Stacked draws panels over one x axis, one below the other, each with its own y
// axis: accuracy, calibration and coverage against the number of focal sets. Series
// of one name share colour and marker in all panels.
func Stacked(x string, panels ...Panel) *Panels {
	figure := &Panels{aspect: 0.35*float64(len(panels)) + 0.12}
	number := map[string]int{}
	low, high := math.Inf(1), math.Inf(-1)
	for i, panel := range panels {
		p := newGridPlot("", "", panel.Y)
		if i == len(panels)-1 {
			p.X.Label.Text = x
		} else {
			p.X.Tick.Marker = unnamed{plainTicks{}}
		}
		for _, s := range panel.Series {
			if _, known := number[s.Name]; !known {
				number[s.Name] = len(number)
				figure.legend = append(figure.legend, key{s.Name, addSeries(p, number[s.Name], s, Axes{})})
				continue
			}
			addSeries(p, number[s.Name], s, Axes{})
		}
		scale(p, Axes{})
		low, high = math.Min(low, p.X.Min), math.Max(high, p.X.Max)
		figure.plots = append(figure.plots, []*plot.Plot{p})
	}
	if len(figure.legend) == 1 {
		figure.legend = nil
	}
	margin := (high - low) / 40
	for _, row := range figure.plots {
		within(&row[0].X, low-margin, high+margin)
	}
	return figure
}

// unnamed are ticks without their labels.
type unnamed struct{ plot.Ticker }

func (u unnamed) Ticks(low, high float64) []plot.Tick {
	ticks := u.Ticker.Ticks(low, high)
	for i := range ticks {
		ticks[i].Label = " " // a tick without a label would count as minor
	}
	return ticks
}
