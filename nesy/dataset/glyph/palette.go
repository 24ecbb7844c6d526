package glyph

import (
	"math"
	"math/rand/v2"
)

// shade is a colour by what the eye tells apart: see oklch.
type shade struct {
	lightness float64 // 0 to 1
	chroma    float64 // 0, grey, to about 0.3
	hue       float64 // radians
}

func (s shade) colour() colour { return oklch(s.lightness, s.chroma, s.hue) }

// beside returns a shade a little off, by at most so much in lightness.
func (s shade) beside(r *rand.Rand, lightness float64) shade {
	return shade{
		s.lightness + within(r, -lightness, lightness),
		s.chroma * within(r, 0.8, 1.2),
		s.hue + within(r, -0.3, 0.3),
	}
}

// akin returns a shade that differs as two things of a kind do.
func (s shade) akin(r *rand.Rand) shade {
	return shade{
		s.lightness + within(r, -0.1, 0.1),
		s.chroma*within(r, 0.6, 1.3) + within(r, 0, 0.02),
		s.hue + within(r, -0.6, 0.6),
	}
}

// of is a shade with its hue in degrees.
func of(lightness, chroma, degrees float64) shade {
	return shade{lightness, chroma, degrees * math.Pi / 180}
}

// setting is where figures of a group are mostly met. As in photographs, where
// cows stand on grass, the surroundings give the group away, until they do not.
type setting struct{ ground, figure shade }

var settings = map[string]setting{
	"polygon":       {of(0.88, 0.04, 90), of(0.50, 0.16, 260)},  // blue card on cream
	"quadrilateral": {of(0.86, 0.04, 130), of(0.52, 0.15, 310)}, // purple card on pale green
	"round":         {of(0.84, 0.05, 10), of(0.62, 0.15, 50)},   // orange on pink
	"star":          {of(0.30, 0.07, 275), of(0.85, 0.15, 95)},  // yellow on the night sky
	"cross":         {of(0.90, 0.02, 200), of(0.55, 0.18, 25)},  // red on white
	"arrow":         {of(0.40, 0.02, 120), of(0.88, 0.04, 110)}, // white on asphalt
	"suit":          {of(0.50, 0.10, 150), of(0.20, 0.02, 0)},   // black on a green table
	"weather":       {of(0.62, 0.10, 240), of(0.93, 0.03, 240)}, // white on a blue sky
	"machine part":  {of(0.38, 0.05, 60), of(0.70, 0.02, 250)},  // steel on a workbench
	"letter":        {of(0.90, 0.05, 85), of(0.27, 0.04, 270)},  // ink on paper
}

// colours are those of classes that differ from their group's.
var colours = map[string]shade{
	"heart":   of(0.52, 0.19, 25),
	"diamond": of(0.55, 0.19, 20),
	"sun":     of(0.85, 0.16, 90),
	"moon":    of(0.92, 0.08, 100),
	"drop":    of(0.50, 0.14, 255),
}

// palette is the colours of one picture.
type palette struct{ ground, figure shade }

const (
	// strange is how often a ground, and independently a figure, has any colour.
	strange = 0.22
	// contrast is the least difference in lightness of ground and figure.
	contrast = 0.25
)

func newPalette(r *rand.Rand, class *Class) palette {
	usual := settings[class.Group]
	if c, ok := colours[class.Name]; ok {
		usual.figure = c
	}
	p := palette{usual.ground.akin(r), usual.figure.akin(r)}
	if r.Float64() < strange {
		p.ground = shade{within(r, 0.2, 0.95), within(r, 0.01, 0.1), within(r, 0, 2*math.Pi)}
	}
	if r.Float64() < strange {
		p.figure = shade{within(r, 0.2, 0.95), within(r, 0.02, 0.18), within(r, 0, 2*math.Pi)}
	}
	if d := p.figure.lightness - p.ground.lightness; math.Abs(d) < contrast {
		p.figure.lightness = p.ground.lightness + math.Copysign(contrast, d)
		if p.figure.lightness < 0.1 || p.figure.lightness > 1 {
			p.figure.lightness = p.ground.lightness - math.Copysign(contrast, d)
		}
	}
	return p
}
