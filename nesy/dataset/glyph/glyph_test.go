package glyph

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

func ExampleClasses() {
	group := ""
	for _, c := range Classes() {
		if c.Group != group {
			group = c.Group
			fmt.Printf("\n%s:", group)
		}
		fmt.Printf(" %s,", c.Name)
	}
	// Output:
	// polygon: triangle, pentagon, hexagon, octagon,
	// quadrilateral: square, rhombus, kite, trapezium,
	// round: disc, ellipse, ring, rounded square,
	// star: four-pointed star, five-pointed star, six-pointed star, eight-pointed star,
	// cross: plus, saltire, cross pattée, asterisk,
	// arrow: arrow, double arrow, chevron, dart,
	// suit: heart, diamond, club, spade,
	// weather: sun, moon, cloud, drop,
	// machine part: gear, wheel, nut, propeller,
	// letter: A, O, T, X,
}

func TestClassesHaveNamesAndColours(t *testing.T) {
	names := make(map[string]bool)
	for _, c := range Classes() {
		if names[c.Name] {
			t.Errorf("two classes are called %s", c.Name)
		}
		names[c.Name] = true
		if _, ok := settings[c.Group]; !ok {
			t.Errorf("no setting for %s", c.Group)
		}
	}
	for name := range colours {
		if !names[name] {
			t.Errorf("a colour for the class %q, which does not exist", name)
		}
	}
	if len(settings) != 10 || len(names) != 40 {
		t.Errorf("%d settings and %d classes", len(settings), len(names))
	}
}

func source(seed int) *rand.Rand { return rand.New(rand.NewPCG(42, uint64(seed))) }

// The hashes are of what this package first drew, on an amd64 processor; others
// may fuse multiplications and additions and round differently. A change means
// that all results on the built-in data change.
func TestGolden(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("drawn on amd64")
	}
	pixels := make([]byte, Bytes)
	for class, want := range map[int]string{
		3:  "15dfe76efdebdb2d",
		10: "ab6a758a8a0c1275",
		28: "40fe64d6ad308416",
		39: "c7f2f4abdc6202f3",
	} {
		Draw(source(class), class, pixels)
		sum := sha256.Sum256(pixels)
		if got := hex.EncodeToString(sum[:8]); got != want {
			t.Errorf("%s: %s, was %s", classes[class].Name, got, want)
		}
	}
}

func TestDrawOverwritesAndRepeats(t *testing.T) {
	a, b := make([]byte, Bytes), bytes.Repeat([]byte{99}, Bytes)
	for class := range classes {
		Draw(source(1), class, a)
		Draw(source(1), class, b)
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two pictures from one seed", classes[class].Name)
		}
		Draw(source(2), class, b)
		if bytes.Equal(a, b) {
			t.Errorf("%s: one picture from two seeds", classes[class].Name)
		}
	}
}

func TestDrawPanics(t *testing.T) {
	for want, draw := range map[string]func(){
		"glyph: destination length mismatch": func() { Draw(source(1), 0, make([]byte, Bytes-1)) },
		"glyph: class out of range":          func() { Draw(source(1), len(classes), make([]byte, Bytes)) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panicked with %v, want %q", got, want)
				}
			}()
			draw()
		}()
	}
}

// straight is a figure of a class in the middle of the canvas, at a radius of ten
// pixels.
func straight(c *canvas, class *Class, r *rand.Rand) *mask {
	c.cover(class.draw(r), placed(point{Side / 2, Side / 2}, 10, 0, 1, 0))
	return &c.mask
}

func area(m *mask) (sum float64) {
	for _, v := range m {
		sum += float64(v)
	}
	return sum
}

// TestAreas compares what is covered with the figures' areas, in units of a disc
// of ten pixels' radius squared.
func TestAreas(t *testing.T) {
	c := newCanvas()
	for name, figure := range map[string]struct {
		outline outline
		want    float64
	}{
		"square":          {solid(polygon(4)), 2},
		"hexagon":         {solid(polygon(6)), 1.5 * math.Sqrt(3)},
		"disc":            {solid(ellipse(1, 1)), math.Pi},
		"ring":            {solid(ellipse(1, 1)).cut(ellipse(0.5, 0.5)), 0.75 * math.Pi},
		"plus":            {solid(arms(4, 0.4)...), 2*2*0.4 - 0.4*0.4}, // counted once where arms cross
		"squircle":        {solid(superellipse(4)), 3.7081494},         // 4 Γ(5/4)² / Γ(3/2)
		"half-moon":       {solid(crescent(1, 1)), math.Pi/3 + math.Sqrt(3)/2},
		"turning left":    {solid(polygon(4).scaled(-1, 1)), 2},
		"two of one hole": {solid(ellipse(1, 1)).cut(polygon(4)).add(ellipse(0.3, 0.3)), math.Pi - 2 + 0.09*math.Pi},
	} {
		c.cover(figure.outline, placed(point{Side / 2, Side / 2}, 10, 0.3, 1, 0))
		if got := area(&c.mask) / 100; math.Abs(got-figure.want) > 0.01*figure.want {
			t.Errorf("%s: area %.4f, want %.4f", name, got, figure.want)
		}
	}
}

