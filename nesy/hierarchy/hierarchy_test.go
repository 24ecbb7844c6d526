package hierarchy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func ExampleTwoLevel() {
	fine := []string{"rose", "tulip", "oak"}
	coarse := []string{"flower", "tree"}
	h, err := TwoLevel(fine, coarse, []int{0, 0, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(h)
	for y := range h.Size(0) {
		fmt.Println(h.Name(0, y), "is a", h.Name(1, h.Parent(0, y)))
	}
	fmt.Println("Pi({rose, tulip}) =", h.Project(0, []int{0, 1}))
	fmt.Println("Pi({rose, oak})   =", h.Project(0, []int{0, 2}))
	// Output:
	// 3 -> 2 labels
	// rose is a flower
	// tulip is a flower
	// oak is a tree
	// Pi({rose, tulip}) = [0]
	// Pi({rose, oak})   = [0 1]
}

func TestThreeLevels(t *testing.T) {
	h, err := New([][]string{
		{"robin", "eagle", "trout", "rose"},
		{"bird", "fish", "flower", "moss"},
		{"animal", "plant"},
	}, [][]int{{0, 0, 1, 2}, {0, 0, 1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if h.Levels() != 3 || h.Size(0) != 4 || h.Size(1) != 4 || h.Size(2) != 2 {
		t.Errorf("%v, want 4 -> 4 -> 2 labels", h)
	}
	if got := h.Ancestor(0, 2, 2); h.Name(2, got) != "animal" {
		t.Errorf("a trout is a %s", h.Name(2, got))
	}
	if got := h.Ancestor(1, 3, 1); got != 3 {
		t.Errorf("moss is label %d of its own level, want 3", got)
	}
	if got := h.Children(2, 0); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("children of animal %v", got)
	}
	if got := h.Children(1, 3); len(got) > 0 {
		t.Errorf("children of moss %v, want none", got)
	}
	if y, ok := h.Find(1, "flower"); y != 2 || !ok {
		t.Errorf("flower is label %d, %t", y, ok)
	}
	if _, ok := h.Find(0, "flower"); ok {
		t.Error("flower found among the species")
	}
}

func TestNewErrors(t *testing.T) {
	two := []string{"a", "b"}
	one := []string{"x"}
	for _, c := range []struct {
		about   string
		names   [][]string
		parents [][]int
		want    string
	}{
		{"no level", nil, nil, "0 levels"},
		{"one level", [][]string{two}, nil, "1 levels"},
		{"no parents", [][]string{two, one}, nil, "0 levels of parents"},
		{"a level too many of parents", [][]string{two, one}, [][]int{{0, 0}, {0}}, "2 levels of parents"},
		{"empty fine level", [][]string{{}, one}, [][]int{{}}, "level 0 has no labels"},
		{"empty coarse level", [][]string{two, {}}, [][]int{{0, 0}}, "level 1 has no labels"},
		{"empty name", [][]string{{"a", ""}, one}, [][]int{{0, 0}}, "label 1 has no name"},
		{"duplicate name", [][]string{{"a", "b", "a"}, one}, [][]int{{0, 0, 0}}, `labels 0 and 2 are both named "a"`},
		{"short parents", [][]string{two, one}, [][]int{{0}}, "1 parents for 2 labels"},
		{"unknown parent", [][]string{two, one}, [][]int{{0, 1}}, `label 1 ("b") has the unknown parent 1`},
		{"negative parent", [][]string{two, one}, [][]int{{-1, 0}}, `label 0 ("a") has the unknown parent -1`},
	} {
		t.Run(c.about, func(t *testing.T) {
			_, err := New(c.names, c.parents)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
}

// random returns a hierarchy of 2 to 5 levels, in no order and with labels that
// are no one's parent.
func random(t *testing.T, rng *rand.Rand) *Hierarchy {
	levels := 2 + rng.IntN(4)
	names := make([][]string, levels)
	parents := make([][]int, levels-1)
	for level := range names {
		for y := range 1 + rng.IntN(20) {
			names[level] = append(names[level], fmt.Sprintf("%d.%d", level, y))
		}
	}
	for level := range parents {
		for range names[level] {
			parents[level] = append(parents[level], rng.IntN(len(names[level+1])))
		}
	}
	h, err := New(names, parents)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 200 {
		h := random(t, rng)
		for level := range h.Levels() - 1 {
			children := 0
			for b := range h.Size(level + 1) {
				for _, y := range h.Children(level+1, b) {
					if h.Parent(level, y) != b {
						t.Fatalf("%d is a child of %d but has parent %d", y, b, h.Parent(level, y))
					}
					children++
				}
			}
			if children != h.Size(level) {
				t.Fatalf("%d children, want each of %d labels once", children, h.Size(level))
			}

			y := rng.IntN(h.Size(level))
			for to := level; to < h.Levels()-1; to++ {
				if got, want := h.Ancestor(level, y, to+1), h.Parent(to, h.Ancestor(level, y, to)); got != want {
					t.Fatalf("ancestor %d, want the parent's %d", got, want)
				}
			}
		}
	}
}

func TestProjectAgainstMaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 500 {
		h := random(t, rng)
		level := rng.IntN(h.Levels() - 1)
		var labels []int
		want := map[int]bool{}
		for range rng.IntN(12) {
			y := rng.IntN(h.Size(level))
			labels = append(labels, y)
			want[h.Parent(level, y)] = true
		}
		got := h.Project(level, labels)
		if !slices.IsSorted(got) || len(got) != len(want) {
			t.Fatalf("Pi(%v) = %v, want the keys of %v in order", labels, got, want)
		}
		for _, b := range got {
			if !want[b] {
				t.Fatalf("Pi(%v) = %v, want the keys of %v in order", labels, got, want)
			}
		}
	}
}

func TestImmutable(t *testing.T) {
	names := [][]string{{"a", "b"}, {"x", "y"}}
	parents := [][]int{{0, 0}}
	h, err := New(names, parents)
	if err != nil {
		t.Fatal(err)
	}
	names[0][0], parents[0][0] = "changed", 1
	h.Names(0)[1] = "changed"
	h.Parents(0)[1] = 1
	h.Children(1, 0)[0] = 1
	if h.Name(0, 0) != "a" || h.Name(0, 1) != "b" || h.Parent(0, 0) != 0 || h.Parent(0, 1) != 0 {
		t.Errorf("names %v, parents %v", h.Names(0), h.Parents(0))
	}
	if got := h.Children(1, 0); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("children %v", got)
	}
}

func TestPanics(t *testing.T) {
	h, err := TwoLevel([]string{"a", "b"}, []string{"x"}, []int{0, 0})
	if err != nil {
		t.Fatal(err)
	}
	for about, call := range map[string]func(){
		"no such level":          func() { h.Size(2) },
		"negative level":         func() { h.Names(-1) },
		"no such label":          func() { h.Parent(0, 2) },
		"negative label":         func() { h.Name(0, -1) },
		"parent of the coarsest": func() { h.Parent(1, 0) },
		"project the coarsest":   func() { h.Project(1, nil) },
		"children of the finest": func() { h.Children(0, 0) },
		"ancestor downwards":     func() { h.Ancestor(1, 0, 0) },
		"project unknown label":  func() { h.Project(0, []int{5}) },
	} {
		t.Run(about, func(t *testing.T) {
			defer func() {
				if message, ok := recover().(string); !ok || !strings.HasPrefix(message, "hierarchy: ") {
					t.Errorf("panic %q, want one that begins with hierarchy:", message)
				}
			}()
			call()
		})
	}
}
