package figures

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Group is a coarse label with its fine ones.
type Group struct {
	Name   string
	Leaves []Picture // the fine labels; Image may be nil
}

// Tree shows a two-level hierarchy.
type Tree struct{ Groups []Group }

// Hierarchy draws each coarse label beside its fine labels, in two columns where
// there are many. Where leaves have images, class means or examples, they stand
// over the names.
func Hierarchy(groups ...Group) *Tree { return &Tree{groups} }

const (
	treePad   = 6
	chipLine  = 12
	thumbSide = 30
	groupGap  = 5
	bracket   = 12
	nameLine  = 9
)

var (
	coarseStyle = aligned(bold(smallSize), draw.XLeft, draw.YCenter)
	leafStyle   = aligned(sans(tinySize+0.5), draw.XLeft, draw.YCenter)
)

// columns is two where that is no taller than half of one column.
func (t *Tree) columns(width vg.Length) int {
	if len(t.Groups) > 1 && t.heightIn(2, width) <= 0.6*t.heightIn(1, width) {
		return 2
	}
	return 1
}

// stem is the width of the widest coarse name and its bracket.
func (t *Tree) stem() vg.Length {
	var width vg.Length
	for _, g := range t.Groups {
		for _, line := range broken(g.Name) {
			width = max(width, coarseStyle.Width(line))
		}
	}
	return width + bracket + 8
}

// broken divides a long name at the space or underscore nearest to its middle.
func broken(name string) []string {
	if len(name) <= 14 {
		return []string{name}
	}
	best := -1
	for i, letter := range name {
		if (letter == '_' || letter == ' ') && (best < 0 || abs(i-len(name)/2) < abs(best-len(name)/2)) {
			best = i
		}
	}
	if best < 0 {
		return []string{name}
	}
	return []string{name[:best+1], name[best+1:]}
}

// leafBox is where a leaf goes, relative to the top left of its group's leaves.
type leafBox struct{ x, y, width, height vg.Length }

// flow sets a group's leaves in lines of at most the given width.
func (t *Tree) flow(g Group, width vg.Length) (placed []leafBox, height vg.Length) {
	line := vg.Length(chipLine)
	for _, leaf := range g.Leaves {
		if leaf.Image != nil {
			line = thumbSide + chipLine
		}
	}
	var x, y vg.Length
	for _, leaf := range g.Leaves {
		w := leafStyle.Width(leaf.Caption) + 8
		if leaf.Image != nil {
			w = max(w, thumbSide+6)
		}
		if x > 0 && x+w > width {
			x, y = 0, y+line
		}
		placed = append(placed, leafBox{x, y, w, line})
		x += w
	}
	return placed, max(y+line, vg.Length(len(broken(g.Name)))*nameLine)
}

// leafWidth is the room right of a stem, with the groups in n columns.
func (t *Tree) leafWidth(n int, width vg.Length) vg.Length {
	return (width-vg.Length(n-1)*2*treePad)/vg.Length(n) - t.stem()
}

// parts splits the groups over n columns, top to bottom.
func (t *Tree) parts(n int) [][]Group {
	per := (len(t.Groups) + n - 1) / n
	var parts [][]Group
	for start := 0; start < len(t.Groups); start += per {
		parts = append(parts, t.Groups[start:min(start+per, len(t.Groups))])
	}
	return parts
}

func (t *Tree) height(width vg.Length) vg.Length { return t.heightIn(t.columns(width), width) }

func (t *Tree) heightIn(n int, width vg.Length) vg.Length {
	var tallest vg.Length
	for _, part := range t.parts(n) {
		sum := vg.Length(-groupGap)
		for _, g := range part {
			_, h := t.flow(g, t.leafWidth(n, width))
			sum += h + groupGap
		}
		tallest = max(tallest, sum)
	}
	return tallest
}

// Draw implements Drawer.
func (t *Tree) Draw(c draw.Canvas) {
	n := t.columns(c.Max.X - c.Min.X)
	leafWidth := t.leafWidth(n, c.Max.X-c.Min.X)
	left, number := c.Min.X, 0
	for _, part := range t.parts(n) {
		top := c.Max.Y
		for _, g := range part {
			placed, h := t.flow(g, leafWidth)
			drawGroup(c, g, placed, vg.Point{X: left, Y: top}, t.stem(), h, palette[number%len(palette)])
			top -= h + groupGap
			number++
		}
		left += t.stem() + leafWidth + 2*treePad
	}
}

func drawGroup(c draw.Canvas, g Group, placed []leafBox, corner vg.Point, stem, h vg.Length, hue color.RGBA) {
	middle := corner.Y - h/2
	line := stroke(hue, 1)
	name := aligned(coarseStyle, draw.XRight, draw.YCenter)
	lines := broken(g.Name)
	for i, line := range lines {
		y := middle + nameLine*(vg.Length(len(lines)-1)/2-vg.Length(i))
		write(c, colored(name, darker(hue)), vg.Point{X: corner.X + stem - bracket - 4, Y: y}, line)
	}
	spine := corner.X + stem - 3
	c.StrokeLine2(line, spine-bracket/2-2, middle, spine, middle)
	c.StrokeLine2(line, spine, corner.Y-1, spine, corner.Y-h+1)
	var lift vg.Length // of leaves in one line beside a name of two
	if n := len(placed); n > 0 {
		lift = (h - placed[n-1].y - placed[n-1].height) / 2
	}
	for i, leaf := range g.Leaves {
		b := placed[i]
		x, y := corner.X+stem+b.x, corner.Y-b.y-lift
		drawLeaf(c, leaf, x, y, b, leafStyle)
	}
}

func drawLeaf(c draw.Canvas, leaf Picture, x, y vg.Length, b leafBox, style text.Style) {
	if leaf.Image == nil {
		write(c, style, vg.Point{X: x + 4, Y: y - b.height/2}, leaf.Caption)
		return
	}
	middle := x + b.width/2
	drawImage(c, vg.Rectangle{
		Min: vg.Point{X: middle - thumbSide/2, Y: y - thumbSide}, Max: vg.Point{X: middle + thumbSide/2, Y: y},
	}, leaf.Image)
	style = aligned(style, draw.XCenter, draw.YCenter)
	write(c, style, vg.Point{X: middle, Y: y - thumbSide - chipLine/2 + 1}, leaf.Caption)
}

// darker is a colour of text legible on white.
func darker(c color.RGBA) color.RGBA {
	return color.RGBA{uint8(0.75 * float64(c.R)), uint8(0.75 * float64(c.G)), uint8(0.75 * float64(c.B)), 0xff}
}

func abs[T int | float64](v T) T {
	if v < 0 {
		return -v
	}
	return v
}
