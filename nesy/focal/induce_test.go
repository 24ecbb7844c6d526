package focal

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// sharedBlobs returns images of 10 labels in 24 features: labels of one group share
// a blob far from the others, and one image in 50 strays into the next group's.
func sharedBlobs(seed uint64) (embeddings [][]float32, labels []int, groups [][]int) {
	groups = [][]int{{0, 4}, {1, 2, 9}, {3}, {5, 6, 7, 8}}
	of := make([]int, 10)
	for g, group := range groups {
		for _, y := range group {
			of[y] = g
		}
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	centers := makePoints(len(groups), 24)
	for i := range centers.data {
		centers.data[i] = 20 * rng.NormFloat64()
	}
	for i := range 2000 {
		y := i % 10
		g := of[y]
		if i/10%50 == 0 {
			g = (g + 1) % len(groups)
		}
		embedding := make([]float32, centers.dim)
		for j := range embedding {
			embedding[j] = float32(centers.row(g)[j] + rng.NormFloat64())
		}
		embeddings = append(embeddings, embedding)
		labels = append(labels, y)
	}
	return embeddings, labels, groups
}

// TestInduceFindsConfusableLabels: from blobs shared by known labels come exactly
// those sets, by either method and from any seed.
func TestInduceFindsConfusableLabels(t *testing.T) {
	for _, method := range []Method{KMeans, GaussianMixture} {
		for seed := range uint64(10) {
			embeddings, labels, groups := sharedBlobs(seed)
			o := DefaultOptions(10)
			o.Method, o.Clusters, o.Seed = method, len(groups), seed
			f, c, err := Induce(embeddings, labels, 10, o)
			if err != nil {
				t.Fatal(err)
			}
			want := NewFamily(10, NewSet(0, 4), NewSet(1, 2, 9), NewSet(5, 6, 7, 8))
			if !f.Equal(want) {
				t.Fatalf("%v, seed %d: %v, want %v", method, seed, f.Sets, want.Sets)
			}
			for _, A := range c.Sets {
				if !slices.ContainsFunc(groups, func(g []int) bool { return A == NewSet(g...) }) {
					t.Errorf("%v, seed %d: a cluster induced %v", method, seed, A)
				}
			}
			// 200 images a label, of which 4 stray.
			for i, A := range f.Sets {
				want := 0.0
				if A == NewSet(3) || A.Len() > 1 {
					want = 196 * float64(A.Len())
				}
				if math.Abs(c.Support[i]-want) > 1e-6 {
					t.Errorf("%v, seed %d: support of %v is %v, want %v", method, seed, A, c.Support[i], want)
				}
			}

			// The paper's rule lets the strays in: {0, 4} gets the labels before it.
			weights := c.LabelWeights(labels, 10)
			o.Share = 0
			g, _, _ := Select(weights, o)
			if g.Equal(want) || g.Index(NewSet(0, 4, 5, 6, 7, 8)) >= 0 {
				t.Errorf("%v, seed %d: share 0 gave %v", method, seed, g.Sets)
			}
			o.MaxSize = 0
			if g, _, _ := Select(weights, o); g.Index(NewSet(0, 4, 5, 6, 7, 8)) < 0 {
				t.Errorf("%v, seed %d: share 0 without a limit gave %v", method, seed, g.Sets)
			}
		}
	}
}

// TestMixtureOverlaps: label 1 lies between labels 0 and 2, on a line. k-means gives
// each of its images to one side; a mixture gives part of each to both.
func TestMixtureOverlaps(t *testing.T) {
	c := &Clustering{
		Assignment:       []int{0, 0, 1},
		Centers:          [][]float64{{0}, {2}},
		Responsibilities: [][]float64{{1, 0}, {0.75, 0.25}, {0, 1}},
	}
	weights := c.LabelWeights([]int{0, 1, 2}, 3)
	if want := mat.NewDense(2, 3, []float64{1, 0.75, 0, 0, 0.25, 1}); !mat.Equal(weights, want) {
		t.Errorf("mixture: %v", mat.Formatted(weights))
	}
	if f, _, _ := Select(weights, Options{Share: 0.1}); !f.Equal(NewFamily(3, NewSet(0, 1), NewSet(1, 2))) {
		t.Errorf("mixture: %v", f.Sets)
	}
	c.Responsibilities = nil
	weights = c.LabelWeights([]int{0, 1, 2}, 3)
	if want := mat.NewDense(2, 3, []float64{1, 1, 0, 0, 0, 1}); !mat.Equal(weights, want) {
		t.Errorf("k-means: %v", mat.Formatted(weights))
	}
	if f, _, _ := Select(weights, Options{Share: 0.1}); !f.Equal(NewFamily(3, NewSet(0, 1))) {
		t.Errorf("k-means: %v", f.Sets)
	}
	mustPanic(t, "too few labels", func() { c.LabelWeights([]int{0}, 3) })
}

func TestSelectByHand(t *testing.T) {
	weights := mat.NewDense(7, 5, []float64{
		95, 5, 0, 0, 0, // 5 % is enough: {0, 1}, support 100
		95, 4, 1, 0, 0, // 4 % is not: {0}
		0, 30, 30, 39, 1, // {1, 2, 3}, support 99
		50, 50, 0, 0, 0, // {0, 1} again, support 100
		1, 1, 1, 1, 1, // Omega
		0, 0, 0, 0, 0, // nothing
		10, 10, 10, 10, 0, // {0, 1, 2, 3}, support 40
	})
	f, induced, support := Select(weights, Options{Share: 0.05, MaxSize: 3})
	if want := NewFamily(5, NewSet(0, 1), NewSet(1, 2, 3)); !f.Equal(want) {
		t.Errorf("%v, want %v", f.Sets, want.Sets)
	}
	wantInduced := []Set{NewSet(0, 1), NewSet(0), NewSet(1, 2, 3), NewSet(0, 1), Full(5), {}, NewSet(0, 1, 2, 3)}
	if !slices.Equal(induced, wantInduced) {
		t.Errorf("induced %v", induced)
	}
	if want := []float64{95, 0, 0, 0, 0, 200, 99}; !slices.Equal(support, want) {
		t.Errorf("support %v, want %v", support, want)
	}
	for budget, want := range [][]Set{
		{NewSet(0, 1), NewSet(1, 2, 3), NewSet(0, 1, 2, 3)}, // 0: all
		{NewSet(0, 1)},
		{NewSet(0, 1), NewSet(1, 2, 3)},
		{NewSet(0, 1), NewSet(1, 2, 3), NewSet(0, 1, 2, 3)},
		{NewSet(0, 1), NewSet(1, 2, 3), NewSet(0, 1, 2, 3)},
	} {
		f, _, _ := Select(weights, Options{Share: 0.05, Budget: budget})
		if !f.Equal(NewFamily(5, want...)) {
			t.Errorf("budget %d: %v, want %v beside the singletons", budget, f.Sets, want)
		}
	}
}

// TestSelectLaws holds random selections to what Select promises.
func TestSelectLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 500 {
		clusters, frame := 1+rng.IntN(12), 2+rng.IntN(10)
		weights := mat.NewDense(clusters, frame, nil)
		for k := range clusters {
			for y := range frame {
				if rng.IntN(2) == 0 {
					weights.Set(k, y, float64(rng.IntN(20)))
				}
			}
		}
		o := Options{Share: 0.3 * rng.Float64(), MaxSize: rng.IntN(5), Budget: rng.IntN(6)}
		f, induced, support := Select(weights, o)
		checkFamily(t, f)

		if o.Budget > 0 && f.Len() > frame+o.Budget {
			t.Fatalf("%d sets with a budget of %d", f.Len(), o.Budget)
		}
		least := math.Inf(1) // support of a set that was kept
		for i, A := range f.Sets {
			if want := supportOf(A, induced, weights); support[i] != want {
				t.Fatalf("support of %v is %v, want %v", A, support[i], want)
			}
			if A.Len() == 1 {
				continue
			}
			if !slices.Contains(induced, A) || (o.MaxSize > 0 && A.Len() > o.MaxSize) {
				t.Fatalf("%v in the family, sets of clusters %v", A, induced)
			}
			least = min(least, support[i])
		}
		for _, A := range induced {
			left := A.Len() > 1 && A != Full(frame) && (o.MaxSize == 0 || A.Len() <= o.MaxSize) && f.Index(A) < 0
			if left && (o.Budget == 0 || supportOf(A, induced, weights) > least) {
				t.Fatalf("%v was left out of %v", A, f.Sets)
			}
		}

		// Clusters have no order.
		order := rng.Perm(clusters)
		permuted := mat.NewDense(clusters, frame, nil)
		for k, from := range order {
			permuted.SetRow(k, mat.Row(nil, from, weights))
		}
		g, _, supportAgain := Select(permuted, o)
		if !g.Equal(f) || !slices.Equal(supportAgain, support) {
			t.Fatalf("permuted clusters give %v, want %v", g.Sets, f.Sets)
		}
	}
}

