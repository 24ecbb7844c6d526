package sketch

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/vector"
)

// point is a place in the figure's coordinates, in which it fills the square from
// -1 to 1, y pointing down.
type point struct{ x, y float64 }

// canvas fills shapes into a picture.
type canvas struct {
	picture *image.RGBA
	centre  point   // of the figure, in pixels
	scale   float64 // pixels a unit
	sin     float64 // of the angle by which the figure is turned
	cos     float64
	mirror  float64 // 1 or -1
}

// polygon fills the shape between corners.
func (c *canvas) polygon(fill color.Color, corners ...point) {
	size := c.picture.Bounds().Size()
	r := vector.NewRasterizer(size.X, size.Y)
	for k, p := range corners {
		x, y := c.mirror*p.x, p.y
		u := float32(c.centre.x + c.scale*(c.cos*x-c.sin*y))
		v := float32(c.centre.y + c.scale*(c.sin*x+c.cos*y))
		if k == 0 {
			r.MoveTo(u, v)
		} else {
			r.LineTo(u, v)
		}
	}
	r.ClosePath()
	r.Draw(c.picture, c.picture.Bounds(), image.NewUniform(fill), image.Point{})
}

// ellipse fills one with the given half axes, the first turned by an angle.
func (c *canvas) ellipse(fill color.Color, centre point, long, wide, angle float64) {
	const corners = 24
	sin, cos := math.Sincos(angle)
	var outline []point
	for k := range corners {
		b, a := math.Sincos(2 * math.Pi * float64(k) / corners)
		a, b = a*long, b*wide
		outline = append(outline, point{centre.x + cos*a - sin*b, centre.y + sin*a + cos*b})
	}
	c.polygon(fill, outline...)
}

// line draws along points, as wide as given.
func (c *canvas) line(fill color.Color, width float64, points ...point) {
	for k := 1; k < len(points); k++ {
		p, q := points[k-1], points[k]
		length := math.Hypot(q.x-p.x, q.y-p.y)
		dx, dy := width/2*(q.y-p.y)/length, -width/2*(q.x-p.x)/length
		c.polygon(fill, point{p.x + dx, p.y + dy}, point{q.x + dx, q.y + dy}, point{q.x - dx, q.y - dy}, point{p.x - dx, p.y - dy})
		c.ellipse(fill, q, width/2, width/2, 0)
	}
}

// hsv returns a colour of a hue in turns, a saturation and a value in 0..1.
func hsv(hue, saturation, value float64) color.Color {
	channel := func(primary float64) uint8 {
		d := math.Abs(hue - primary - math.Round(hue-primary))
		lack := min(max(6*d-1, 0), 1)
		return uint8(255*value*(1-saturation*lack) + 0.5)
	}
	return color.RGBA{channel(0), channel(1.0 / 3), channel(2.0 / 3), 255}
}
