package figures

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Overview draws the whole method in one row of cards, from an image to the
// decision: the picture at the head of the README.
func Overview() Drawer { return overview{} }

type overview struct{}

const (
	overviewAspect = 0.205
	cardGap        = 13
)

func (overview) height(width vg.Length) vg.Length { return width * overviewAspect }

// cards are the steps of the method: a title, a line below the picture, and what
// draws the picture into a square of side 1.
var cards = []struct {
	title, line string
	draw        func(unitSquare)
}{
	{"image", "fine: tulip\ncoarse: flowers", drawFlower},
	{"features", "a frozen Swin,\na small network", drawFeatures},
	{"focal sets", "labels that the\nfeatures confuse", drawFocalSets},
	{"beliefs", "of each set, fine\nand coarse", drawBeliefs},
	{"masses", "exact inverse,\nthe rest to Ω", drawMasses},
	{"consistency", "which fine and\ncoarse sets agree", drawAgreement},
	{"decision", "one coherent\npair of labels", drawDecision},
}

// Draw implements Drawer.
func (overview) Draw(c draw.Canvas) {
	n := vg.Length(len(cards))
	width := (c.Max.X - c.Min.X - (n-1)*cardGap) / n
	for k, card := range cards {
		low := vg.Point{X: c.Min.X + vg.Length(k)*(width+cardGap), Y: c.Min.Y}
		high := vg.Point{X: low.X + width, Y: c.Max.Y}
		outline := rounded(low, high, 5)
		c.SetColor(faint)
		c.Fill(outline)
		c.SetLineStyle(stroke(gridInk, 0.8))
		c.Stroke(outline)

		middle := (low.X + high.X) / 2
		write(c, aligned(bold(titleSize-0.5), draw.XCenter, draw.YCenter), vg.Point{X: middle, Y: high.Y - 11}, card.title)
		side := width - 12
		card.draw(unitSquare{c, vg.Point{X: middle - side/2, Y: high.Y - 21 - side}, side})
		for i, line := range strings.Split(card.line, "\n") {
			at := vg.Point{X: middle, Y: high.Y - 21 - side - 9 - 8.5*vg.Length(i)}
			write(c, aligned(sans(tinySize), draw.XCenter, draw.YCenter), at, line)
		}
		if k > 0 {
			y := high.Y - 21 - side/2
			drawArrow(c, vg.Point{X: low.X - cardGap + 2, Y: y}, vg.Point{X: low.X - 2, Y: y})
		}
	}
}

// unitSquare draws in coordinates from 0 to 1 over a square of a canvas.
type unitSquare struct {
	c      draw.Canvas
	origin vg.Point
	side   vg.Length
}

func (u unitSquare) at(x, y float64) vg.Point {
	return u.origin.Add(vg.Point{X: vg.Length(x) * u.side, Y: vg.Length(y) * u.side})
}

func (u unitSquare) rectangle(x0, y0, x1, y1 float64, fill color.Color) {
	u.c.FillPolygon(fill, rectangle(u.at(x0, y0), u.at(x1, y1)))
}

func (u unitSquare) disc(x, y, r float64, fill color.Color) {
	var p vg.Path
	center := u.at(x, y)
	radius := vg.Length(r) * u.side
	p.Move(vg.Point{X: center.X + radius, Y: center.Y})
	p.Arc(center, radius, 0, 2*math.Pi)
	p.Close()
	u.c.SetColor(fill)
	u.c.Fill(p)
}

func (u unitSquare) ellipse(x, y, a, b, angle float64, style draw.LineStyle) {
	var points []vg.Point
	for k := range 49 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 48)
		s, t := a*cos, b*sin
		points = append(points, u.at(x+s*math.Cos(angle)-t*math.Sin(angle), y+s*math.Sin(angle)+t*math.Cos(angle)))
	}
	u.c.StrokeLines(style, points)
}

func (u unitSquare) write(x, y float64, s string, size vg.Length, c color.Color) {
	write(u.c, colored(aligned(sans(size), draw.XCenter, draw.YCenter), c), u.at(x, y), s)
}

// drawFlower is a tulip on 16 x 16 pixels.
func drawFlower(u unitSquare) {
	const pixels = 16
	petal, shade, leaf := color.RGBA{0xD8, 0x3A, 0x56, 0xff}, color.RGBA{0xA8, 0x22, 0x40, 0xff}, color.RGBA{0x3E, 0x8E, 0x41, 0xff}
	for j := range pixels {
		for i := range pixels {
			x, y := (float64(i)+0.5)/pixels, (float64(j)+0.5)/pixels
			fill := tint(palette[5], 0.25+0.3*y) // sky
			if y < 0.2 {
				fill = tint(palette[2], 0.55)
			}
			switch dx := math.Abs(x - 0.5); {
			case math.Hypot(dx/0.24, (y-0.62)/0.22) < 1, y >= 0.62 && y < 0.9 && math.Abs(math.Mod(dx+0.06, 0.16)-0.08) < 0.09*(0.92-y)/0.3 && dx < 0.26:
				fill = petal
				if x > 0.52 && math.Hypot((x-0.6)/0.16, (y-0.62)/0.2) < 1 {
					fill = shade
				}
			case dx < 0.04 && y < 0.45:
				fill = leaf
			case y < 0.34 && y > 0.06 && math.Abs(dx-0.9*(y-0.04)) < 0.07:
				fill = leaf
			}
			const bleed = 0.003 // so that no seams show
			u.rectangle(float64(i)/pixels-bleed, float64(j)/pixels-bleed, float64(i+1)/pixels+bleed, float64(j+1)/pixels+bleed, fill)
		}
	}
}

