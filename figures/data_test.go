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

// TestHierarchyGroupsLeaves: leaves stand right of their group's name, in its band.
func TestHierarchyGroupsLeaves(t *testing.T) {
	r := record(Hierarchy(
		Group{Name: "flower", Leaves: []Picture{{Caption: "rose"}, {Caption: "tulip"}}},
		Group{Name: "tree", Leaves: []Picture{{Caption: "oak"}}},
	), Column, 0)
	at := map[string]vg.Rectangle{}
	for _, text := range r.texts {
		at[text.text] = text.area
	}
	for leaf, group := range map[string]string{"rose": "flower", "tulip": "flower", "oak": "tree"} {
		if at[leaf].Min.X < at[group].Max.X {
			t.Errorf("%s is not right of %s", leaf, group)
		}
		if math.Abs(float64(center(at[leaf]).Y-center(at[group]).Y)) > 4 {
			t.Errorf("%s is not in the line of %s", leaf, group)
		}
	}
	if at["rose"].Max.X > at["tulip"].Min.X || center(at["flower"]).Y < center(at["tree"]).Y {
		t.Errorf("leaves or groups are out of order: %v", at)
	}
}

func TestEmbedding(t *testing.T) {
	cloud := Cloud{
		Points: [][]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0.5, 0.5}, {9, 9}},
		Labels: []int{0, 0, 0, 0, 0, 1}, Names: []string{"a", "b"}, Clusters: []int{0, 0, 0, 0, 0, 1},
	}
	r := record(Embedding(cloud), Column, 0)
	if a, b := r.filled(Color(0)), r.filled(Color(1)); a != 5+1 || b != 1+1 { // and the legend's
		t.Errorf("%d and %d glyphs, want 6 and 2", a, b)
	}
	figure := Embedding(cloud)
	measure := ruler(figure, 0, 0, Column)
	for i, glyph := range record(figure, Column, 0).of(Color(0))[1:] { // after the legend's
		at := measure(vg.Rectangle{Min: center(glyph), Max: center(glyph)})
		if p := cloud.Points[i]; !at.near(extent{p[0], p[0], p[1], p[1]}) {
			t.Errorf("point %v is drawn at %+v", p, at)
		}
	}
	if n := r.lines(ink); n != 1 { // a cluster of one point has no outline
		t.Errorf("%d outlines, want 1", n)
	}
	r.mustSay(t, "dimension 1", "dimension 2", "a", "b")
	cloud.Title, cloud.Explained = "components", []float64{0.314, 0.159}
	both := Embedding(cloud, cloud)
	r = record(both, Page, 0)
	if n := r.filled(Color(0)); n != 2*5+1 {
		t.Errorf("%d glyphs of two clouds, want 11", n)
	}
	if n := r.says("components"); n != 2 {
		t.Errorf("%d titles, want 2", n)
	}
	r.mustSay(t, "component 1 (31 % of variance)", "component 2 (16 % of variance)")
}

func TestEmbeddingOutlinesTheLargestClusters(t *testing.T) {
	cloud := Cloud{Names: []string{"a"}}
	for k := range 12 { // of 6 to 17 points
		for i := range 6 + k {
			cloud.Points = append(cloud.Points, []float64{float64(k), float64(i)})
			cloud.Labels, cloud.Clusters = append(cloud.Labels, 0), append(cloud.Clusters, k)
		}
	}
	curves := ellipses(cloud).list
	if len(curves) != 8 {
		t.Fatalf("%d outlines, want 8", len(curves))
	}
	for i, curve := range curves {
		if x := curve[0].X; math.Abs(x-float64(11-i)) > 1e-9 {
			t.Errorf("outline %d is around %v, want the cluster at %d", i, x, 11-i)
		}
	}
}

func TestEllipse(t *testing.T) {
	// Points on a diagonal cross: variances 4 and 1 along the diagonals.
	h := math.Sqrt2
	mean, covariance := moments([][]float64{{2 * h, 2 * h}, {-2 * h, -2 * h}, {h, -h}, {-h, h}})
	curve := ellipse(mean, covariance, 1)
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

func TestRegions(t *testing.T) {
	unit := [][]float64{{1, 0}, {0, 1}}
	figure := Regions("overlap 0.43", []Region{
		{"cat", []float64{0, 0}, unit, [][]float64{{0, 0}, {1, 1}}},
		{"dog", []float64{1, 0}, [][]float64{{4, 0}, {0, 1}}, [][]float64{{1, 0}, {2, 0}, {3, 0}}},
		{"car", []float64{9, 0}, unit, [][]float64{{9, 0}}},
		{Name: "none"},
	}, 0, 1)
	p := figure.plots[0][0]
	const reach = 2.4477468306808166 // the root of the 95 % quantile of chi-squared, 5.9915 at two degrees
	low, high := 1-2*reach, 9+reach  // of dog and of car
	margin := (high - low) / 20
	ranged(t, "first dimension", p.X, low-margin, high+margin)
	ranged(t, "second dimension", p.Y, -1.1*reach, 1.1*reach)

	r := record(figure, Column, 0)
	if n := r.lines(unknown); n != 1 {
		t.Errorf("%d outlines of other classes, want 1", n)
	}
	for k, points := range []int{2, 3} {
		if n := r.lines(Color(k)); n != 1 {
			t.Errorf("region %d has %d outlines", k, n)
		}
		if n := r.filled(tint(palette[k], 0.25)); n != 1 {
			t.Errorf("region %d is filled %d times", k, n)
		}
		if n := r.filled(Color(k)); n != points+1 { // and in the legend
			t.Errorf("region %d has %d glyphs, want %d", k, n, points+1)
		}
	}
	r.mustSay(t, "cat", "dog", "other classes", "overlap 0.43")
	if r.says("car") != 0 {
		t.Error("a class that is not marked is named")
	}
}
