package figures

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels is one or more plots whose data areas line up, under a common title and a
// common legend.
type Panels struct {
	Title string

	plots   [][]*plot.Plot // by row and column; nil leaves a place empty
	legend  []key
	widths  []float64 // shares of the data areas, per column; nil: equal
	heights []float64 // shares of the data areas, per row; nil: equal
	aspect  float64   // suitable height over width; 0: small panels' 0.72
	tall    vg.Length // suitable height at any width; 0: by aspect
}

// key is an entry of a legend.
type key struct {
	name   string
	sample sample
}

const (
	panelGap = 10 // between tiles
	keyGap   = 14
	keyLine  = 12 // of a legend's line
)

// Draw implements Drawer. Titles and labels of axes are written here and not by
// the plots, so that those of a row or column stand on one line.
func (p *Panels) Draw(c draw.Canvas) {
	c = drawHeading(c, p.Title)
	c = drawLegend(c, p.legend)
	tiles, room := p.place(c)
	for j, row := range p.plots {
		for i, q := range row {
			if q == nil {
				continue
			}
			unlabelled(q).Draw(tiles[j][i])
			data := unlabelled(q).DataCanvas(tiles[j][i])
			center := data.Center()
			title, x, y := q.Title, q.X.Label, q.Y.Label
			write(c, aligned(title.TextStyle, draw.XCenter, draw.YBottom),
				vg.Point{X: center.X, Y: data.Max.Y + room.above[j] - titleRoom(q) + title.Padding}, title.Text)
			write(c, aligned(x.TextStyle, draw.XCenter, draw.YBottom),
				vg.Point{X: center.X, Y: data.Min.Y - room.below[j] + 2}, x.Text)
			upright := aligned(y.TextStyle, draw.XCenter, draw.YTop)
			upright.Rotation = math.Pi / 2
			c.FillText(upright, vg.Point{X: data.Min.X - room.left[i] - 2, Y: center.Y}, y.Text)
		}
	}
}

// unlabelled is a plot without its title and the labels of its axes.
func unlabelled(p *plot.Plot) *plot.Plot {
	q := *p
	q.Title.Text, q.X.Label.Text, q.Y.Label.Text = "", "", ""
	return &q
}

func titleRoom(p *plot.Plot) vg.Length {
	return textRoom(p.Title.Text, p.Title.TextStyle, p.Title.Padding)
}

// textRoom is the height of a text and its padding, none where there is no text.
func textRoom(s string, style text.Style, padding vg.Length) vg.Length {
	if s == "" {
		return 0
	}
	return style.Height(s) + padding
}

func (p *Panels) height(width vg.Length) vg.Length {
	if p.tall > 0 {
		return p.tall
	}
	if p.aspect > 0 {
		return vg.Length(p.aspect) * width
	}
	rows, columns := len(p.plots), len(p.plots[0])
	return width*vg.Length(rows)*0.72/vg.Length(columns) + 20
}

// drawHeading writes a title at the top and returns what is left of the canvas.
func drawHeading(c draw.Canvas, title string) draw.Canvas {
	if title == "" {
		return c
	}
	style := aligned(bold(titleSize), draw.XCenter, draw.YTop)
	c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y}, title)
	return draw.Crop(c, 0, 0, 0, -(style.Height(title) + 6))
}

// width is the room of a key, sample and name.
func (k key) width() vg.Length { return k.sample.width() + 4 + keyStyle.Width(k.name) }

var keyStyle = aligned(sans(smallSize), draw.XLeft, draw.YCenter)

// drawLegend lays keys out in centred lines at the top, in columns where there are
// more than two lines, and returns what is left of the canvas.
func drawLegend(c draw.Canvas, keys []key) draw.Canvas {
	if len(keys) == 0 {
		return c
	}
	lines := wrap(keys, c.Max.X-c.Min.X)
	var column vg.Length
	if len(lines) > 2 {
		for _, k := range keys {
			column = max(column, k.width()+keyGap)
		}
		columns := max(1, int((c.Max.X-c.Min.X+keyGap)/column))
		if (len(keys)+columns-1)/columns > len(lines)+1 { // names of very unlike lengths
			column = 0
		} else {
			lines = nil
			for start := 0; start < len(keys); start += columns {
				lines = append(lines, keys[start:min(start+columns, len(keys))])
			}
		}
	}
	y := c.Max.Y - keyLine/2
	for _, line := range lines {
		total := vg.Length(-keyGap)
		for _, k := range line {
			total += max(column, k.width()+keyGap)
		}
		x := c.Center().X - total/2
		if column > 0 {
			x = c.Center().X - (vg.Length(len(lines[0]))*column-keyGap)/2
		}
		for _, k := range line {
			w := k.sample.width()
			area := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: x, Y: y - 4}, Max: vg.Point{X: x + w, Y: y + 4},
			}}
			k.sample.Thumbnail(&area)
			write(c, keyStyle, vg.Point{X: x + w + 4, Y: y}, k.name)
			x += max(column, k.width()+keyGap)
		}
		y -= keyLine
	}
	return draw.Crop(c, 0, 0, 0, -vg.Length(len(lines))*keyLine-4)
}

