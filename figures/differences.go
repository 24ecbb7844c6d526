package figures

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Interval is an estimate with the ends of its interval.
type Interval struct{ Value, Low, High float64 }

// DifferenceRow is one named thing that is compared with a reference, by one measure
// a panel. Rows of one group stand together under its name, which may be empty.
type DifferenceRow struct {
	Name, Group string
	By          []Interval
}

// Differences is a dot plot of differences from a reference: a dot a row with its
// interval, filled where the interval leaves out 0, and a panel a measure, whose
// names are the titles. unit is that of the differences.
func Differences(measures []string, unit string, rows ...DifferenceRow) *Panels {
	figure := &Panels{plots: [][]*plot.Plot{nil}, legend: []key{
		{"interval leaves out 0", sample{line: differenceLine, glyph: shownDot}},
		{"holds 0", sample{line: differenceLine, glyph: openDot}},
	}}
	lines := differenceLines(rows)
	for k, measure := range measures {
		p := newGridPlot(measure, unit, "")
		p.Add(headings(lines))
		p.Add(rules{{0, -0.5, 0, float64(len(lines)) - 0.5, stroke(axisInk, 0.9, 3, 2)}})
		names := make(nameTicks, len(lines))
		p.X.Min, p.X.Max = 0, 0
		for i, line := range lines {
			y := float64(len(lines) - 1 - i) // from the top
			names[len(lines)-1-i] = line.name
			if line.row == nil {
				continue
			}
			at := line.row.By[k]
			p.X.Min, p.X.Max = math.Min(p.X.Min, at.Low), math.Max(p.X.Max, at.High)
			p.Add(rules{{at.Low, y, at.High, y, differenceLine}})
			dot := openDot
			if at.Low > 0 || at.High < 0 {
				dot = shownDot
			}
			p.Add(&plotter.Scatter{XYs: plotter.XYs{{X: at.Value, Y: y}}, GlyphStyle: dot})
		}
		margin := math.Max((p.X.Max-p.X.Min)/20, 1e-6)
		within(&p.X, p.X.Min-margin, p.X.Max+margin)
		within(&p.Y, -0.5, float64(len(lines))-0.5)
		p.Y.Tick.Marker, p.Y.Tick.Length = names, 0
		if k > 0 {
			p.Y.Tick.Marker = noTicks{}
		}
		figure.plots[0] = append(figure.plots[0], p)
	}
	figure.tall = vg.Length(len(lines))*differenceHeight + 52
	return figure
}

const differenceHeight = 12 // of a line

var (
	differenceLine = stroke(palette[0], 1.2)
	shownDot       = draw.GlyphStyle{Color: palette[0], Radius: 2.8, Shape: draw.CircleGlyph{}}
	openDot        = draw.GlyphStyle{Color: palette[0], Radius: 2.8, Shape: hollowGlyph{}}
)

// lineOfDifferences is a line of the figure: a row, or a group's name.
type lineOfDifferences struct {
	name string
	row  *DifferenceRow
}

func differenceLines(rows []DifferenceRow) []lineOfDifferences {
	var lines []lineOfDifferences
	group := ""
	for i, r := range rows {
		if r.Group != group {
			group = r.Group
			lines = append(lines, lineOfDifferences{name: group})
		}
		lines = append(lines, lineOfDifferences{r.Name, &rows[i]})
	}
	return lines
}

// headings shades the lines of the groups' names.
type headings []lineOfDifferences

func (h headings) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for i, line := range h {
		if line.row == nil {
			at := float64(len(h) - 1 - i)
			c.FillPolygon(gridInk, rectangle(vg.Point{X: c.Min.X, Y: y(at - 0.5)}, vg.Point{X: c.Max.X, Y: y(at + 0.5)}))
		}
	}
}

// hollowGlyph is a ring whose inside hides what it is drawn on.
type hollowGlyph struct{}

func (hollowGlyph) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetColor(faint)
	draw.CircleGlyph{}.DrawGlyph(c, style, at)
	c.SetColor(style.Color)
	draw.RingGlyph{}.DrawGlyph(c, style, at)
}
