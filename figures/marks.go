package figures

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// box is a rectangle in data coordinates: a bar, a cell, a band.
type box struct {
	xmin, xmax, ymin, ymax float64
	fill                   color.Color
	outline                draw.LineStyle
}

// boxes draws rectangles. With bleed it enlarges them by a hair, so that cells
// that share an edge leave no seam.
type boxes struct {
	list  []box
	bleed vg.Length
}

func (b boxes) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, r := range b.list {
		corners := []vg.Point{
			{X: x(r.xmin) - b.bleed, Y: y(r.ymin) - b.bleed}, {X: x(r.xmax) + b.bleed, Y: y(r.ymin) - b.bleed},
			{X: x(r.xmax) + b.bleed, Y: y(r.ymax) + b.bleed}, {X: x(r.xmin) - b.bleed, Y: y(r.ymax) + b.bleed},
		}
		corners = c.ClipPolygonXY(corners)
		if len(corners) == 0 {
			continue
		}
		if r.fill != nil {
			c.FillPolygon(r.fill, corners)
		}
		if r.outline.Width > 0 {
			c.StrokeLines(r.outline, append(corners, corners[0]))
		}
	}
}

// DataRange implements plot.DataRanger.
func (b boxes) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = b.list[0].xmin, b.list[0].xmax, b.list[0].ymin, b.list[0].ymax
	for _, r := range b.list {
		xmin, xmax = min(xmin, r.xmin), max(xmax, r.xmax)
		ymin, ymax = min(ymin, r.ymin), max(ymax, r.ymax)
	}
	return xmin, xmax, ymin, ymax
}

// note is a text at a point in data coordinates, moved by offset.
type note struct {
	x, y   float64
	text   string
	style  text.Style
	offset vg.Point
}

// notes draws texts and makes room for them at the edges.
type notes []note

func (n notes) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, t := range n {
		write(c, t.style, vg.Point{X: x(t.x) + t.offset.X, Y: y(t.y) + t.offset.Y}, t.text)
	}
}

func (n notes) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	room := make([]plot.GlyphBox, len(n))
	for i, t := range n {
		room[i] = plot.GlyphBox{X: p.X.Norm(t.x), Y: p.Y.Norm(t.y), Rectangle: t.style.Rectangle(t.text).Add(t.offset)}
	}
	return room
}

// rule is a straight line over the whole width or height of the data area, or
// between two points.
type rule struct {
	x0, y0, x1, y1 float64
	style          draw.LineStyle
}

type rules []rule

func (r rules) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, l := range r {
		line := []vg.Point{{X: x(l.x0), Y: y(l.y0)}, {X: x(l.x1), Y: y(l.y1)}}
		c.StrokeLines(l.style, c.ClipLinesXY(line)...)
	}
}

// sample is the picture in a legend: a filled swatch, a line, a glyph, or some of
// them.
type sample struct {
	fill  color.Color
	line  draw.LineStyle
	glyph draw.GlyphStyle
}

// Thumbnail implements plot.Thumbnailer.
func (s sample) Thumbnail(c *draw.Canvas) {
	center := c.Center()
	if s.fill != nil {
		half := (c.Max.Y - c.Min.Y) / 2
		swatch := rectangle(vg.Point{X: center.X - half, Y: c.Min.Y}, vg.Point{X: center.X + half, Y: c.Max.Y})
		c.FillPolygon(s.fill, swatch)
		if s.line.Width > 0 {
			c.StrokeLines(s.line, append(swatch, swatch[0]))
		}
		return
	}
	if s.line.Width > 0 {
		c.StrokeLine2(s.line, c.Min.X, center.Y, c.Max.X, center.Y)
	}
	if s.glyph.Shape != nil {
		c.DrawGlyph(s.glyph, center)
	}
}

// width is what the sample takes in a legend.
func (s sample) width() vg.Length {
	if s.fill == nil && s.line.Width > 0 {
		return 18
	}
	return 9
}

func rectangle(low, high vg.Point) []vg.Point {
	return []vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}}
}

// barLabel is the number over a bar.
var (
	barLabel     = aligned(sans(tinySize), draw.XCenter, draw.YBottom)
	barLabelLift = vg.Point{Y: 1.5}
)
