package figures

import (
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Contacts is a contact sheet: pictures in rows, each over its caption.
type Contacts struct {
	Pictures []Picture
	Columns  int
}

// ContactSheet arranges pictures in rows of the given length. It panics if columns
// is not positive.
func ContactSheet(pictures []Picture, columns int) *Contacts {
	if columns < 1 {
		panic("figures: no columns")
	}
	return &Contacts{Pictures: pictures, Columns: columns}
}

const (
	contactGap  = 6
	captionLine = 7.5
)

func (s *Contacts) rows() int { return (len(s.Pictures) + s.Columns - 1) / s.Columns }

// captionLines is the number of lines that the longest caption takes.
func (s *Contacts) captionLines() vg.Length {
	lines := 0
	for _, p := range s.Pictures {
		if p.Caption != "" {
			lines = max(lines, 1+strings.Count(p.Caption, "\n"))
		}
	}
	return vg.Length(lines)
}

func (s *Contacts) side(width vg.Length) vg.Length {
	return (width-contactGap)/vg.Length(s.Columns) - contactGap
}

func (s *Contacts) height(width vg.Length) vg.Length {
	return contactGap + vg.Length(s.rows())*(s.side(width)+s.captionLines()*captionLine+contactGap)
}

// Draw implements Drawer.
func (s *Contacts) Draw(c draw.Canvas) {
	side := s.side(c.Max.X - c.Min.X)
	step := side + s.captionLines()*captionLine + contactGap
	style := aligned(sans(tinySize), draw.XCenter, draw.YTop)
	for k, picture := range s.Pictures {
		x := c.Min.X + contactGap + vg.Length(k%s.Columns)*(side+contactGap)
		y := c.Max.Y - contactGap - side - vg.Length(k/s.Columns)*step
		drawImage(c, vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + side, Y: y + side}}, picture.Image)
		for i, line := range strings.Split(picture.Caption, "\n") {
			at := vg.Point{X: x + side/2, Y: y - 1 - vg.Length(i)*captionLine}
			write(c, style, at, fitted(line, side+contactGap-1, style.Width))
		}
	}
}
