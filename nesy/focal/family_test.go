package focal

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nesybook/nesy/hierarchy"
)

func TestNewFamily(t *testing.T) {
	f := NewFamily(4, NewSet(2, 3), NewSet(0, 1, 2), NewSet(1, 0), NewSet(3, 2), Set{}, NewSet(1), Full(4), NewSet(0, 3))
	want := []Set{NewSet(0), NewSet(1), NewSet(2), NewSet(3), NewSet(0, 1), NewSet(0, 3), NewSet(2, 3), NewSet(0, 1, 2)}
	if f.Frame != 4 || !slices.Equal(f.Sets, want) {
		t.Errorf("%v, want %v", f.Sets, want)
	}
	if got := NewFamily(1, NewSet(0)); !slices.Equal(got.Sets, []Set{NewSet(0)}) {
		t.Errorf("frame of one label: %v", got.Sets)
	}
	if got := NewFamily(2, Full(2)); got.Len() != 2 {
		t.Errorf("Omega of two labels stayed: %v", got.Sets)
	}
	mustPanic(t, "label outside the frame", func() { NewFamily(3, NewSet(1, 3)) })
	mustPanic(t, "empty frame", func() { NewFamily(0) })
	mustPanic(t, "frame beyond the limit", func() { NewFamily(MaxFrame + 1) })
	mustPanic(t, "targets of an unknown label", func() { f.Targets(4) })
}

// randomFamily returns a family over 1 to 20 labels.
func randomFamily(rng *rand.Rand) *Family {
	frame := 1 + rng.IntN(20)
	var sets []Set
	for range rng.IntN(15) {
		var labels []int
		for range rng.IntN(7) {
			labels = append(labels, rng.IntN(frame))
		}
		sets = append(sets, NewSet(labels...))
	}
	return NewFamily(frame, sets...)
}

// checkFamily fails unless f keeps what Family promises.
func checkFamily(t *testing.T, f *Family) {
	t.Helper()
	for y := range f.Frame {
		if f.Sets[y] != NewSet(y) {
			t.Fatalf("set %d is %v, want the singleton", y, f.Sets[y])
		}
	}
	for i, A := range f.Sets {
		if A.Len() == 0 || (A == Full(f.Frame) && f.Frame > 1) || !A.SubsetOf(Full(f.Frame)) {
			t.Fatalf("%v in a family over %d labels", A, f.Frame)
		}
		if i > 0 && f.Sets[i-1].Compare(A) >= 0 {
			t.Fatalf("%v before %v", f.Sets[i-1], A)
		}
		if f.Index(A) != i {
			t.Fatalf("index of %v is %d, want %d", A, f.Index(A), i)
		}
	}
}

func TestFamilyLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 1000 {
		f := randomFamily(rng)
		checkFamily(t, f)
		if f.Index(Set{}) != -1 || f.Index(NewSet(f.Frame)) != -1 {
			t.Fatal("a set was found that is not there")
		}

		shuffled := slices.Clone(f.Sets)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if g := NewFamily(f.Frame, append(shuffled, shuffled...)...); !g.Equal(f) {
			t.Fatalf("order or repetition matters: %v, %v", g.Sets, f.Sets)
		}
	}
}

func TestFamilyCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 300 {
		f := randomFamily(rng)
		perLabel := f.SetsPerLabel()
		sizes := f.Sizes()
		sets := 0
		for size, count := range sizes {
			sets += count
			for _, A := range f.Sets {
				if A.Len() == size {
					count--
				}
			}
			if count != 0 {
				t.Fatalf("sizes %v of %v", sizes, f.Sets)
			}
		}
		if sets != f.Len() || sizes[len(sizes)-1] == 0 {
			t.Fatalf("sizes %v of %d sets", sizes, f.Len())
		}
		for y := range f.Frame {
			targets := f.Targets(y)
			held := 0
			for i, A := range f.Sets {
				if (targets[i] == 1) != A.Contains(y) || targets[i]*(1-targets[i]) != 0 {
					t.Fatalf("target %v of label %d in %v", targets[i], y, A)
				}
				held += int(targets[i])
			}
			if perLabel[y] != held {
				t.Fatalf("label %d is in %d sets, want %d", y, perLabel[y], held)
			}
		}
	}
}

func TestFamilyProjectAgainstMaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for range 300 {
		f := randomFamily(rng)
		coarse := 1 + rng.IntN(5)
		fineNames, coarseNames := make([]string, f.Frame), make([]string, coarse)
		parents := make([]int, f.Frame)
		for y := range parents {
			fineNames[y] = string(rune('a' + y))
			parents[y] = rng.IntN(coarse)
		}
		for b := range coarse {
			coarseNames[b] = string(rune('A' + b))
		}
		h, err := hierarchy.TwoLevel(fineNames, coarseNames, parents)
		if err != nil {
			t.Fatal(err)
		}
		got := f.Project(h, 0)
		checkFamily(t, got)

		want := map[Set]bool{}
		for b := range coarse {
			want[NewSet(b)] = true // also where no label has the parent b
		}
		for _, A := range f.Sets {
			var labels []int
			for _, y := range A.Labels() {
				labels = append(labels, parents[y])
			}
			if B := NewSet(labels...); B != Full(coarse) {
				want[B] = true
			}
		}
		if got.Frame != coarse || got.Len() != len(want) {
			t.Fatalf("%v projects to %v", f.Sets, got.Sets)
		}
		for _, B := range got.Sets {
			if !want[B] {
				t.Fatalf("%v projects to %v, with %v", f.Sets, got.Sets, B)
			}
		}
		if f.Frame != coarse {
			mustPanic(t, "a family of another level", func() { got.Project(h, 0) })
		}
	}
}

func TestFamilyJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	path := filepath.Join(t.TempDir(), "family.json")
	for range 50 {
		f := randomFamily(rng)
		if err := f.Save(path); err != nil {
			t.Fatal(err)
		}
		g, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(f, g) {
			t.Fatalf("%v became %v", f, g)
		}
		data, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		h := new(Family)
		if err := json.Unmarshal(data, h); err != nil || !h.Equal(f) {
			t.Fatalf("%s became %v, %v", data, h, err)
		}
	}
}

func TestFamilyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "family.json")
	if err := NewFamily(3, NewSet(0, 2)).Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
 "frame": 3,
 "sets": [
  [0],
  [1],
  [2],
  [0,2]
 ]
}
`
	if string(got) != want {
		t.Errorf("got %s want %s", got, want)
	}
}

func TestLoadErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "family.json")
	for text, want := range map[string]string{
		``:                               "unexpected end",
		`{"frame": 2, "sets": [[0], [1]`: "unexpected end",
		`[]`:                             "cannot unmarshal",
		`{}`:                             "0 sets over 0 labels",
		`{"frame": 0, "sets": []}`:       "0 sets over 0 labels",
		`{"frame": -1, "sets": []}`:      "over -1 labels",
		`{"frame": 1000000000000000000, "sets": [[0]]}`:   "over 1000000000000000000 labels",
		`{"frame": 2, "sets": [[0],[2]]}`:                 "{2} has a label outside the frame [0, 2)",
		`{"frame": 2, "sets": [[0],[-1]]}`:                "label -1 out of range",
		`{"frame": 3, "sets": [[0],[1],[0,2]]}`:           "not a family", // a singleton is missing
		`{"frame": 2, "sets": [[1],[0]]}`:                 "not a family", // order
		`{"frame": 2, "sets": [[0],[1],[0,1]]}`:           "not a family", // Omega
		`{"frame": 3, "sets": [[0],[1],[2],[]]}`:          "not a family", // empty set
		`{"frame": 2, "sets": [[0],[1]], "x": 1}`:         "unknown field",
		`{"frame": 2, "sets": [[0],[1]]} and more`:        "after top-level value",
		`{"frame": 3, "sets": [[0],[1],[2],[1,0]]}`:       "label 0 after 1",
		`{"frame": 3, "sets": [[0],[1],[2],[0,1],[0,1]]}`: "not a family", // twice
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Load(path)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q and the file", text, err, want)
		}
	}
	missing := filepath.Join(t.TempDir(), "missing.json")
	if _, err := Load(missing); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), missing) {
		t.Errorf("error %v, want one that says %s does not exist", err, missing)
	}
	if err := NewFamily(2).Save(filepath.Join(missing, "family.json")); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("error %v, want one that names the file", err)
	}
}
