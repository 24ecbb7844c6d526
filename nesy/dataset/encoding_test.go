package dataset

import (
	"fmt"
	"slices"
	"testing"

	"nesybook/nesy/focal"
	"nesybook/nesy/hierarchy"
)

// Rose and tulip are flowers, oak is a tree. The family has the singletons and
// one set more, {rose, oak}.
func Example_encodings() {
	h, _ := hierarchy.TwoLevel([]string{"rose", "tulip", "oak"}, []string{"flower", "tree"}, []int{0, 0, 1})
	d, _ := New("garden", h, 1, []int{2, 0, 1}, "", nil)
	fine := d.Integer(0, []int{0, 1, 2})
	coarse := d.Integer(1, []int{0, 1, 2})
	fmt.Println("integer:", fine, coarse)
	fmt.Println("one-hot:", OneHot(fine, 3), OneHot(coarse, 2))
	fmt.Println("belief: ", Belief(fine, focal.NewFamily(3, focal.NewSet(0, 2))))
	// Output:
	// integer: [2 0 1] [1 0 0]
	// one-hot: [[0 0 1] [1 0 0] [0 1 0]] [[0 1] [1 0] [1 0]]
	// belief:  [[0 0 1 1] [1 0 0 1] [0 1 0 0]]
}

func TestBeliefIsMembership(t *testing.T) {
	f := focal.NewFamily(6, focal.NewSet(0, 1), focal.NewSet(1, 2, 3), focal.NewSet(4, 5), focal.NewSet(0, 5))
	labels := []int{5, 0, 3, 1, 1, 2, 4}
	for k, row := range Belief(labels, f) {
		for a, set := range f.Sets {
			want := float32(0)
			if set.Contains(labels[k]) {
				want = 1
			}
			if row[a] != want {
				t.Errorf("label %d in set %v: %v", labels[k], set, row[a])
			}
		}
		if cap(row) != f.Len() {
			t.Error("appending to a row would overwrite the next")
		}
	}
}

func TestEncodingsOfNothing(t *testing.T) {
	if len(OneHot(nil, 3)) != 0 || len(Belief(nil, focal.NewFamily(3))) != 0 {
		t.Error("no labels gave rows")
	}
}

func TestEncodingsPanicOnForeignLabels(t *testing.T) {
	for _, y := range []int{-1, 3} {
		wantPanic(t, "dataset: label out of range", func() { OneHot([]int{y}, 3) })
		wantPanic(t, "dataset: label out of range", func() { Belief([]int{y}, focal.NewFamily(3)) })
	}
}

func TestIntegerOnThreeLevels(t *testing.T) {
	h, err := hierarchy.New(
		[][]string{{"a", "b", "c"}, {"ab", "c"}, {"all"}},
		[][]int{{0, 0, 1}, {0, 0}})
	if err != nil {
		t.Fatal(err)
	}
	d, err := New("letters", h, 1, []int{2, 1, 0}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for level, want := range [][]int{{0, 2}, {0, 1}, {0, 0}} {
		if got := d.Integer(level, []int{2, 0}); !slices.Equal(got, want) {
			t.Errorf("level %d: %v, want %v", level, got, want)
		}
	}
}

func wantPanic(t *testing.T, message string, f func()) {
	t.Helper()
	defer func() {
		if got := recover(); got != message {
			t.Errorf("panicked with %v, want %q", got, message)
		}
	}()
	f()
}
