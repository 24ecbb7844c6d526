package figures

import (
	"image/color"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Widths for papers: one column and a whole page of text.
const (
	Column = 3.35 * vg.Inch
	Page   = 6.9 * vg.Inch
)

// Sizes of type.
const (
	titleSize = 9.5
	labelSize = 8.5
	smallSize = 7.5
	tinySize  = 6.5
)

// Okabe and Ito's palette (2008, "Color Universal Design"), black aside, ordered
// so that the first few also differ in lightness.
var palette = []color.RGBA{
	{0x00, 0x72, 0xB2, 0xff}, // blue
	{0xD5, 0x5E, 0x00, 0xff}, // vermilion
	{0x00, 0x9E, 0x73, 0xff}, // green
	{0xCC, 0x79, 0xA7, 0xff}, // purple
	{0xE6, 0x9F, 0x00, 0xff}, // orange
	{0x56, 0xB4, 0xE9, 0xff}, // sky
	{0x8C, 0x6D, 0x31, 0xff}, // brown, in place of a yellow too light for lines
	{0x55, 0x55, 0x55, 0xff}, // grey
}

// dashes and glyphs repeat what colour says.
var (
	dashes = [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {6, 2, 1.5, 2}, {9, 2}, {3, 1}, {1, 2.5}, {6, 1.5, 1.5, 1.5, 1.5, 1.5}}
	glyphs = []draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, diamondGlyph{}, // filled
		draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, // open
	}
)

var (
	ink     = color.RGBA{0x22, 0x22, 0x22, 0xff} // text
	axisInk = color.RGBA{0x66, 0x66, 0x66, 0xff}
	gridInk = color.RGBA{0xE6, 0xE6, 0xE6, 0xff}
	faint   = color.RGBA{0xF4, 0xF6, 0xF8, 0xff} // panels and boxes
	right   = palette[0]                         // what is true or right
	wrong   = palette[1]
	unknown = color.RGBA{0xB0, 0xB0, 0xB0, 0xff} // Omega
)

// Color returns the i-th colour of the palette, which repeats.
func Color(i int) color.Color { return palette[i%len(palette)] }

// tint mixes a colour with white; share 1 leaves it as it is.
func tint(c color.RGBA, share float64) color.RGBA {
	mix := func(v uint8) uint8 { return uint8(255 - share*float64(255-v) + 0.5) }
	return color.RGBA{mix(c.R), mix(c.G), mix(c.B), 0xff}
}

// ramp is the sequence of the heat maps, from white to dark blue. Its lightness
// falls steadily, so it reads in grey.
func ramp(share float64) color.RGBA {
	stops := []color.RGBA{
		{0xFF, 0xFF, 0xFF, 0xff}, {0xD8, 0xE6, 0xF3, 0xff}, {0x9F, 0xC5, 0xE3, 0xff},
		{0x54, 0x9B, 0xCE, 0xff}, {0x1B, 0x67, 0xAA, 0xff}, {0x08, 0x30, 0x6B, 0xff},
	}
	position := min(max(share, 0), 1) * float64(len(stops)-1)
	i := min(int(position), len(stops)-2)
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + (position-float64(i))*(float64(b)-float64(a)) + 0.5) }
	a, b := stops[i], stops[i+1]
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// inkOn returns the text colour that is legible on a background of the ramp.
func inkOn(share float64) color.Color {
	if share > 0.55 {
		return color.White
	}
	return ink
}

// sans returns a style for upright text whose point of reference is its lower
// left corner.
func sans(size vg.Length) text.Style {
	return text.Style{
		Color:   ink,
		Font:    font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size),
		XAlign:  draw.XLeft,
		YAlign:  draw.YBottom,
		Handler: plot.DefaultTextHandler,
	}
}

func bold(size vg.Length) text.Style {
	s := sans(size)
	s.Font.Weight = stdfont.WeightBold
	return s
}

func aligned(s text.Style, x draw.XAlignment, y draw.YAlignment) text.Style {
	s.XAlign, s.YAlign = x, y
	return s
}

func colored(s text.Style, c color.Color) text.Style {
	s.Color = c
	return s
}

// write draws a text. The canvas centres a line's whole height, descenders
// included, on the point; to the eye that is too low.
func write(c draw.Canvas, s text.Style, at vg.Point, txt string) {
	if s.YAlign == draw.YCenter && s.Rotation == 0 {
		at.Y += 0.7 * s.FontExtents().Descent
	}
	c.FillText(s, at, txt)
}

func stroke(c color.Color, width vg.Length, dash ...vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width, Dashes: dash}
}

// newPlot returns an empty plot in the package's style, without a grid.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.TextStyle = aligned(bold(titleSize), draw.XCenter, draw.YTop)
	p.Title.Padding = 4
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.LineStyle = stroke(axisInk, 0.6)
		axis.Tick.LineStyle = stroke(axisInk, 0.6)
		axis.Tick.Length = 2.5
		axis.Padding = 0
		axis.Label.Padding = 3
		axis.Label.TextStyle = aligned(sans(labelSize), draw.XCenter, draw.YBottom)
		axis.Tick.Marker = plainTicks{}
	}
	p.X.Tick.Label = aligned(sans(smallSize), draw.XCenter, draw.YTop)
	p.Y.Tick.Label = aligned(sans(smallSize), draw.XRight, draw.YCenter)
	return p
}

// newGridPlot is newPlot with light lines at the ticks.
func newGridPlot(title, x, y string) *plot.Plot {
	p := newPlot(title, x, y)
	grid := plotter.NewGrid()
	grid.Horizontal = stroke(gridInk, 0.5)
	grid.Vertical = stroke(gridInk, 0.5)
	p.Add(grid)
	return p
}

// bare hides both axes.
func bare(p *plot.Plot) *plot.Plot {
	p.HideAxes()
	return p
}

// within fixes the range of an axis.
func within(axis *plot.Axis, low, high float64) { axis.Min, axis.Max = low, high }

// diamondGlyph is a filled square on its corner.
type diamondGlyph struct{}

func (diamondGlyph) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, pt vg.Point) {
	r := sty.Radius * 1.2
	var p vg.Path
	p.Move(vg.Point{X: pt.X, Y: pt.Y - r})
	p.Line(vg.Point{X: pt.X + r, Y: pt.Y})
	p.Line(vg.Point{X: pt.X, Y: pt.Y + r})
	p.Line(vg.Point{X: pt.X - r, Y: pt.Y})
	p.Close()
	c.SetColor(sty.Color)
	c.Fill(p)
}
