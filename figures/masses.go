package figures

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Mass is the mass of one set, or a belief or probability shown the same way.
type Mass struct {
	Name  string // "{rose, tulip}", or "Ω"
	Value float64
	Holds bool // the set holds the true label
}

// Omega is the name under which Masses draws ignorance in grey.
const Omega = "Ω"

// Masses draws the masses of one image as horizontal bars in the order given,
// sets that hold the true label in blue, the others in vermilion, Omega in grey.
func Masses(title, axis string, masses []Mass) *Panels {
	return &Panels{
		plots:  [][]*plot.Plot{{massBars(title, axis, masses)}},
		legend: massKeys,
		aspect: 0.22 + 0.07*float64(len(masses)),
	}
}

var massKeys = []key{
	{"holds the true label", sample{fill: right}}, {"does not", sample{fill: wrongMass}}, {"ignorance", sample{fill: unknown}},
}

var wrongMass = tint(wrong, 0.8)

func massBars(title, axis string, masses []Mass) *plot.Plot {
	p := newPlot(title, axis, "")
	names := make(nameTicks, len(masses))
	var bars boxes
	var labels notes
	highest := 0.0
	for i, m := range masses {
		row := len(masses) - 1 - i
		y := float64(row)
		names[row] = shortSet(m.Name, 34)
		highest = max(highest, m.Value)
		bars.list = append(bars.list, massBar(m, y))
		style := aligned(sans(tinySize), draw.XLeft, draw.YCenter)
		labels = append(labels, note{max(m.Value, 0), y, fmt.Sprintf("%.2f", m.Value), style, vg.Point{X: 2.5}})
	}
	if len(bars.list) > 0 {
		p.Add(bars)
	}
	p.Add(labels)
	p.X.Min = min(0, p.X.Min)
	p.X.Max = math.Ceil(10*max(highest, 0.05)-1e-9) / 10
	within(&p.Y, -0.6, float64(max(len(masses), 1))-0.4)
	p.Y.Tick.Marker = names
	p.Y.Tick.Length = 0
	p.Y.Tick.Label.Font.Size = smallSize
	return p
}

func massBar(m Mass, y float64) box {
	fill := color.Color(wrongMass)
	switch {
	case m.Name == Omega:
		fill = unknown
	case m.Holds:
		fill = right
	}
	return box{min(m.Value, 0), max(m.Value, 0), y - 0.36, y + 0.36, fill, draw.LineStyle{}}
}

// shortSet abridges "{apple, pear, quince, plum}" to "{apple, pear, +2}" where it
// is longer than limit letters, and any other name with an ellipsis.
func shortSet(name string, limit int) string {
	letters := []rune(name)
	if len(letters) <= limit {
		return name
	}
	if !strings.HasPrefix(name, "{") {
		return string(letters[:limit-1]) + "…"
	}
	members := strings.Split(strings.Trim(name, "{}"), ", ")
	for kept := len(members) - 1; kept > 0; kept-- {
		s := fmt.Sprintf("{%s, +%d}", strings.Join(members[:kept], ", "), len(members)-kept)
		if len([]rune(s)) <= limit || kept == 1 {
			return s
		}
	}
	return name
}

// fittedSet abridges a set's name until it is at most width wide.
func fittedSet(name string, width vg.Length, measure func(string) vg.Length) string {
	for limit := len([]rune(name)); limit > 0; limit-- {
		if s := shortSet(name, limit); measure(s) <= width {
			return s
		}
	}
	return fitted(name, width, measure)
}
