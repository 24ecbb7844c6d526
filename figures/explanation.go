package figures

import (
	"fmt"
	"image"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Pair is a pair of focal sets and how the consistency term sees it.
type Pair struct {
	Fine, Coarse string  // names of the sets A and B
	Kappa        float64 // partial inclusion, equation 12
	Weight       float64 // specificity of both, equation 13
	T            float64 // conjunction of m(A) and μ(m(B))
	Score        float64 // s(A, B), equation 15
}

// Explanation shows what a model thinks of one image, from its masses to its
// decision.
type Explanation struct {
	Image        image.Image
	Facts        [][2]string // under the image: name and value, such as "true", "tulip"; the value may have lines
	Fine, Coarse []Mass      // top sets of each level, in the order to be shown
	Pairs        []Pair      // top pairs, in the order to be shown
	Consistency  float64     // Cons of the image
}

const (
	factLine  = 10.5
	pairLine  = 11
	cardWidth = 112
)

func (e *Explanation) barsHeight() vg.Length {
	return 60 + 13*vg.Length(max(len(e.Fine), len(e.Coarse), 3))
}

func (e *Explanation) tableHeight() vg.Length {
	return pairLine*vg.Length(len(e.Pairs)+2) + 10
}

func (e *Explanation) height(vg.Length) vg.Length {
	lines := 0
	for _, fact := range e.Facts {
		lines += 2 + strings.Count(fact[1], "\n")
	}
	left := cardWidth + 5 + factLine*vg.Length(lines) + 2*vg.Length(len(e.Facts))
	return max(left, e.barsHeight()+e.tableHeight())
}

// Draw implements Drawer.
func (e *Explanation) Draw(c draw.Canvas) {
	e.drawCard(c)
	c = draw.Crop(c, cardWidth+10, 0, 0, 0)
	fine, coarse := massBars("fine level", "mass m(A)", e.Fine), massBars("coarse level", "mass m(B)", e.Coarse)
	rows := max(fine.Y.Max-fine.Y.Min, coarse.Y.Max-coarse.Y.Min)
	fine.Y.Min, coarse.Y.Min = fine.Y.Max-rows, coarse.Y.Max-rows // bars of one height
	bars := Panels{plots: [][]*plot.Plot{{fine, coarse}}, legend: massKeys}
	bars.Draw(draw.Crop(c, 0, 0, c.Max.Y-c.Min.Y-e.barsHeight(), 0))
	e.drawPairs(draw.Crop(c, 4, -4, 0, -e.barsHeight()-6))
}

// drawCard draws the image with the facts below.
func (e *Explanation) drawCard(c draw.Canvas) {
	top := c.Max.Y
	drawImage(c, vg.Rectangle{
		Min: vg.Point{X: c.Min.X, Y: top - cardWidth}, Max: vg.Point{X: c.Min.X + cardWidth, Y: top},
	}, e.Image)
	y := top - cardWidth - 5
	name := colored(aligned(sans(smallSize), draw.XLeft, draw.YTop), axisInk)
	value := aligned(bold(smallSize), draw.XLeft, draw.YTop)
	for _, fact := range e.Facts {
		write(c, name, vg.Point{X: c.Min.X, Y: y}, fact[0])
		for _, line := range strings.Split(fact[1], "\n") {
			y -= factLine
			write(c, value, vg.Point{X: c.Min.X, Y: y}, fitted(line, cardWidth, value.Width))
		}
		y -= factLine + 2
	}
}

// drawPairs writes the table of pairs, each with a bar for its share of the
// greatest score.
func (e *Explanation) drawPairs(c draw.Canvas) {
	width := c.Max.X - c.Min.X
	columns := []struct {
		head  string
		at    vg.Length // of the text's left or right edge, as a share of the width
		right bool
	}{
		{"fine set A", 0, false}, {"coarse set B", 0.31, false},
		{"κ", 0.67, true}, {"wᶠwᶜ", 0.75, true}, {"T", 0.82, true}, {"s(A, B)", 0.91, true},
	}
	cell := func(k int, y vg.Length, s string, strong bool) {
		style := sans(smallSize)
		if strong {
			style = bold(smallSize)
		}
		style = aligned(style, draw.XLeft, draw.YCenter)
		if columns[k].right {
			style.XAlign = draw.XRight
		} else {
			s = fittedSet(s, 0.295*width, style.Width)
		}
		write(c, style, vg.Point{X: c.Min.X + columns[k].at*width, Y: y}, s)
	}
	y := c.Max.Y - pairLine/2
	for k, column := range columns {
		cell(k, y, column.head, true)
	}
	c.StrokeLine2(stroke(axisInk, 0.6), c.Min.X, y-pairLine/2, c.Max.X, y-pairLine/2)
	greatest := 0.0
	for _, p := range e.Pairs {
		greatest = max(greatest, p.Score)
	}
	for _, p := range e.Pairs {
		y -= pairLine
		cell(0, y-1, p.Fine, false)
		cell(1, y-1, p.Coarse, false)
		for k, v := range []float64{p.Kappa, p.Weight, p.T, p.Score} {
			digits := "%.2f"
			if k == 3 {
				digits = "%.4f"
			}
			cell(k+2, y-1, fmt.Sprintf(digits, v), false)
		}
		if greatest > 0 {
			low := vg.Point{X: c.Min.X + 0.925*width, Y: y - 4}
			c.FillPolygon(right, rectangle(low, vg.Point{X: low.X + vg.Length(p.Score/greatest)*0.075*width, Y: y + 2.5}))
		}
	}
	y -= pairLine
	c.StrokeLine2(stroke(axisInk, 0.6), c.Min.X, y+pairLine/2-1, c.Max.X, y+pairLine/2-1)
	style := aligned(bold(smallSize), draw.XLeft, draw.YCenter)
	write(c, style, vg.Point{X: c.Min.X, Y: y - 2}, fmt.Sprintf("consistency of this image: Cons = %.4f", e.Consistency))
}
