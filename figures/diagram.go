package figures

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// node is a box of a diagram, placed by its centre in the diagram's units.
type node struct {
	x, y, w, h float64
	text       string // the first line bold, the others plain
	hue        color.RGBA
}

// arrow joins two nodes by name.
type arrow struct{ from, to string }

// diagram is a flow of boxes over an area of width by height units.
type diagram struct {
	width, tall float64
	nodes       map[string]node
	order       []string // of drawing, so that bytes repeat
	arrows      []arrow
	titles      []node // text without a box
}

func (d *diagram) add(name string, n node) {
	if d.nodes == nil {
		d.nodes = map[string]node{}
	}
	d.nodes[name] = n
	d.order = append(d.order, name)
}

func (d *diagram) join(from string, to ...string) {
	for _, t := range to {
		d.arrows = append(d.arrows, arrow{from, t})
	}
}

func (d *diagram) height(width vg.Length) vg.Length {
	return width * vg.Length(d.tall/d.width)
}

// Draw implements Drawer.
func (d *diagram) Draw(c draw.Canvas) {
	unit := min((c.Max.X-c.Min.X)/vg.Length(d.width), (c.Max.Y-c.Min.Y)/vg.Length(d.tall))
	at := func(x, y float64) vg.Point {
		return vg.Point{X: c.Min.X + vg.Length(x)*unit, Y: c.Min.Y + vg.Length(y)*unit}
	}
	for _, a := range d.arrows {
		from, to := d.nodes[a.from], d.nodes[a.to]
		start, end := from.edge(to), to.edge(from)
		drawArrow(c, at(start[0], start[1]), at(end[0], end[1]))
	}
	for _, name := range d.order {
		n := d.nodes[name]
		corners := rounded(at(n.x-n.w/2, n.y-n.h/2), at(n.x+n.w/2, n.y+n.h/2), 4)
		c.SetColor(tint(n.hue, 0.12))
		c.Fill(corners)
		c.SetLineStyle(stroke(n.hue, 0.9))
		c.Stroke(corners)
		drawLines(c, at(n.x, n.y), n.text, darker(n.hue))
	}
	for _, t := range d.titles {
		drawLines(c, at(t.x, t.y), t.text, ink)
	}
}

// edge is the point of a node's border on the way to another node, which leaves
// by a side where the other is mostly beside, else by top or bottom.
func (n node) edge(to node) [2]float64 {
	dx, dy := to.x-n.x, to.y-n.y
	if math.Abs(dx)-(n.w+to.w)/2 > math.Abs(dy)-(n.h+to.h)/2 {
		return [2]float64{n.x + math.Copysign(n.w/2, dx), n.y + clamp(dy, n.h*0.3)}
	}
	return [2]float64{n.x + clamp(dx, n.w*0.35), n.y + math.Copysign(n.h/2, dy)}
}

func clamp(v, limit float64) float64 { return math.Max(-limit, math.Min(limit, v)) }

// drawLines centres lines of text on a point, the first of them bold.
func drawLines(c draw.Canvas, at vg.Point, lines string, c1 color.Color) {
	const leading = 10
	list := strings.Split(lines, "\n")
	y := at.Y + leading*vg.Length(len(list)-1)/2
	for i, line := range list {
		style := aligned(sans(smallSize), draw.XCenter, draw.YCenter)
		if i == 0 {
			style = colored(aligned(bold(smallSize), draw.XCenter, draw.YCenter), c1)
		}
		write(c, style, vg.Point{X: at.X, Y: y}, line)
		y -= leading
	}
}

func drawArrow(c draw.Canvas, from, to vg.Point) {
	const head, wing = 5, 2.2
	length := vg.Length(math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y)))
	if length == 0 {
		return
	}
	u := vg.Point{X: (to.X - from.X) / length, Y: (to.Y - from.Y) / length}
	neck := vg.Point{X: to.X - head*u.X, Y: to.Y - head*u.Y}
	c.StrokeLines(stroke(axisInk, 1), []vg.Point{from, neck})
	c.FillPolygon(axisInk, []vg.Point{
		to, {X: neck.X - wing*u.Y, Y: neck.Y + wing*u.X}, {X: neck.X + wing*u.Y, Y: neck.Y - wing*u.X},
	})
}

// rounded is the outline of a rectangle with round corners.
func rounded(low, high vg.Point, r vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: low.X + r, Y: low.Y})
	p.Line(vg.Point{X: high.X - r, Y: low.Y})
	p.Arc(vg.Point{X: high.X - r, Y: low.Y + r}, r, -math.Pi/2, math.Pi/2)
	p.Line(vg.Point{X: high.X, Y: high.Y - r})
	p.Arc(vg.Point{X: high.X - r, Y: high.Y - r}, r, 0, math.Pi/2)
	p.Line(vg.Point{X: low.X + r, Y: high.Y})
	p.Arc(vg.Point{X: low.X + r, Y: high.Y - r}, r, math.Pi/2, math.Pi/2)
	p.Line(vg.Point{X: low.X, Y: low.Y + r})
	p.Arc(vg.Point{X: low.X + r, Y: low.Y + r}, r, math.Pi, math.Pi/2)
	p.Close()
	return p
}
