package sketch

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

// Draw returns a picture of width×height pixels of a member of a class, such as
// Aves, and of the family with a number in it. Classes that no drawing is known
// for become a toadstool. It panics if width or height is not positive.
func Draw(r *rand.Rand, class string, family, width, height int) *image.RGBA {
	if width <= 0 || height <= 0 {
		panic("sketch: picture without pixels")
	}
	c := &canvas{picture: image.NewRGBA(image.Rect(0, 0, width, height)), mirror: float64(2*r.IntN(2) - 1)}
	c.ground(r)
	side := float64(min(width, height))
	c.centre = point{float64(width)/2 + 0.08*side*r.NormFloat64(), float64(height)/2 + 0.08*side*r.NormFloat64()}
	c.scale = side / 2 * (0.65 + 0.3*r.Float64())
	c.sin, c.cos = math.Sincos(0.25 * r.NormFloat64())
	draw, ok := figures[class]
	if !ok {
		draw = toadstool
	}
	draw(c, looksOf(r, family))
	return c.picture
}

var figures = map[string]func(*canvas, looks){
	"Magnoliopsida": flower,
	"Liliopsida":    grass,
	"Pinopsida":     twig,
	"Insecta":       insect,
	"Aves":          bird,
	"Reptilia":      snake,
	"Arachnida":     spider,
}

// looks are what a family's members share, with so much variation that families of
// a class are mistaken for one another.
type looks struct {
	main, second color.Color
	count        int     // of parts: 0, 1, 2, ...
	slim         float64 // 0 to 1
}

func looksOf(r *rand.Rand, family int) looks {
	vary := func(v, by float64) float64 { return v + by*(2*r.Float64()-1) }
	golden := func(k float64) float64 { return math.Mod(k*0.618034, 1) } // far apart for neighbours
	k := float64(family)
	return looks{
		main:   hsv(vary(golden(k), 0.06), vary(0.75, 0.15), vary(0.8, 0.15)),
		second: hsv(vary(golden(3*k+1), 0.08), vary(0.6, 0.2), vary(0.6, 0.25)),
		count:  family % 5,
		slim:   min(max(vary(math.Mod(0.37*k, 1), 0.2), 0), 1),
	}
}

// ground fills the picture with soft earth, leaves or sky.
func (c *canvas) ground(r *rand.Rand) {
	size := c.picture.Bounds().Size()
	tone := []float64{0.08, 0.28, 0.36, 0.57}[r.IntN(4)]
	c.centre, c.scale, c.cos = point{float64(size.X) / 2, float64(size.Y) / 2}, float64(max(size.X, size.Y))/2, 1
	c.polygon(hsv(tone, 0.3, 0.45+0.3*r.Float64()), point{-2, -2}, point{2, -2}, point{2, 2}, point{-2, 2})
	for range 12 {
		at := point{2*r.Float64() - 1, 2*r.Float64() - 1}
		c.ellipse(hsv(tone+0.04*r.NormFloat64(), 0.35, 0.35+0.45*r.Float64()), at, 0.1+0.3*r.Float64(), 0.1+0.2*r.Float64(), math.Pi*r.Float64())
	}
}

var (
	green = hsv(0.3, 0.7, 0.5)
	brown = hsv(0.07, 0.6, 0.4)
	black = hsv(0, 0, 0.1)
)

func flower(c *canvas, l looks) {
	c.line(green, 0.08, point{0, 0}, point{0.1, 1.2})
	c.ellipse(green, point{0.35, 0.75}, 0.3, 0.12, -0.5)
	petals := 4 + 2*l.count
	for k := range petals {
		angle := 2 * math.Pi * float64(k) / float64(petals)
		sin, cos := math.Sincos(angle)
		c.ellipse(l.main, point{0.5 * cos, 0.5*sin - 0.2}, 0.4, 0.12+0.15*l.slim, angle)
	}
	c.ellipse(l.second, point{0, -0.2}, 0.22, 0.22, 0)
}

func grass(c *canvas, l looks) {
	for k := range 5 + l.count {
		tip := 1.6 * (float64(k)/float64(4+l.count) - 0.5)
		c.line(green, 0.09, point{0.2 * tip, 1}, point{0.5 * tip, 0.2}, point{tip, -0.3 - 0.3*l.slim})
	}
	c.line(brown, 0.06, point{0, 1}, point{0, -0.9})
	for k := range 6 {
		y := -0.9 + 0.17*float64(k)
		c.ellipse(l.main, point{-0.12, y}, 0.17, 0.06+0.05*l.slim, 0.9)
		c.ellipse(l.second, point{0.12, y}, 0.17, 0.06+0.05*l.slim, -0.9)
	}
}

