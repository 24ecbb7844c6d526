package focal

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nesybook/nesy/hierarchy"
)

// labelSet is the plain way to hold a set, to compare with.
type labelSet map[int]bool

func (a labelSet) labels() []int { return slices.Sorted(maps.Keys(a)) }

func (a labelSet) where(keep func(y int) bool) labelSet {
	b := labelSet{}
	for y := range a {
		if keep(y) {
			b[y] = true
		}
	}
	return b
}

// randomSet returns labels below a limit that varies, as a Set and as a map.
func randomSet(rng *rand.Rand) (Set, labelSet) {
	frame := 1 + rng.IntN(40)
	labels := make([]int, rng.IntN(12))
	reference := labelSet{}
	for i := range labels {
		labels[i] = rng.IntN(frame)
		reference[labels[i]] = true
	}
	return NewSet(labels...), reference
}

// checkPair holds every operation on two sets to the maps.
func checkPair(t *testing.T, A, B Set, a, b labelSet) {
	t.Helper()
	same := func(what string, got Set, want labelSet) {
		t.Helper()
		if !slices.Equal(got.Labels(), want.labels()) || got != NewSet(want.labels()...) {
			t.Fatalf("%s of %v and %v is %v, want %v", what, A, B, got, want.labels())
		}
	}
	same("first", A, a)
	same("second", B, b)
	shared := a.where(func(y int) bool { return b[y] })
	same("intersection", A.Intersection(B), shared)

	if A.Len() != len(a) {
		t.Fatalf("|%v| = %d, want %d", A, A.Len(), len(a))
	}
	for y := -1; y < 260; y++ {
		if A.Contains(y) != a[y] {
			t.Fatalf("%d in %v: %t", y, A, A.Contains(y))
		}
	}
	if got, want := A.SubsetOf(B), len(shared) == len(a); got != want {
		t.Fatalf("%v within %v: %t, want %t", A, B, got, want)
	}
	if got, want := A.Intersects(B), len(shared) > 0; got != want {
		t.Fatalf("%v meets %v: %t, want %t", A, B, got, want)
	}
	if got, want := A.Equal(B), maps.Equal(a, b); got != want || (A == B) != want {
		t.Fatalf("%v equals %v: %t, want %t", A, B, got, want)
	}
	want := len(a) - len(b)
	if want == 0 {
		want = slices.Compare(a.labels(), b.labels())
	}
	if got := A.Compare(B); got != min(max(want, -1), 1) {
		t.Fatalf("%v compared with %v: %d, want the sign of %d", A, B, got, want)
	}
}

func TestSetAgainstMaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 5000 {
		A, a := randomSet(rng)
		B, b := randomSet(rng)
		checkPair(t, A, B, a, b)
		checkPair(t, A, A, a, a)
		C := A.Intersection(B) // so that subsets are common
		checkPair(t, C, B, a.where(func(y int) bool { return b[y] }), b)
	}
}

// FuzzSet takes two sets from bytes, one label each.
func FuzzSet(f *testing.F) {
	f.Add([]byte{0, 7, 8}, []byte{8})
	f.Add([]byte{}, []byte{255})
	f.Fuzz(func(t *testing.T, first, second []byte) {
		set := func(labels []byte) (Set, labelSet) {
			reference := labelSet{}
			var ints []int
			for _, y := range labels {
				reference[int(y)] = true
				ints = append(ints, int(y))
			}
			return NewSet(ints...), reference
		}
		A, a := set(first)
		B, b := set(second)
		checkPair(t, A, B, a, b)
	})
}

func TestSetLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 2000 {
		A, _ := randomSet(rng)
		B, _ := randomSet(rng)
		C, _ := randomSet(rng)
		for law, holds := range map[string]bool{
			"intersection commutes":   A.Intersection(B) == B.Intersection(A),
			"intersection associates": A.Intersection(B).Intersection(C) == A.Intersection(B.Intersection(C)),
			"subset by intersection":  A.SubsetOf(B) == (A.Intersection(B) == A),
			"both ways is equality":   (A.SubsetOf(B) && B.SubsetOf(A)) == (A == B),
			"empty is within":         Set{}.SubsetOf(A),
			"order is antisymmetric":  A.Compare(B) == -B.Compare(A),
			"order is transitive":     !(A.Compare(B) <= 0 && B.Compare(C) <= 0) || A.Compare(C) <= 0,
			"a proper part is before": !A.SubsetOf(B) || A == B || A.Compare(B) < 0,
			"rebuilt from its labels": NewSet(A.Labels()...) == A,
		} {
			if !holds {
				t.Fatalf("%s fails for A = %v, B = %v, C = %v", law, A, B, C)
			}
		}
	}
}

// union returns the labels of A and of B.
func union(A, B Set) Set { return NewSet(append(A.Labels(), B.Labels()...)...) }

func TestSetProjectDistributesOverUnion(t *testing.T) {
	h, err := hierarchy.New([][]string{
		{"a", "b", "c", "d", "e", "f"}, {"p", "q", "r"}, {"x", "y"},
	}, [][]int{{0, 0, 1, 1, 2, 2}, {0, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	subset := func(bits int) Set {
		var labels []int
		for y := range 6 {
			if bits>>y&1 == 1 {
				labels = append(labels, y)
			}
		}
		return NewSet(labels...)
	}
	for a := range 64 {
		for b := range 64 {
			A, B := subset(a), subset(b)
			if union(A, B).Project(h, 0) != union(A.Project(h, 0), B.Project(h, 0)) {
				t.Fatalf("Pi of %v and %v", A, B)
			}
			if A.SubsetOf(B) && !A.Project(h, 0).SubsetOf(B.Project(h, 0)) {
				t.Fatalf("Pi(%v) is not within Pi(%v)", A, B)
			}
		}
	}
	if got := NewSet(0, 5).Project(h, 0).Project(h, 1); got != Full(2) {
		t.Errorf("two levels up: %v", got)
	}
}

func TestSetText(t *testing.T) {
	A := NewSet(9, 0, 9)
	if got := A.String(); got != "{0, 9}" {
		t.Errorf("%s", got)
	}
	if got := fmt.Sprint(Set{}); got != "{}" {
		t.Errorf("%s", got)
	}
	if got := NewSet(1, 0).Format([]string{"rose", "tulip"}); got != "{rose, tulip}" {
		t.Errorf("%s", got)
	}
}

func TestSetJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for range 500 {
		A, _ := randomSet(rng)
		data, err := json.Marshal(A)
		if err != nil {
			t.Fatal(err)
		}
		var B Set
		if err := json.Unmarshal(data, &B); err != nil || A != B {
			t.Fatalf("%v became %s and %v, %v", A, data, B, err)
		}
	}
	for text, want := range map[string]string{
		`[-1]`:            "label -1 out of range",
		`[1048576]`:       "label 1048576 out of range",
		`[2, 1]`:          "label 1 after 2",
		`[1, 1]`:          "label 1 after 1",
		`[0.5]`:           "reading a set",
		`{"labels": [1]}`: "reading a set",
	} {
		var A Set
		if err := json.Unmarshal([]byte(text), &A); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q in it", text, err, want)
		}
	}
}

// mustPanic calls do, which has to panic with a message of this package.
func mustPanic(t *testing.T, about string, do func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if message, ok := recover().(string); !ok || !strings.HasPrefix(message, "focal: ") {
			t.Errorf("%s: panic %q, want one that begins with focal:", about, message)
		}
	}()
	do()
}

func TestSetPanics(t *testing.T) {
	mustPanic(t, "negative label", func() { NewSet(3, -1) })
	mustPanic(t, "label beyond any frame", func() { NewSet(MaxFrame) })
	mustPanic(t, "negative frame", func() { Full(-1) })
	mustPanic(t, "label without a name", func() { NewSet(2).Format([]string{"rose", "tulip"}) })
}
