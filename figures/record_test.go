package figures

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// recorded is what a figure draws, as shapes and not as pixels.
type recorded struct {
	texts   []drawnText
	fills   []drawnPath
	strokes []drawnPath
	images  []vg.Rectangle
}

type drawnText struct {
	text string
	area vg.Rectangle
}

type drawnPath struct {
	color  color.Color
	dashed bool
	area   vg.Rectangle
	points int
}

// record draws a figure on a canvas that remembers.
func record(figure Drawer, width, height vg.Length) recorded {
	var log recorder.Canvas
	figure.Draw(inner(draw.NewCanvas(&log, width, suited(figure, width, height))))

	fonts := font.NewCache(liberation.Collection())
	var r recorded
	var ink color.Color
	var dashed bool
	turned := []float64{0}
	for _, action := range log.Actions {
		switch a := action.(type) {
		case *recorder.SetColor:
			ink = a.Color
		case *recorder.SetLineDash:
			dashed = len(a.Dashes) > 0
		case *recorder.Push:
			turned = append(turned, turned[len(turned)-1])
		case *recorder.Pop:
			turned = turned[:len(turned)-1]
		case *recorder.Rotate:
			turned[len(turned)-1] += a.Angle
		case *recorder.FillString:
			face := fonts.Lookup(a.Font, a.Size)
			extents := face.Extents()
			low := vg.Point{X: a.Point.X, Y: a.Point.Y - 0.5*extents.Descent}
			high := vg.Point{X: a.Point.X + face.Width(a.String), Y: a.Point.Y + 0.7*extents.Ascent}
			if turned[len(turned)-1] != 0 { // by a quarter
				low, high = vg.Point{X: -high.Y, Y: low.X}, vg.Point{X: -low.Y, Y: high.X}
			}
			r.texts = append(r.texts, drawnText{a.String, vg.Rectangle{Min: low, Max: high}})
		case *recorder.Fill:
			r.fills = append(r.fills, drawnPath{ink, false, bounds(a.Path), len(a.Path)})
		case *recorder.Stroke:
			r.strokes = append(r.strokes, drawnPath{ink, dashed, bounds(a.Path), len(a.Path)})
		case *recorder.DrawImage:
			r.images = append(r.images, a.Rectangle)
		}
	}
	return r
}

func bounds(p vg.Path) vg.Rectangle {
	area := vg.Rectangle{Min: vg.Point{X: math.MaxFloat64, Y: math.MaxFloat64}, Max: vg.Point{X: -math.MaxFloat64, Y: -math.MaxFloat64}}
	for _, step := range p {
		if step.Type == vg.CloseComp {
			continue
		}
		area.Min.X, area.Max.X = min(area.Min.X, step.Pos.X-step.Radius), max(area.Max.X, step.Pos.X+step.Radius)
		area.Min.Y, area.Max.Y = min(area.Min.Y, step.Pos.Y-step.Radius), max(area.Max.Y, step.Pos.Y+step.Radius)
	}
	return area
}

// filled counts fills of a colour.
func (r recorded) filled(c color.Color) int {
	n := 0
	for _, f := range r.fills {
		if f.color == c {
			n++
		}
	}
	return n
}

// lines counts curves of a colour with more than two points.
func (r recorded) lines(c color.Color) int {
	n := 0
	for _, s := range r.strokes {
		if s.color == c && s.points > 2 {
			n++
		}
	}
	return n
}

// of returns the areas of fills of a colour.
func (r recorded) of(c color.Color) []vg.Rectangle {
	var areas []vg.Rectangle
	for _, f := range r.fills {
		if f.color == c {
			areas = append(areas, f.area)
		}
	}
	return areas
}

// curves returns the areas of curves of a colour with more than two points.
func (r recorded) curves(c color.Color) []vg.Rectangle {
	var areas []vg.Rectangle
	for _, s := range r.strokes {
		if s.color == c && s.points > 2 {
			areas = append(areas, s.area)
		}
	}
	return areas
}

