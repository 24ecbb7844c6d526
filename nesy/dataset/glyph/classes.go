package glyph

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Class is a kind of figure.
type Class struct {
	Name  string
	Group string

	turn   float64 // the figure is turned by up to this angle either way
	hollow bool    // the figure may be drawn as a frame
	draw   func(r *rand.Rand) outline
}

const (
	turned  = math.Pi / 7  // lying about
	tilted  = math.Pi / 8  // enough to mistake a plus for a saltire
	upright = math.Pi / 12 // enough to look careless
)

// Classes returns all classes, those of a group side by side.
func Classes() []Class { return slices.Clone(classes) }

var classes = []Class{
	{"triangle", "polygon", turned, true, func(r *rand.Rand) outline { return solid(polygon(3)) }},
	{"pentagon", "polygon", turned, true, func(r *rand.Rand) outline { return solid(polygon(5)) }},
	{"hexagon", "polygon", turned, true, func(r *rand.Rand) outline { return solid(polygon(6)) }},
	{"octagon", "polygon", turned, true, func(r *rand.Rand) outline { return solid(polygon(8)) }},

	{"square", "quadrilateral", turned, true, func(r *rand.Rand) outline { return solid(polygon(4).turned(math.Pi / 4)) }},
	{"rhombus", "quadrilateral", turned, true, func(r *rand.Rand) outline {
		return solid(polygon(4).scaled(within(r, 0.55, 0.8), 1))
	}},
	{"kite", "quadrilateral", turned, true, func(r *rand.Rand) outline {
		w, shoulder := within(r, 0.55, 0.8), within(r, -0.5, -0.15)
		return solid(contour{{0, -1}, {w, shoulder}, {0, 1}, {-w, shoulder}})
	}},
	{"trapezium", "quadrilateral", turned, true, func(r *rand.Rand) outline {
		top, h := within(r, 0.35, 0.65), within(r, 0.5, 0.7)
		return solid(contour{{-top, -h}, {top, -h}, {1, h}, {-1, h}})
	}},

	{"disc", "round", turned, false, func(r *rand.Rand) outline { return solid(ellipse(0.95, 0.95)) }},
	{"ellipse", "round", turned, false, func(r *rand.Rand) outline { return solid(ellipse(1.05, within(r, 0.55, 0.8))) }},
	{"ring", "round", turned, false, func(r *rand.Rand) outline {
		hole := within(r, 0.4, 0.65)
		return solid(ellipse(0.95, 0.95)).cut(ellipse(hole, hole))
	}},
	{"rounded square", "round", turned, false, func(r *rand.Rand) outline {
		return solid(superellipse(within(r, 3, 5)).scaled(0.8, 0.8))
	}},

	{"four-pointed star", "star", turned, false, func(r *rand.Rand) outline { return solid(star(4, within(r, 0.32, 0.5))) }},
	{"five-pointed star", "star", turned, false, func(r *rand.Rand) outline { return solid(star(5, within(r, 0.38, 0.52))) }},
	{"six-pointed star", "star", turned, false, func(r *rand.Rand) outline { return solid(star(6, within(r, 0.48, 0.62))) }},
	{"eight-pointed star", "star", turned, false, func(r *rand.Rand) outline { return solid(star(8, within(r, 0.58, 0.75))) }},

	{"plus", "cross", tilted, false, func(r *rand.Rand) outline { return solid(arms(4, within(r, 0.35, 0.6))...) }},
	{"saltire", "cross", tilted, false, func(r *rand.Rand) outline { return solid(arms(4, within(r, 0.35, 0.6))...).turned(math.Pi / 4) }},
	{"cross pattée", "cross", tilted, false, func(r *rand.Rand) outline {
		arm := contour{{0.1, 0}, {within(r, 0.42, 0.58), -1}, {-0.5, -1}, {-0.1, 0}}
		return solid(arm, arm.turned(math.Pi/2), arm.turned(math.Pi), arm.turned(-math.Pi/2))
	}},
	{"asterisk", "cross", turned, false, func(r *rand.Rand) outline { return solid(arms(6, within(r, 0.26, 0.4))...) }},

	{"arrow", "arrow", turned, false, func(r *rand.Rand) outline {
		w, neck := within(r, 0.55, 0.8), within(r, -0.3, 0.05)
		return solid(contour{{0, -1}, {w, neck}, {-w, neck}}, bar(point{0, neck - 0.1}, point{0, 1}, within(r, 0.3, 0.55)))
	}},
	{"double arrow", "arrow", turned, false, func(r *rand.Rand) outline {
		head, w := within(r, 0.6, 0.8), within(r, 0.5, 0.7)
		tip := contour{{0, -1.05}, {w, -1.05 + head}, {-w, -1.05 + head}}
		return solid(tip, tip.scaled(1, -1), bar(point{0, -0.5}, point{0, 0.5}, within(r, 0.3, 0.5)))
	}},
	{"chevron", "arrow", turned, false, func(r *rand.Rand) outline {
		rise, thick := within(r, 0.6, 0.9), within(r, 0.5, 0.75)
		top := -(rise + thick) / 2
		return solid(contour{{0, top}, {0.95, top + rise}, {0.95, top + rise + thick}, {0, top + thick}, {-0.95, top + rise + thick}, {-0.95, top + rise}})
	}},
	{"dart", "arrow", turned, false, func(r *rand.Rand) outline {
		w, notch := within(r, 0.65, 0.85), within(r, 0.2, 0.5)
		return solid(contour{{0, -1}, {w, 0.85}, {0, notch}, {-w, 0.85}})
	}},

	{"heart", "suit", upright, false, func(r *rand.Rand) outline { return solid(heart().scaled(0.95, 0.95)) }},
	{"diamond", "suit", upright, false, func(r *rand.Rand) outline {
		return solid(star(4, within(r, 0.56, 0.68)).scaled(within(r, 0.65, 0.8), 1))
	}},
	{"club", "suit", upright, false, func(r *rand.Rand) outline {
		leaf := within(r, 0.4, 0.46)
		return solid(disc(0, -0.52, leaf), disc(-0.5, 0.22, leaf), disc(0.5, 0.22, leaf), disc(0, 0, 0.25), stem(r))
	}},
	{"spade", "suit", upright, false, func(r *rand.Rand) outline {
		return solid(heart().scaled(0.9, -0.8).moved(0, -0.15), stem(r))
	}},

	{"sun", "weather", turned, false, func(r *rand.Rand) outline {
		core := within(r, 0.42, 0.56)
		return solid(ellipse(core, core)).add(rays(7+r.IntN(4), core+within(r, 0.02, 0.16), within(r, 0.16, 0.26))...)
	}},
	{"moon", "weather", upright, false, func(r *rand.Rand) outline {
		return solid(crescent(within(r, 0.75, 0.9), within(r, 0.4, 0.6)).moved(0.2, 0))
	}},
	{"cloud", "weather", upright, false, func(r *rand.Rand) outline {
		top := within(r, 0.42, 0.52)
		return solid(
			disc(-0.55, 0.2, within(r, 0.36, 0.44)), disc(0.6, 0.24, within(r, 0.34, 0.4)),
			disc(within(r, -0.1, 0.15), -0.15, top), bar(point{-0.55, 0.4}, point{0.6, 0.4}, 0.44),
		)
	}},
	{"drop", "weather", upright, false, func(r *rand.Rand) outline { return solid(drop(within(r, 1, 2))) }},

	{"gear", "machine part", turned, false, func(r *rand.Rand) outline {
		hole := within(r, 0.15, 0.35)
		return solid(toothed(7+r.IntN(3), within(r, 0.68, 0.78), within(r, 0.4, 0.55))).cut(ellipse(hole, hole))
	}},
	{"wheel", "machine part", turned, false, func(r *rand.Rand) outline {
		hole := within(r, 0.66, 0.78)
		return solid(ellipse(0.98, 0.98)).cut(ellipse(hole, hole)).add(arms(4+2*r.IntN(2), within(r, 0.14, 0.2))...)
	}},
	{"nut", "machine part", turned, false, func(r *rand.Rand) outline {
		hole := within(r, 0.38, 0.55)
		return solid(polygon(6)).cut(ellipse(hole, hole))
	}},
	{"propeller", "machine part", turned, false, func(r *rand.Rand) outline {
		blade := drop(within(r, 0.5, 1)).scaled(within(r, 0.36, 0.48), -0.52).moved(0, -0.5)
		return solid(blade, blade.turned(2*math.Pi/3), blade.turned(-2*math.Pi/3), disc(0, 0, 0.18))
	}},

	{"A", "letter", upright, false, func(r *rand.Rand) outline {
		w := stroke(r)
		return solid(bar(point{0, -0.95}, point{-0.7, 0.95}, w), bar(point{0, -0.95}, point{0.7, 0.95}, w),
			bar(point{-0.45, 0.35}, point{0.45, 0.35}, w))
	}},
	{"O", "letter", upright, false, func(r *rand.Rand) outline {
		wide, w := within(r, 0.72, 0.92), stroke(r)
		return solid(ellipse(wide, 1)).cut(ellipse(wide-w, 1-0.9*w))
	}},
	{"T", "letter", upright, false, func(r *rand.Rand) outline {
		w := stroke(r)
		return solid(bar(point{-0.75, -0.95 + w/2}, point{0.75, -0.95 + w/2}, w), bar(point{0, -0.9}, point{0, 0.95}, w))
	}},
	{"X", "letter", upright, false, func(r *rand.Rand) outline {
		w, wide := stroke(r), within(r, 0.55, 0.72)
		return solid(bar(point{-wide, -0.95}, point{wide, 0.95}, w), bar(point{-wide, 0.95}, point{wide, -0.95}, w))
	}},
}

// within returns a number between two, all equally likely.
func within(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

// stroke is the width of a letter's lines.
func stroke(r *rand.Rand) float64 { return within(r, 0.28, 0.45) }

func solid(regions ...contour) outline { return outline(nil).add(regions...) }

// arms are bars from the middle outwards, one of them up.
func arms(n int, width float64) []contour { return rays(n, 0, width) }

// rays are arms that begin at a radius.
func rays(n int, from, width float64) []contour {
	c := make([]contour, n)
	for k := range c {
		c[k] = bar(point{0, -from}, point{0, -1}, width).turned(2 * math.Pi * float64(k) / float64(n))
	}
	return c
}

// stem is the foot of a club or a spade.
func stem(r *rand.Rand) contour {
	w := within(r, 0.25, 0.4)
	return contour{{-0.07, 0}, {0.07, 0}, {w, 1}, {-w, 1}}
}