// drawFeatures is the feature vector as a strip of shades, twice transformed.
func drawFeatures(u unitSquare) {
	for layer := range 3 {
		n := []int{12, 8, 10}[layer]
		x := 0.08 + 0.34*float64(layer)
		for k := range n {
			low, high := float64(k)/float64(n), (float64(k)+0.9)/float64(n)
			value := 0.5 + 0.5*math.Sin(float64(3*k*k+5*k+7*layer)+0.7)
			u.rectangle(x, low, x+0.17, high, ramp(0.1+0.75*value))
		}
		if layer > 0 {
			for k := range 4 {
				y := 0.14 + 0.24*float64(k)
				for _, to := range []float64{y, min(y+0.24, 0.86), max(y-0.24, 0.14)} {
					u.c.StrokeLines(stroke(unknown, 0.4), []vg.Point{u.at(x-0.15, y), u.at(x-0.02, to)})
				}
			}
		}
	}
}

// drawFocalSets is a plane of features with clusters around confusable labels.
func drawFocalSets(u unitSquare) {
	for k, cluster := range []struct{ x, y, a, b, angle float64 }{
		{0.28, 0.7, 0.26, 0.16, 0.5}, {0.52, 0.5, 0.3, 0.15, -0.6}, {0.72, 0.25, 0.22, 0.14, 0.2},
	} {
		for i := range 9 {
			t := float64(i)*2.4 + float64(k)
			r := 0.25 + 0.6*math.Mod(float64(i)*0.618, 1)
			s, v := r*cluster.a*math.Cos(t), r*cluster.b*math.Sin(t)
			x := cluster.x + s*math.Cos(cluster.angle) - v*math.Sin(cluster.angle)
			y := cluster.y + s*math.Sin(cluster.angle) + v*math.Cos(cluster.angle)
			u.disc(x, y, 0.025, palette[(k+i%2)%3])
		}
		u.ellipse(cluster.x, cluster.y, cluster.a, cluster.b, cluster.angle, stroke(axisInk, 0.8))
	}
}

// bars are horizontal bars with names, fine ones above coarse ones.
func (u unitSquare) bars(names []string, values []float64, hues []color.Color) {
	n := float64(len(names))
	for k, name := range names {
		top := 1 - float64(k)/n
		write(u.c, aligned(sans(5.5), draw.XLeft, draw.YCenter), u.at(0, top-0.32/n), name)
		u.rectangle(0, top-0.98/n, 1, top-0.7/n, gridInk)
		u.rectangle(0, top-0.98/n, values[k], top-0.7/n, hues[k])
	}
}

func drawBeliefs(u unitSquare) {
	f, c := color.Color(palette[0]), color.Color(palette[1])
	u.bars([]string{"{tulip}", "{rose}", "{rose, tulip}", "{flowers}", "{fruit}"},
		[]float64{0.55, 0.22, 0.93, 0.8, 0.12}, []color.Color{f, f, f, c, c})
}

func drawMasses(u unitSquare) {
	f, c := color.Color(palette[0]), color.Color(palette[1])
	u.bars([]string{"{tulip}", "{rose}", "{rose, tulip}", "Ω fine", "{flowers}", "Ω coarse"},
		[]float64{0.55, 0.22, 0.16, 0.07, 0.8, 0.08}, []color.Color{f, f, f, unknown, c, unknown})
}

// drawAgreement is the matrix of pairs, fine sets by coarse sets.
func drawAgreement(u unitSquare) {
	scores := [][]float64{{0.9, 0.1, 0}, {0.5, 0.06, 0}, {0.4, 0.08, 0}, {0, 0.02, 0.2}}
	for j, row := range scores {
		for i, s := range row {
			x0, y0 := 0.16+0.28*float64(i), 0.98-0.21*float64(j)
			u.rectangle(x0, y0-0.195, x0+0.265, y0, ramp(0.05+0.8*s))
		}
	}
	u.write(0.57, 0.06, "coarse sets B", 5.5, darker(palette[1]))
	style := colored(aligned(sans(5.5), draw.XCenter, draw.YCenter), darker(palette[0]))
	style.Rotation = math.Pi / 2
	write(u.c, style, u.at(0.06, 0.57), "fine sets A")
}

func drawDecision(u unitSquare) {
	for _, level := range []struct {
		y    float64
		name string
		hue  color.RGBA
	}{{0.76, "flowers", palette[1]}, {0.28, "tulip", palette[0]}} {
		outline := rounded(u.at(0.06, level.y-0.14), u.at(0.94, level.y+0.14), 4)
		u.c.SetColor(tint(level.hue, 0.15))
		u.c.Fill(outline)
		u.c.SetLineStyle(stroke(level.hue, 1))
		u.c.Stroke(outline)
		write(u.c, colored(aligned(bold(smallSize), draw.XCenter, draw.YCenter), darker(level.hue)), u.at(0.5, level.y), level.name)
	}
	drawArrow(u.c, u.at(0.5, 0.43), u.at(0.5, 0.61))
	u.write(0.62, 0.52, "π", smallSize, axisInk)
}