// extent is a rectangle in the coordinates of the data.
type extent struct{ xmin, xmax, ymin, ymax float64 }

// ruler returns what turns areas that record saw into the data coordinates of a
// panel.
func ruler(figure *Panels, row, column int, width vg.Length) func(vg.Rectangle) extent {
	c := inner(draw.NewCanvas(new(recorder.Canvas), width, suited(figure, width, 0)))
	c = drawLegend(drawHeading(c, figure.Title), figure.legend)
	tiles, _ := figure.place(c)
	p := figure.plots[row][column]
	data := unlabelled(p).DataCanvas(tiles[row][column])
	x := func(at vg.Length) float64 {
		return p.X.Min + float64((at-data.Min.X)/data.Size().X)*(p.X.Max-p.X.Min)
	}
	y := func(at vg.Length) float64 {
		return p.Y.Min + float64((at-data.Min.Y)/data.Size().Y)*(p.Y.Max-p.Y.Min)
	}
	return func(area vg.Rectangle) extent {
		return extent{x(area.Min.X), x(area.Max.X), y(area.Min.Y), y(area.Max.Y)}
	}
}

// near reports whether two extents agree to a hundredth.
func (e extent) near(want extent) bool {
	for _, d := range []float64{e.xmin - want.xmin, e.xmax - want.xmax, e.ymin - want.ymin, e.ymax - want.ymax} {
		if math.Abs(d) > 0.01 {
			return false
		}
	}
	return true
}

// says counts how often a text is written.
func (r recorded) says(text string) int {
	n := 0
	for _, t := range r.texts {
		if t.text == text {
			n++
		}
	}
	return n
}

// mustSay fails the test for each text that is not written.
func (r recorded) mustSay(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if r.says(text) == 0 {
			t.Errorf("%q is not written", text)
		}
	}
}

// TestTextsStayApart checks, in every figure, that no text runs into another or
// over the edge, long names included.
func TestTextsStayApart(t *testing.T) {
	for _, d := range demos() {
		r := record(d.figure, d.width, d.height)
		height := suited(d.figure, d.width, d.height)
		if len(r.texts) == 0 {
			t.Errorf("%s: no text at all", d.name)
		}
		for i, a := range r.texts {
			if a.area.Min.X < 0 || a.area.Max.X > d.width || a.area.Min.Y < 0 || a.area.Max.Y > height {
				t.Errorf("%s: %q is cut off: %v of %v by %v", d.name, a.text, a.area, d.width, height)
			}
			for _, b := range r.texts[:i] {
				if overlap(a.area, b.area) {
					t.Errorf("%s: %q and %q overlap", d.name, a.text, b.text)
				}
			}
		}
	}
}

// TestPanelsLineUp checks that the data areas of small multiples share their
// edges although their labels differ in width.
func TestPanelsLineUp(t *testing.T) {
	figure := demoTraining()
	canvas := draw.NewCanvas(new(recorder.Canvas), Page, 4*vg.Inch)
	tiles, _ := figure.place(canvas)
	area := func(j, i int) vg.Rectangle { return unlabelled(figure.plots[j][i]).DataCanvas(tiles[j][i]).Rectangle }
	near := func(a, b vg.Length) bool { return math.Abs(float64(a-b)) < 0.1 }
	for j := range 2 {
		for i := range 3 {
			this, first, top := area(j, i), area(j, 0), area(0, i)
			if !near(this.Min.Y, first.Min.Y) || !near(this.Max.Y, first.Max.Y) {
				t.Errorf("panel %d,%d: top and bottom %v, the row's first %v", j, i, this, first)
			}
			if !near(this.Min.X, top.Min.X) || !near(this.Max.X, top.Max.X) {
				t.Errorf("panel %d,%d: left and right %v, the column's first %v", j, i, this, top)
			}
			if !near(this.Size().X, first.Size().X) || !near(this.Size().Y, top.Size().Y) {
				t.Errorf("panel %d,%d is %v, others %v", j, i, this.Size(), first.Size())
			}
		}
	}
}
