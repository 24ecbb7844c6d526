package figures

import "testing"

func TestSetSizes(t *testing.T) {
	figure := SetSizes(Sizes{"fine", []int{1, 1, 1, 2, 4}}, Sizes{"coarse", []int{1, 2, 2}})
	p := figure.plots[0][0]
	ranged(t, "size", p.X, 0.5, 4.5)
	if p.Y.Min != 0 || p.Y.Max < 3 {
		t.Errorf("counts run from %v to %v", p.Y.Min, p.Y.Max)
	}
	r := record(figure, Column, 0)
	if fine, coarse := r.filled(Color(0))-1, r.filled(Color(1))-1; fine != 3 || coarse != 2 { // and a swatch each
		t.Errorf("%d and %d bars, want 3 and 2", fine, coarse)
	}
	r.mustSay(t, "fine (5)", "coarse (3)", "3")

	// Bars stand around their size, the fine family's left, as high as its sets are many.
	measure := ruler(figure, 0, 0, Column)
	for family, want := range [][]extent{
		{{0.62, 0.98, 0, 3}, {1.62, 1.98, 0, 1}, {3.62, 3.98, 0, 1}},
		{{1.02, 1.38, 0, 1}, {2.02, 2.38, 0, 2}},
	} {
		for k, bar := range r.of(Color(family))[1:] { // after the swatch
			if got := measure(bar); !got.near(want[k]) {
				t.Errorf("family %d: bar %+v, want %+v", family, got, want[k])
			}
		}
	}
}

func TestComposition(t *testing.T) {
	// Labels c (group 1), a and b (group 0): the rows are a, b, c from the top.
	figure := Composition([][]int{{0}, {1}, {2}, {0, 2}}, []string{"c", "a", "b"}, []int{1, 0, 0}, []string{"G", "H"})
	ranged(t, "sets", figure.plots[0][0].X, -0.5, 3.5)
	ranged(t, "labels", figure.plots[0][0].Y, -0.5, 2.5)
	r := record(figure, Column, 0)
	// a and b once in {1}, {2}, {0, 2}: three cells and a band; c twice and a band.
	if g, h := r.filled(Color(0)), r.filled(Color(1)); g != 3+1 || h != 2+1 {
		t.Errorf("%d and %d fills, want 4 and 3", g, h)
	}
	measure := ruler(figure, 0, 0, Column)
	for k, want := range []extent{{0.5, 1.5, 1.5, 2.5}, {1.5, 2.5, 0.5, 1.5}, {2.5, 3.5, 0.5, 1.5}} { // a, b, b again
		if got := measure(r.of(Color(0))[k]); !got.near(want) {
			t.Errorf("cell %d of group 0 is %+v, want %+v", k, got, want)
		}
	}
	top := map[string]float64{}
	for _, text := range r.texts {
		top[text.text] = float64(text.area.Max.Y)
	}
	if !(top["a"] > top["b"] && top["b"] > top["c"]) {
		t.Errorf("rows from the top are not a, b, c: %v", top)
	}
	r.mustSay(t, "4 focal sets")
}

func TestCompositionNamesGroupsWhereLabelsAreMany(t *testing.T) {
	r := record(demoComposition(100, 20, 192), Page, 0)
	r.mustSay(t, demoCoarse...)
	if r.says("aquarium_fish_0") != 0 {
		t.Error("a hundred labels are named")
	}
}

func TestMasses(t *testing.T) {
	figure := Masses("fine level", "mass m(A)", demoFineMasses)
	ranged(t, "mass", figure.plots[0][0].X, 0, 0.5)
	r := record(figure, Column, 0)
	if n := r.filled(right) - 1; n != 3 { // and a swatch each
		t.Errorf("%d bars of sets that hold the true label, want 3", n)
	}
	if n := r.filled(wrongMass) - 1; n != 2 {
		t.Errorf("%d bars of sets that do not, want 2", n)
	}
	if n := r.filled(unknown) - 1; n != 1 {
		t.Errorf("%d bars of Omega, want 1", n)
	}
	measure := ruler(figure, 0, 0, Column)
	for k, mass := range []float64{0.41, 0.2, 0.08} { // rows from the top, 0, 1 and 3 of six
		row := []float64{5, 4, 2}[k]
		if got := measure(r.of(right)[k+1]); !got.near(extent{0, mass, row - 0.36, row + 0.36}) {
			t.Errorf("bar %d is %+v, want %v in row %v", k, got, mass, row)
		}
	}
	r.mustSay(t, "{rose, tulip}", "{orchid, poppy, rose, +2}", "0.41", Omega)
}

// TestMassesBelowZero draws what the paper's raw masses can be.
func TestMassesBelowZero(t *testing.T) {
	figure := Masses("raw masses", "mass", []Mass{{"{a}", 1.2, true}, {"{b}", -0.3, false}})
	ranged(t, "mass", figure.plots[0][0].X, -0.3, 1.2)
	r := record(figure, Column, 0)
	r.mustSay(t, "1.20", "-0.30")
}

func TestShortSet(t *testing.T) {
	for _, test := range []struct {
		name  string
		limit int
		want  string
	}{
		{"{rose, tulip}", 20, "{rose, tulip}"},
		{"{orchid, poppy, rose, tulip}", 20, "{orchid, poppy, +2}"},
		{"{orchid, poppy, rose, tulip}", 5, "{orchid, +3}"}, // one name at least
		{"a single long name", 10, "a single …"},
	} {
		if got := shortSet(test.name, test.limit); got != test.want {
			t.Errorf("shortSet(%q, %d) = %q, want %q", test.name, test.limit, got, test.want)
		}
	}
}

func TestExplanation(t *testing.T) {
	e := demoExplanation()
	r := record(e, Page, 0)
	if len(r.images) != 1 {
		t.Fatalf("%d images", len(r.images))
	}
	if size := r.images[0].Size(); size.X != size.Y {
		t.Errorf("the image is %v", size)
	}
	r.mustSay(t, "true", "tulip, flowers", "fine level", "coarse level", "κ", "0.0852", "consistency of this image: Cons = 0.7312")
	if n := r.says("{flowers, fruit_and_vegetables}"); n != 2 { // as a bar and in a pair
		t.Errorf("a coarse set is named %d times, want 2", n)
	}
	// Three fine and two coarse sets hold the truth; four pairs; the swatch.
	if n := r.filled(right); n != 3+2+4+1 {
		t.Errorf("%d blue fills, want 10", n)
	}
}
