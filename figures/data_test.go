package figures

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestRGB(t *testing.T) {
	// Two by two pixels: red, green / blue, white.
	img := RGB([]byte{255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255}, 2)
	want := []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}
	for i, c := range want {
		if got := img.At(i%2, i/2); got != c {
			t.Errorf("pixel %d is %v, want %v", i, got, c)
		}
	}
	defer func() {
		if got := recover(); got != "figures: length mismatch" {
			t.Errorf("panic %v", got)
		}
	}()
	RGB(make([]byte, 11), 2)
}

func TestContactSheet(t *testing.T) {
	r := record(demoContactSheet(), Page, 0)
	if len(r.images) != 24 {
		t.Fatalf("%d images, want 24", len(r.images))
	}
	for k, area := range r.images {
		size := area.Size()
		if math.Abs(float64(size.X-size.Y)) > 1e-9 {
			t.Fatalf("image %d is %v", k, size)
		}
		if above := r.images[k%12]; area.Min.X != above.Min.X {
			t.Errorf("image %d does not stand under image %d", k, k%12)
		}
		if left := r.images[k-k%12]; area.Min.Y != left.Min.Y {
			t.Errorf("image %d does not stand beside image %d", k, k-k%12)
		}
	}
	r.mustSay(t, "pentagon", "fish")
}

func TestFitted(t *testing.T) {
	letters := func(s string) vg.Length { return vg.Length(len([]rune(s))) }
	for _, test := range []struct {
		text  string
		width vg.Length
		want  string
	}{{"tulip", 5, "tulip"}, {"sunflower", 5, "sunf…"}, {"sunflower", 0, "…"}} {
		if got := fitted(test.text, test.width, letters); got != test.want {
			t.Errorf("fitted(%q, %v) = %q, want %q", test.text, test.width, got, test.want)
		}
	}
}

func TestHierarchy(t *testing.T) {
	r := record(demoHierarchy(), Page, 0)
	if n := r.says("tulip"); n != 10 {
		t.Errorf("a leaf of ten groups is named %d times", n)
	}
	r.mustSay(t, "fish", "household_", "electrical_devices", "vehicles_2")

	r = record(demoHierarchyImages(), Page, 0)
	if len(r.images) != 32 {
		t.Errorf("%d images of 32 leaves", len(r.images))
	}
}

func TestEmbedding(t *testing.T) {
	cloud := Cloud{
		Points: [][2]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0.5, 0.5}, {9, 9}},
		Labels: []int{0, 0, 0, 0, 0, 1}, Names: []string{"a", "b"}, Clusters: []int{0, 0, 0, 0, 0, 1},
	}
	r := record(Embedding(cloud), Column, 0)
	if a, b := r.filled(Color(0)), r.filled(Color(1)); a != 5+1 || b != 1+1 { // and the legend's
		t.Errorf("%d and %d glyphs, want 6 and 2", a, b)
	}
	if n := r.lines(axisInk); n != 1 { // a cluster of one point has no outline
		t.Errorf("%d outlines, want 1", n)
	}
	r.mustSay(t, "component 1", "a", "b")
}

func TestEllipse(t *testing.T) {
	// Points on a diagonal cross: variances 4 and 1 along the diagonals.
	h := math.Sqrt2
	curve := ellipse([][2]float64{{2 * h, 2 * h}, {-2 * h, -2 * h}, {h, -h}, {-h, h}}, 1)
	longest, shortest := 0.0, math.Inf(1)
	for _, q := range curve {
		radius := math.Hypot(q.X, q.Y)
		if radius > longest && math.Abs(q.X-q.Y) > 0.5 && radius > 2.7 {
			t.Errorf("the long axis points to (%v, %v), not along the diagonal", q.X, q.Y)
		}
		longest, shortest = math.Max(longest, radius), math.Min(shortest, radius)
	}
	// Along the long diagonal two of four points at distance 4: variance 8.
	if math.Abs(longest-math.Sqrt(8)) > 1e-9 || math.Abs(shortest-math.Sqrt(2)) > 1e-9 {
		t.Errorf("axes %v and %v, want %v and %v", longest, shortest, math.Sqrt(8), math.Sqrt(2))
	}
}

func TestPCA(t *testing.T) {
	// Points of a plane in three dimensions, spread 3:1 along known directions.
	rng := random(20)
	u, v := [3]float64{2. / 3, 2. / 3, 1. / 3}, [3]float64{-2. / 3, 1. / 3, 2. / 3}
	var rows [][]float32
	var truth [][2]float64
	for range 2000 {
		a, b := 3*rng.NormFloat64(), rng.NormFloat64()
		row := make([]float32, 3)
		for j := range row {
			row[j] = float32(5 + a*u[j] + b*v[j])
		}
		rows, truth = append(rows, row), append(truth, [2]float64{a, b})
	}
	points, explained := PCA(rows)
	if sum := explained[0] + explained[1]; math.Abs(sum-1) > 1e-6 {
		t.Errorf("two components of a plane hold %v of the variance", sum)
	}
	if math.Abs(explained[0]-0.9) > 0.02 {
		t.Errorf("the first component holds %v, want about 0.9", explained[0])
	}
	// Distances between points are kept, whatever the axes' signs.
	for i := range 100 {
		j := i + 1000
		got := math.Hypot(points[i][0]-points[j][0], points[i][1]-points[j][1])
		want := math.Hypot(truth[i][0]-truth[j][0], truth[i][1]-truth[j][1])
		if math.Abs(got-want) > 1e-4 {
			t.Fatalf("distance %v, want %v", got, want)
		}
	}
	correlation, norms := 0.0, [2]float64{}
	for i := range points {
		correlation += points[i][0] * points[i][1]
		norms[0] += points[i][0] * points[i][0]
		norms[1] += points[i][1] * points[i][1]
	}
	if math.Abs(correlation)/math.Sqrt(norms[0]*norms[1]) > 1e-5 {
		t.Error("the components are correlated")
	}
}

func TestPCAOfOnePoint(t *testing.T) {
	points, explained := PCA([][]float32{{1, 2}, {1, 2}, {1, 2}})
	if points[2] != [2]float64{} || explained != [2]float64{} {
		t.Errorf("equal rows give %v, %v", points, explained)
	}
}