func twig(c *canvas, l looks) {
	c.line(brown, 0.1, point{-1, 0.3}, point{0, 0}, point{1, -0.2})
	for k := range 16 {
		x := -1 + 0.13*float64(k)
		c.line(green, 0.05, point{x, -0.15 * x}, point{x + 0.25, -0.6 - 0.15*x})
		c.line(green, 0.05, point{x, -0.15 * x}, point{x + 0.25, 0.5 - 0.15*x})
	}
	c.ellipse(l.main, point{0, 0.45}, 0.4, 0.22, 1.4)
	c.ellipse(l.second, point{0, 0.45}, 0.3, 0.06, 1.4)
}

func insect(c *canvas, l looks) {
	for _, s := range []float64{-1, 1} {
		c.ellipse(l.main, point{0.5 * s, -0.25}, 0.55, 0.15+0.25*l.slim, -0.5*s)
		if l.count > 0 {
			c.ellipse(l.second, point{0.4 * s, 0.3}, 0.4, 0.1+0.2*l.slim, 0.6*s)
		}
		for k := range l.count {
			c.ellipse(black, point{s * (0.35 + 0.15*float64(k)), -0.25 - 0.08*float64(k)}, 0.06, 0.06, 0)
		}
		c.line(black, 0.03, point{0, -0.6}, point{0.25 * s, -1})
	}
	c.ellipse(black, point{0, 0.05}, 0.65, 0.08+0.08*(1-l.slim), math.Pi/2)
	c.ellipse(l.second, point{0, -0.6}, 0.12, 0.12, 0)
}

func bird(c *canvas, l looks) {
	c.line(brown, 0.05, point{-0.1, 0.3}, point{-0.1, 0.9})
	c.line(brown, 0.05, point{0.15, 0.3}, point{0.15, 0.9})
	c.polygon(l.second, point{-0.4, 0.1}, point{-1.1, 0.1 + 0.3*l.slim}, point{-1.0, -0.25}, point{-0.4, -0.05})
	c.ellipse(l.main, point{0, 0.1}, 0.6, 0.3+0.15*l.slim, -0.25)
	c.ellipse(l.second, point{-0.1, 0.05}, 0.4, 0.17, 0.1)
	c.ellipse(l.main, point{0.5, -0.45}, 0.26, 0.26, 0)
	beak := 0.15 + 0.12*float64(l.count)
	c.polygon(hsv(0.12, 0.8, 0.9), point{0.7, -0.55}, point{0.72 + beak, -0.4}, point{0.7, -0.33})
	c.ellipse(black, point{0.58, -0.5}, 0.06, 0.06, 0)
}

func snake(c *canvas, l looks) {
	for k := range 40 {
		t := float64(k) / 39
		fill := l.main
		if k/2%(2+l.count) == 0 {
			fill = l.second
		}
		at := point{-1 + 1.9*t, 0.45 * math.Sin(9*t)}
		c.ellipse(fill, at, 0.08+0.07*t, 0.08+0.07*t, 0)
	}
	c.ellipse(black, point{0.95, 0.1}, 0.04, 0.04, 0)
}

func spider(c *canvas, l looks) {
	for k := range 4 {
		for _, s := range []float64{-1, 1} {
			y := -0.5 + 0.35*float64(k)
			c.line(black, 0.05, point{0, 0}, point{0.5 * s, y - 0.2}, point{0.95 * s, y + 0.2})
		}
	}
	c.ellipse(l.main, point{0, 0.35}, 0.4, 0.3, math.Pi/2)
	c.ellipse(l.second, point{0, 0.35}, 0.25, 0.08, math.Pi/2)
	c.ellipse(l.second, point{0, -0.15}, 0.2, 0.2, 0)
}

func toadstool(c *canvas, l looks) {
	c.ellipse(hsv(0.12, 0.2, 0.9), point{0, 0.4}, 0.6, 0.12+0.1*l.slim, math.Pi/2)
	c.ellipse(l.main, point{0, -0.3}, 0.75, 0.35, 0)
	for k := range 3 + l.count {
		c.ellipse(l.second, point{-0.5 + 0.2*float64(k), -0.3 - 0.1*float64(k%2)}, 0.08, 0.07, 0)
	}
}
