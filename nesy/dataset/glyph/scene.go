package glyph

import (
	"math"
	"math/rand/v2"
)

// Draw writes a picture of a class into dst, planes R, G, B of Side·Side bytes
// each. All that distinguishes it from others of its class is taken from r. It
// panics if dst is not of Bytes bytes or there is no such class.
func Draw(r *rand.Rand, class int, dst []byte) {
	if len(dst) != Bytes {
		panic("glyph: destination length mismatch")
	}
	if class < 0 || class >= len(classes) {
		panic("glyph: class out of range")
	}
	c := newCanvas()
	p := newPalette(r, &classes[class])
	c.ground(r, p)
	for range r.IntN(3) {
		c.litter(r, p)
	}
	c.figure(r, p, &classes[class])
	if r.Float64() < 0.12 {
		c.obstacle(r, p)
	}
	if sigma := within(r, 0, 0.5); sigma > 0.25 {
		for ch := range c.pixels {
			blur(&c.pixels[ch], sigma)
		}
	}
	c.light(r)
	c.develop(r, float32(within(r, 0.005, 0.02)), dst)
}

// ground is a slope between two colours, at times with stripes or checks.
func (c *canvas) ground(r *rand.Rand, p palette) {
	from, to := p.ground.beside(r, 0.07).colour(), p.ground.beside(r, 0.07).colour()
	second := p.ground.beside(r, 0.1).colour()
	sin, cos := math.Sincos(within(r, 0, 2*math.Pi))
	s, t := float32(sin), float32(cos)
	pitch := float32(within(r, 0.25, 0.9))
	pattern := r.IntN(8)
	var all mask
	for k := range all {
		all[k] = 1
	}
	c.paint(&all, 1, func(x, y float32) colour {
		u, v := (x-Side/2)*t+(y-Side/2)*s, (y-Side/2)*t-(x-Side/2)*s
		base := mix(from, to, min(max(0.5+u/Side, 0), 1))
		switch pattern {
		case 0:
			return mix(base, second, wave(u*pitch))
		case 1:
			return mix(base, second, wave(u*pitch)*wave(v*pitch))
		}
		return base
	})
}

// wave goes between 0 and 1 with steep flanks.
func wave(x float32) float32 {
	s := float32(math.Sin(float64(x)))
	return min(max(0.5+1.5*s, 0), 1)
}

// litter is a small thing that is no figure.
func (c *canvas) litter(r *rand.Rand, p palette) {
	var o outline
	switch r.IntN(4) {
	case 0:
		o = solid(disc(0, 0, 1))
	case 1:
		o = solid(polygon(3 + r.IntN(2)))
	case 2:
		o = solid(bar(point{-2.5, 0}, point{2.5, 0}, 0.7))
	case 3:
		o = solid(crescent(0.9, 0.5))
	}
	at := point{within(r, 0, Side), within(r, 0, Side)}
	c.cover(o, placed(at, within(r, 1.2, 3.6), within(r, 0, 2*math.Pi), 1, 0))
	flat := shade{p.ground.lightness + within(r, -0.25, 0.25), within(r, 0.02, 0.14), within(r, 0, 2*math.Pi)}.colour()
	c.paint(&c.mask, float32(within(r, 0.5, 1)), func(x, y float32) colour { return flat })
}

// figure is the thing to be named, with a shadow or a border at times.
func (c *canvas) figure(r *rand.Rand, p palette, class *Class) {
	o := class.draw(r)
	if class.hollow && r.Float64() < 0.08 {
		inner := within(r, 0.5, 0.68)
		o = o.cut(o[0].scaled(inner, inner))
	}
	const slack = 1.2 // pixels off the middle, in each direction
	centre := point{Side/2 + within(r, -slack, slack), Side/2 + within(r, -slack, slack)}
	f := placed(centre, within(r, 11, 13.5), within(r, -class.turn, class.turn), within(r, 0.94, 1.06), within(r, -0.07, 0.07))

	if r.Float64() < 0.15 {
		below := f
		below.centre.x += within(r, 1, 2)
		below.centre.y += within(r, 1, 2)
		c.cover(o, below)
		shadow := c.mask
		blur((*[plane]float32)(&shadow), 1)
		c.paint(&shadow, 0.5, func(x, y float32) colour { return colour{} })
	}
	c.cover(o, f)
	if r.Float64() < 0.15 {
		border := p.figure.beside(r, 0.3).colour()
		c.paint(c.mask.grown(), 1, func(x, y float32) colour { return border })
	}
	top, bottom := p.figure.beside(r, 0.05).colour(), p.figure.beside(r, 0.05).colour()
	c.paint(&c.mask, 1, func(x, y float32) colour { return mix(top, bottom, y/Side) })
}

// obstacle is something in front of the figure.
func (c *canvas) obstacle(r *rand.Rand, p palette) {
	at := point{Side/2 + within(r, -9, 9), Side/2 + within(r, -9, 9)}
	angle := within(r, 0, 2*math.Pi)
	if r.IntN(2) == 0 {
		c.cover(solid(bar(point{-50, 0}, point{50, 0}, within(r, 1.5, 3))), placed(at, 1, angle, 1, 0))
	} else {
		c.cover(solid(superellipse(within(r, 1.5, 4))), placed(at, within(r, 2, 3), angle, within(r, 0.8, 1.25), 0))
	}
	flat := shade{p.ground.lightness + within(r, -0.2, 0.2), within(r, 0.02, 0.12), within(r, 0, 2*math.Pi)}.colour()
	c.paint(&c.mask, 1, func(x, y float32) colour { return flat })
}

// light makes one side of the picture brighter than the other.
func (c *canvas) light(r *rand.Rand) {
	gain, slope := within(r, 0.94, 1.06), within(r, 0, 0.1)
	sin, cos := math.Sincos(within(r, 0, 2*math.Pi))
	for k := range plane {
		u := (float64(k%Side)-Side/2)*cos + (float64(k/Side)-Side/2)*sin
		g := float32(gain + slope*u/Side)
		for ch := range c.pixels {
			c.pixels[ch][k] *= g
		}
	}
}
