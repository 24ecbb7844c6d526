package figures

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// outlines draws closed curves, filled where there is a colour.
type outlines struct {
	list  []plotter.XYs
	style draw.LineStyle
	fill  color.Color
}

func (o outlines) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, curve := range o.list {
		line := make([]vg.Point, len(curve))
		for i, q := range curve {
			line[i] = vg.Point{X: x(q.X), Y: y(q.Y)}
		}
		if o.fill != nil {
			c.FillPolygon(o.fill, c.ClipPolygonXY(line))
		}
		if o.style.Width > 0 {
			c.StrokeLines(o.style, c.ClipLinesXY(line)...)
		}
	}
}

// DataRange implements plot.DataRanger.
func (o outlines) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, curve := range o.list {
		x0, x1, y0, y1 := plotter.XYRange(curve)
		xmin, xmax, ymin, ymax = min(xmin, x0), max(xmax, x1), min(ymin, y0), max(ymax, y1)
	}
	return xmin, xmax, ymin, ymax
}

// moments returns the mean and covariance of points in the plane.
func moments(points [][]float64) (mean []float64, covariance [][]float64) {
	n := float64(len(points))
	mean, covariance = make([]float64, 2), [][]float64{make([]float64, 2), make([]float64, 2)}
	for _, p := range points {
		for j := range mean {
			mean[j] += p[j] / n
		}
	}
	for _, p := range points {
		for j := range mean {
			for k := range mean {
				covariance[j][k] += (p[j] - mean[j]) * (p[k] - mean[k]) / n
			}
		}
	}
	return mean, covariance
}

// ellipse outlines a Gaussian in the plane at some standard deviations from its mean,
// by the eigenvectors of the covariance.
func ellipse(mean []float64, covariance [][]float64, deviations float64) plotter.XYs {
	xx, xy, yy := covariance[0][0], covariance[0][1], covariance[1][1]
	angle := 0.5 * math.Atan2(2*xy, xx-yy)
	root := math.Hypot((xx-yy)/2, xy)
	major := deviations * math.Sqrt((xx+yy)/2+root)
	minor := deviations * math.Sqrt(math.Max(0, (xx+yy)/2-root))
	var curve plotter.XYs
	const steps = 48
	for k := range steps + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / steps)
		u, v := major*cos, minor*sin
		curve = append(curve, plotter.XY{
			X: mean[0] + u*math.Cos(angle) - v*math.Sin(angle),
			Y: mean[1] + u*math.Sin(angle) + v*math.Cos(angle),
		})
	}
	return curve
}