func TestFiguresFillTheirPlace(t *testing.T) {
	c := newCanvas()
	for k := range classes {
		for seed := range 20 {
			m := straight(c, &classes[k], source(seed))
			if a := area(m); a < 0.07*plane || a > 0.4*plane {
				t.Errorf("%s covers %.2f of the picture", classes[k].Name, a/plane)
			}
			for p, v := range m {
				if x, y := p%Side, p/Side; v > 0 && (x < 3 || x >= Side-3 || y < 3 || y >= Side-3) {
					t.Fatalf("%s reaches pixel %d, %d at a radius of ten", classes[k].Name, x, y)
				}
			}
		}
	}
}

// TestFiguresDiffer holds the undistorted figures apart. Octagon and disc are the
// most alike, with 0.963 of their area in common.
func TestFiguresDiffer(t *testing.T) {
	c := newCanvas()
	masks := make([]mask, len(classes))
	for k := range classes {
		masks[k] = *straight(c, &classes[k], source(3))
	}
	for a := range masks {
		for b := range a {
			var both, either float64
			for p := range plane {
				both += float64(min(masks[a][p], masks[b][p]))
				either += float64(max(masks[a][p], masks[b][p]))
			}
			if both/either > 0.97 {
				t.Errorf("%s and %s share %.3f of their area", classes[a].Name, classes[b].Name, both/either)
			}
		}
	}
}

// The colours are those that CSS Color Module Level 4 gives for white, red and
// blue in its function oklch.
func TestOklch(t *testing.T) {
	for _, c := range []struct {
		shade shade
		want  colour
	}{
		{of(1, 0, 0), colour{1, 1, 1}},
		{of(0, 0, 0), colour{0, 0, 0}},
		{of(0.62796, 0.25768, 29.234), colour{1, 0, 0}},
		{of(0.45201, 0.31321, 264.052), colour{0, 0, 1}},
	} {
		got := c.shade.colour()
		for k := range got {
			if math.Abs(float64(got[k]-c.want[k])) > 0.01 {
				t.Errorf("%v is %v, want %v", c.shade, got, c.want)
			}
		}
	}
}

func TestFiguresContrast(t *testing.T) {
	usual := 0
	const trials = 4000
	for seed := range trials {
		class := &classes[seed%len(classes)]
		p := newPalette(source(seed), class)
		if d := math.Abs(p.figure.lightness - p.ground.lightness); d < contrast-1e-9 {
			t.Fatalf("%s differs from its ground by %.3f in lightness", class.Name, d)
		}
		if p.figure.lightness < 0.05 || p.figure.lightness > 1.1 {
			t.Fatalf("%s has lightness %.3f", class.Name, p.figure.lightness)
		}
		g := settings[class.Group].ground
		if math.Abs(p.ground.lightness-g.lightness) <= 0.1 && math.Abs(p.ground.hue-g.hue) <= 0.6 {
			usual++
		}
	}
	// 78 % by intent, and some of the strange ones by chance.
	if share := float64(usual) / trials; share < 0.75 || share > 0.84 {
		t.Errorf("%.2f of the grounds are as usual", share)
	}
}

func TestBlurKeepsTheMean(t *testing.T) {
	var p [plane]float32
	p[10*Side+12] = 1
	before := p
	blur(&p, 0.7)
	var sum, spread float64
	for k, v := range p {
		sum += float64(v)
		dx := float64(k%Side - 12)
		spread += float64(v) * dx * dx
	}
	if math.Abs(sum-1) > 1e-5 {
		t.Errorf("one became %v", sum)
	}
	if math.Abs(spread-0.49) > 0.01 {
		t.Errorf("variance %.3f along a row, want 0.49", spread)
	}
	for k := range p {
		before[k] = 0.25
	}
	blur(&before, 0.7)
	for k, v := range before {
		if math.Abs(float64(v)-0.25) > 1e-6 {
			t.Fatalf("pixel %d of an even plane became %v", k, v)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	pixels := make([]byte, Bytes)
	for i := 0; b.Loop(); i++ {
		Draw(source(i), i%len(classes), pixels)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "images/s")
}
