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
	p := newPalette(r)
	c.ground(r, p)
	for range r.IntN(5) {
		c.litter(r, p)
	}
	c.figure(r, p, &classes[class])
	if r.Float64() < 0.45 {
		c.obstacle(r, p)
	}
	if sigma := within(r, 0, 0.75); sigma > 0.25 {
		for ch := range c.pixels {
			blur(&c.pixels[ch], sigma)
		}
	}
	c.light(r)
	c.develop(r, float32(within(r, 0.005, 0.045)), dst)
}

// palette is the colours of one picture.
type palette struct {
	lightness float64 // of the ground
	hue       float64 // of the ground
	contrast  float64 // lightness of the figure less that of the ground
}

func newPalette(r *rand.Rand) palette {
	p := palette{lightness: within(r, 0.2, 0.95), hue: within(r, 0, 2*math.Pi), contrast: within(r, 0.16, 0.5)}
	if p.lightness+p.contrast > 0.97 || p.lightness-p.contrast > 0.12 && r.IntN(2) == 0 {
		p.contrast = -p.contrast
	}
	return p
}

// of returns a colour of the ground's kind, with another lightness.
func (p palette) of(r *rand.Rand, lighter float64) colour {
	return oklch(p.lightness+lighter, within(r, 0.01, 0.09), p.hue+within(r, -0.6, 0.6))
}

// ground is a slope between two colours, at times with stripes or checks.
func (c *canvas) ground(r *rand.Rand, p palette) {
	from, to := p.of(r, within(r, -0.07, 0.07)), p.of(r, within(r, -0.07, 0.07))
	second := p.of(r, within(r, -0.1, 0.1))
	sin, cos := math.Sincos(within(r, 0, 2*math.Pi))
	s, t := float32(sin), float32(cos)
	pitch := float32(within(r, 0.25, 0.9))
	pattern := r.IntN(4)
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
	flat := oklch(p.lightness+within(r, -0.25, 0.25), within(r, 0.02, 0.14), within(r, 0, 2*math.Pi))
	c.paint(&c.mask, float32(within(r, 0.5, 1)), func(x, y float32) colour { return flat })
}

// figure is the thing to be named, with a shadow or a border at times.
func (c *canvas) figure(r *rand.Rand, p palette, class *Class) {
	o := class.draw(r)
	if class.hollow && r.Float64() < 0.2 {
		inner := within(r, 0.5, 0.68)
		o = o.cut(o[0].scaled(inner, inner))
	}
	radius := within(r, 8, 13)
	slack := 16.5 - radius
	centre := point{Side/2 + within(r, -slack, slack), Side/2 + within(r, -slack, slack)}
	f := placed(centre, radius, within(r, -class.turn, class.turn), within(r, 0.93, 1.08), within(r, -0.12, 0.12))

	if r.Float64() < 0.3 {
		below := f
		below.centre.x += within(r, 1, 2)
		below.centre.y += within(r, 1, 2)
		c.cover(o, below)
		shadow := c.mask
		blur((*[plane]float32)(&shadow), 1)
		c.paint(&shadow, 0.5, func(x, y float32) colour { return colour{} })
	}
	c.cover(o, f)
	lightness, chroma, hue := p.lightness+p.contrast, within(r, 0.04, 0.19), within(r, 0, 2*math.Pi)
	if r.Float64() < 0.35 {
		border := oklch(lightness+within(r, -0.3, 0.3), within(r, 0, 0.1), hue+within(r, -1, 1))
		c.paint(c.mask.grown(), 1, func(x, y float32) colour { return border })
	}
	near, far := oklch(lightness+within(r, 0, 0.07), chroma, hue), oklch(lightness-within(r, 0, 0.07), chroma, hue+within(r, -0.5, 0.5))
	c.paint(&c.mask, 1, func(x, y float32) colour { return mix(near, far, y/Side) })
}

// obstacle is something in front of the figure.
func (c *canvas) obstacle(r *rand.Rand, p palette) {
	at := point{Side/2 + within(r, -9, 9), Side/2 + within(r, -9, 9)}
	angle := within(r, 0, 2*math.Pi)
	if r.IntN(2) == 0 {
		c.cover(solid(bar(point{-50, 0}, point{50, 0}, within(r, 2, 4.5))), placed(at, 1, angle, 1, 0))
	} else {
		c.cover(solid(superellipse(within(r, 1.5, 4))), placed(at, within(r, 2.5, 4.5), angle, within(r, 0.8, 1.25), 0))
	}
	flat := oklch(p.lightness+within(r, -0.2, 0.2), within(r, 0.02, 0.12), within(r, 0, 2*math.Pi))
	c.paint(&c.mask, 1, func(x, y float32) colour { return flat })
}

// light makes one side of the picture brighter than the other.
func (c *canvas) light(r *rand.Rand) {
	gain, slope := within(r, 0.9, 1.1), within(r, 0, 0.25)
	sin, cos := math.Sincos(within(r, 0, 2*math.Pi))
	for k := range plane {
		u := (float64(k%Side)-Side/2)*cos + (float64(k/Side)-Side/2)*sin
		g := float32(gain + slope*u/Side)
		for ch := range c.pixels {
			c.pixels[ch][k] *= g
		}
	}
}