func supportOf(A Set, induced []Set, weights *mat.Dense) (support float64) {
	for k, B := range induced {
		if A == B {
			for _, y := range A.Labels() {
				support += weights.At(k, y)
			}
		}
	}
	return support
}

func TestSameSeedSameFamily(t *testing.T) {
	embeddings, labels := overlappingBlobs(2000, 20, 16)
	for _, method := range []Method{KMeans, GaussianMixture} {
		o := DefaultOptions(20)
		o.Method = method
		f, c, err := Induce(embeddings, labels, 20, o)
		if err != nil {
			t.Fatal(err)
		}
		checkFamily(t, f)
		again, cAgain, err := Induce(embeddings, labels, 20, o)
		if err != nil {
			t.Fatal(err)
		}
		if !f.Equal(again) || !reflect.DeepEqual(c, cAgain) {
			t.Errorf("%v: the same seed gave another family", method)
		}
		o.Seed++
		_, other, err := Induce(embeddings, labels, 20, o)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Equal(other.Assignment, c.Assignment) {
			t.Errorf("%v: another seed gave the same clusters", method)
		}
	}
}

func TestInduceErrors(t *testing.T) {
	nan := float32(math.NaN())
	good := [][]float32{{0, 1}, {2, 3}, {4, 5}}
	labels := []int{0, 1, 2}
	options := func(change func(*Options)) Options {
		o := DefaultOptions(3)
		if change != nil {
			change(&o)
		}
		return o
	}
	for _, c := range []struct {
		about      string
		embeddings [][]float32
		labels     []int
		frame      int
		change     func(*Options)
		want       string
	}{
		{"no embeddings", nil, nil, 3, nil, "no embeddings"},
		{"no features", [][]float32{{}, {}, {}}, labels, 3, nil, "no embeddings"},
		{"missing labels", good, labels[:2], 3, nil, "3 embeddings with 2 labels"},
		{"label outside the frame", good, []int{0, 1, 3}, 3, nil, "embedding 2 has label 3"},
		{"negative label", good, []int{0, -1, 2}, 3, nil, "embedding 1 has label -1"},
		{"empty frame", good, labels, 0, nil, "frame of 0 labels"},
		{"ragged", [][]float32{{0, 1}, {2}, {4, 5}}, labels, 3, nil, "embedding 1 has 1 features, embedding 0 has 2"},
		{"not a number", [][]float32{{0, 1}, {2, nan}, {4, 5}}, labels, 3, nil, "feature 1 of embedding 1 is NaN"},
		{"more clusters than images", good, labels, 3, func(o *Options) { o.Clusters = 4 }, "3 embeddings for 4 clusters"},
		{"no clusters", good, labels, 3, func(o *Options) { o.Clusters = 0 }, "0 clusters"},
		{"unknown method", good, labels, 3, func(o *Options) { o.Method = 7 }, "Method(7)"},
		{"negative share", good, labels, 3, func(o *Options) { o.Share = -0.1 }, "share -0.1"},
		{"share over 1", good, labels, 3, func(o *Options) { o.Share = 5 }, "share 5"},
		{"share not a number", good, labels, 3, func(o *Options) { o.Share = math.NaN() }, "share NaN"},
		{"negative size", good, labels, 3, func(o *Options) { o.MaxSize = -1 }, "set size -1"},
		{"negative budget", good, labels, 3, func(o *Options) { o.Budget = -1 }, "budget -1"},
	} {
		t.Run(c.about, func(t *testing.T) {
			_, _, err := Induce(c.embeddings, c.labels, c.frame, options(c.change))
			if err == nil || !strings.HasPrefix(err.Error(), "focal: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
	if _, _, err := Induce(good, labels, 3, options(nil)); err != nil {
		t.Errorf("good arguments: %v", err)
	}
}

func TestMethodNames(t *testing.T) {
	for _, m := range methods {
		if got, err := ParseMethod(m.String()); err != nil || got != m {
			t.Errorf("%v parsed as %v, %v", m, got, err)
		}
	}
	if _, err := ParseMethod("ward"); err == nil || !strings.Contains(err.Error(), `"ward"`) {
		t.Errorf("error %v, want one that names the method", err)
	}
}

func TestDefaultOptions(t *testing.T) {
	for labels, want := range map[int]int{1: 2, 4: 2, 10: 5, 32: 10, 100: 10} {
		o := DefaultOptions(labels)
		if o.MaxSize != want || o.Clusters != labels {
			t.Errorf("%d labels: %+v, want sets of at most %d", labels, o, want)
		}
		if err := o.check(); err != nil {
			t.Error(err)
		}
	}
}