// wrap breaks keys into lines that fit a width.
func wrap(keys []key, width vg.Length) [][]key {
	var lines [][]key
	var used vg.Length
	for _, k := range keys {
		if len(lines) == 0 || used+keyGap+k.width() > width {
			lines, used = append(lines, nil), -keyGap
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], k)
		used += keyGap + k.width()
	}
	return lines
}

// room is what labels take around the data areas: left and right of each column,
// below and above each row.
type room struct{ left, right, below, above []vg.Length }

// place returns each plot's canvas, without its title and labels, such that the
// data areas of a row share top and bottom, those of a column share left and
// right, and the shares hold.
func (p *Panels) place(c draw.Canvas) ([][]draw.Canvas, room) {
	rows, columns := len(p.plots), len(p.plots[0])
	tiles := make([][]draw.Canvas, rows)
	for j := range tiles {
		tiles[j] = make([]draw.Canvas, columns)
		for i := range tiles[j] {
			tiles[j][i] = draw.Tiles{Rows: rows, Cols: columns}.At(c, i, j)
		}
	}
	var r room
	// The room that ticks need depends a little on the size of the data area, so
	// that a second round is worth its time.
	for range 2 {
		r = room{make([]vg.Length, columns), make([]vg.Length, columns), make([]vg.Length, rows), make([]vg.Length, rows)}
		for j, row := range p.plots {
			for i, q := range row {
				if q == nil {
					continue
				}
				left, right, below, above := marginsOf(q, tiles[j][i])
				x, y := q.X.Label, q.Y.Label
				r.left[i] = max(r.left[i], left+textRoom(y.Text, y.TextStyle, y.Padding))
				r.right[i] = max(r.right[i], right)
				r.below[j] = max(r.below[j], below+textRoom(x.Text, x.TextStyle, x.Padding))
				r.above[j] = max(r.above[j], above+titleRoom(q))
			}
		}
		x := spans(c.Min.X, c.Max.X, r.left, r.right, p.widths)
		y := spans(-c.Max.Y, -c.Min.Y, r.above, r.below, p.heights) // rows run downwards
		for j, row := range p.plots {
			for i, q := range row {
				if q == nil {
					continue
				}
				left, right, below, above := marginsOf(q, tiles[j][i])
				tiles[j][i].Rectangle = vg.Rectangle{
					Min: vg.Point{X: x[i].from - left, Y: -y[j].to - below},
					Max: vg.Point{X: x[i].to + right, Y: -y[j].from + above},
				}
			}
		}
	}
	return tiles, r
}

// marginsOf returns the room that a plot's ticks take on a canvas.
func marginsOf(p *plot.Plot, c draw.Canvas) (left, right, below, above vg.Length) {
	data := unlabelled(p).DataCanvas(c)
	return data.Min.X - c.Min.X, c.Max.X - data.Max.X, data.Min.Y - c.Min.Y, c.Max.Y - data.Max.Y
}

type span struct{ from, to vg.Length }

// spans divides [low, high] into data areas of the given shares with margins
// before and after each.
func spans(low, high vg.Length, before, after []vg.Length, shares []float64) []span {
	room := high - low - panelGap*vg.Length(len(before)-1)
	total := 0.0
	for i := range before {
		room -= before[i] + after[i]
		total += share(shares, i)
	}
	result := make([]span, len(before))
	at := low
	for i := range before {
		size := room * vg.Length(share(shares, i)/total)
		result[i] = span{at + before[i], at + before[i] + size}
		at += before[i] + size + after[i] + panelGap
	}
	return result
}

func share(shares []float64, i int) float64 {
	if shares == nil {
		return 1
	}
	return shares[i]
}
