package figures

import "gonum.org/v1/plot"

// Curve is a named function of one number.
type Curve struct {
	Name string
	Of   func(float64) float64
}

// Memberships draws membership functions over the masses they take, [0, 1].
func Memberships(curves ...Curve) *Panels {
	const steps = 400
	var series []Series
	for _, curve := range curves {
		s := Series{Name: curve.Name}
		for k := range steps + 1 {
			x := float64(k) / steps
			s.X, s.Y = append(s.X, x), append(s.Y, curve.Of(x))
		}
		series = append(series, s)
	}
	figure := Lines(Axes{X: "mass m(B)", Y: "membership μ(m(B))"}, series...)
	unit(figure.plots[0][0])
	return figure
}

// unit gives a plot the ranges [0, 1] and a hair more above, for lines at 1.
func unit(p *plot.Plot) {
	within(&p.X, 0, 1)
	within(&p.Y, 0, 1.02)
}
