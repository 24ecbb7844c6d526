package focal

import (
	"cmp"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nesybook/nesy/embedding"

	"gonum.org/v1/gonum/stat/distuv"
)

// ball returns the region that is a ball of a radius around a mean.
func ball(radius float64, mean ...float64) Region {
	r := Region{Mean: mean, Covariance: makePoints(len(mean), len(mean)).slices()}
	for j := range mean {
		r.Covariance[j][j] = radius * radius / reach[len(mean)]
	}
	return r
}

// randomRegion has axes of any direction.
func randomRegion(rng *rand.Rand, dimensions int) Region {
	points := make([][]float64, 8)
	shift := make([]float64, dimensions)
	for j := range shift {
		shift[j] = 1.5 * rng.NormFloat64()
	}
	for i := range points {
		points[i] = make([]float64, dimensions)
		for j := range points[i] {
			points[i][j] = shift[j] + rng.NormFloat64()
		}
	}
	return fitRegion(points)
}

// TestOverlapOfBalls against the closed forms of the lens of two discs and of two
// balls at a distance d, each of radius 1.
func TestOverlapOfBalls(t *testing.T) {
	for _, d := range []float64{0, 0.5, 1, 1.9, 2.1} {
		var lens, cap float64
		if d < 2 {
			lens = 2*math.Acos(d/2) - d/2*math.Sqrt(4-d*d)
			cap = math.Pi * (4 + d) * (2 - d) * (2 - d) / 12
		}
		for _, c := range []struct {
			a, b Region
			want float64
		}{
			{ball(1, 0, 0), ball(1, d, 0), lens / (2*math.Pi - lens)},
			{ball(1, 3, 7), ball(1, 3-d*0.6, 7+d*0.8), lens / (2*math.Pi - lens)},
			{ball(1, 0, 0, 0), ball(1, 0, d, 0), cap / (8*math.Pi/3 - cap)},
			{ball(1, 0, 0), ball(2, 0, 0), 0.25},
			{ball(1, 0, 0, 0), ball(2, 0.3, 0.2, 0), 0.125},
		} {
			got := newRaster([]Region{c.a, c.b}).overlap([]int{0, 1})
			if math.Abs(got-c.want) > 2e-3 || (c.want == 0 || c.want == 1) && got != c.want {
				t.Errorf("in %d dimensions, %v and %v overlap by %v, want %v", len(c.a.Mean), c.a.Mean, c.b.Mean, got, c.want)
			}
		}
	}
}

// TestOverlapOfStretchedDiscs: a linear map changes no quotient of areas.
func TestOverlapOfStretchedDiscs(t *testing.T) {
	regions := []Region{ball(1, 0, 0), ball(1, 1, 0)}
	want := newRaster(regions).overlap([]int{0, 1})
	for i, r := range regions { // by the matrix [[3, 1], [0, 0.5]]
		x, y, v := r.Mean[0], r.Mean[1], r.Covariance[0][0]
		regions[i] = Region{Mean: []float64{3*x + y, 0.5 * y}, Covariance: [][]float64{{10 * v, 0.5 * v}, {0.5 * v, 0.25 * v}}}
	}
	if got := newRaster(regions).overlap([]int{0, 1}); math.Abs(got-want) > 2e-3 {
		t.Errorf("overlap %v of stretched discs, want %v", got, want)
	}
}

// TestRegionsHoldTheirShare: 95 % of a Gaussian, by sampling and by the table.
func TestRegionsHoldTheirShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for dimensions, squared := range reach {
		if want := (distuv.ChiSquared{K: float64(dimensions)}).Quantile(0.95); math.Abs(squared-want) > 1e-9 {
			t.Errorf("reach in %d dimensions is %v, want %v", dimensions, squared, want)
		}
		points := make([][]float64, 50000)
		for i := range points {
			points[i] = make([]float64, dimensions)
			for j := range points[i] {
				points[i][j] = 5 + 2*rng.NormFloat64()
			}
			points[i][0] += points[i][1] // not along the axes
		}
		region := FitRegions(points, make([]int, len(points)), 1)[0]
		contains, within, extreme := region.contains(), 0, 0.0
		for _, p := range points {
			if contains(p) {
				within++
				extreme = max(extreme, p[0]-region.Mean[0])
			}
		}
		if share := float64(within) / float64(len(points)); math.Abs(share-0.95) > 0.003 {
			t.Errorf("in %d dimensions %v of the points are within", dimensions, share)
		}
		if e := region.Extent(0); extreme > e || extreme < 0.97*e {
			t.Errorf("a region reaches %v, says %v", extreme, e)
		}
	}
}

func TestFitRegions(t *testing.T) {
	points := [][]float64{
		{1, 0}, {-1, 0}, {0, 2}, {0, -2}, // label 0: variances 1/2 and 2
		{7, 7}, {8, 8}, // label 1: too few
		{0, 0}, {1, 1}, {2, 2}, // label 2: on a line
	}
	regions := FitRegions(points, []int{0, 0, 0, 0, 1, 1, 2, 2, 2}, 4)
	near := func(got, want float64) bool { return math.Abs(got-want) < 1e-4 }
	if r := regions[0]; r.Mean[0] != 0 || r.Mean[1] != 0 || !near(r.Covariance[0][0], 0.5) || !near(r.Covariance[1][1], 2) || r.Covariance[0][1] != 0 {
		t.Errorf("region %+v", r)
	}
	if !regions[1].Empty() || !regions[3].Empty() {
		t.Error("labels with too few images have a region")
	}
	if contains := regions[2].contains(); !contains([]float64{1.5, 1.5}) || contains([]float64{1.5, 1.4}) {
		t.Error("the region of points on a line is not along it")
	}
	same := FitRegions(make([][]float64, 0), nil, 2)
	if !same[0].Empty() {
		t.Error("no points make a region")
	}
	mustPanic(t, "a label too few", func() { FitRegions(points, []int{0}, 1) })
}

// subsets returns every set of two labels or more of a frame, without Omega.
func subsets(frame int) (sets [][]int) {
	for code := range 1 << frame {
		var labels []int
		for y := range frame {
			if code>>y&1 == 1 {
				labels = append(labels, y)
			}
		}
		if len(labels) >= 2 && len(labels) < frame {
			sets = append(sets, labels)
		}
	}
	return sets
}

// TestMostOverlappingAgainstAllSubsets holds the search to what it leaves out.
func TestMostOverlappingAgainstAllSubsets(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	larger := 0
	for trial := range 8 {
		frame, dimensions := 3+trial%4, 2+trial%2
		regions := make([]Region, frame)
		for y := range regions {
			regions[y] = randomRegion(rng, dimensions)
		}
		switch trial {
		case 3:
			regions[1] = regions[0] // ties
		case 4:
			regions[2] = Region{}
		}
		r := newRaster(regions)
		var all []candidate
		for _, labels := range subsets(frame) {
			if overlap := r.overlap(labels); overlap > 0 {
				all = append(all, candidate{NewSet(labels...), overlap})
			}
		}
		slices.SortFunc(all, func(a, b candidate) int {
			if a.overlap != b.overlap {
				return cmp.Compare(b.overlap, a.overlap)
			}
			return a.set.Compare(b.set)
		})
		for _, maxSize := range []int{0, 2, 3} {
			var want []candidate
			for _, c := range all {
				if maxSize == 0 || c.set.Len() <= maxSize {
					want = append(want, c)
				}
			}
			for _, k := range []int{4, 1000} {
				sets, overlaps := MostOverlapping(regions, k, maxSize)
				if len(sets) != min(k, len(want)) {
					t.Fatalf("%d sets of %d with %d asked for", len(sets), len(want), k)
				}
				for i := range sets {
					if sets[i] != want[i].set || overlaps[i] != want[i].overlap {
						t.Fatalf("set %d is %v (%v), want %v (%v)", i, sets[i], overlaps[i], want[i].set, want[i].overlap)
					}
					if sets[i].Len() > 2 {
						larger++
					}
				}
			}
		}
	}
	if larger == 0 {
		t.Error("no set of three labels overlaps: the test sees too little")
	}
	if sets, _ := MostOverlapping(make([]Region, 3), 5, 0); len(sets) != 0 {
		t.Errorf("empty regions overlap: %v", sets)
	}
}

// TestOverlapNeverGrows as a label joins a set, which the search rests on.
func TestOverlapNeverGrows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	regions := make([]Region, 6)
	for y := range regions {
		regions[y] = randomRegion(rng, 3)
	}
	r := newRaster(regions)
	for _, labels := range subsets(6) {
		whole := r.overlap(labels)
		if whole < 0 || whole > 1 {
			t.Fatalf("overlap %v", whole)
		}
		for i := range labels {
			if part := r.overlap(slices.Delete(slices.Clone(labels), i, i+1)); part < whole {
				t.Fatalf("%v overlap by %v, without one by %v", labels, whole, part)
			}
		}
	}
}

// few returns every tenth of the images of sharedBlobs, twenty a label.
func few(seed uint64) (embeddings [][]float32, labels []int, groups [][]int) {
	all, of, groups := sharedBlobs(seed)
	for i := range all {
		if i/10%10 == 1 {
			embeddings, labels = append(embeddings, all[i]), append(labels, of[i])
		}
	}
	return embeddings, labels, groups
}

// TestClassOverlapFindsConfusableLabels: classes that share a blob overlap, others do
// not, so all the sets there are lie within a group, whichever way they are embedded.
func TestClassOverlapFindsConfusableLabels(t *testing.T) {
	embeddings, labels, groups := few(1)
	for _, method := range []embedding.Method{embedding.ByTSNE, embedding.ByPCA} {
		for _, dimensions := range []int{2, 3} {
			o := DefaultOptions(10)
			o.Method, o.Embedding, o.Dimensions = ClassOverlap, method, dimensions
			o.Budget = 100
			f, c, err := Induce(embeddings, labels, 10, o)
			if err != nil {
				t.Fatal(err)
			}
			checkFamily(t, f)
			// One pair; three pairs and a triple; six pairs, four triples and all four.
			if f.Len() != 10+1+4+11 {
				t.Errorf("%v, %d dimensions: %v, want 16 sets beside the singletons", method, dimensions, f.Sets)
			}
			for _, A := range c.Sets {
				if !slices.ContainsFunc(groups, func(g []int) bool { return A.SubsetOf(NewSet(g...)) }) {
					t.Errorf("%v, %d dimensions: %v overlap", method, dimensions, A)
				}
			}
			for i, A := range f.Sets {
				if (A.Len() > 1) != (c.Support[i] > 0) || c.Support[i] > 1 {
					t.Errorf("support of %v is %v", A, c.Support[i])
				}
			}
			if len(c.Regions) != 10 || c.Assignment != nil {
				t.Errorf("%d regions, %d assignments", len(c.Regions), len(c.Assignment))
			}
			o.Budget = 3
			best, _, err := Induce(embeddings, labels, 10, o)
			if err != nil || !best.Equal(NewFamily(10, c.Sets[:3]...)) {
				t.Errorf("budget of 3: %v, want %v; %v", best.Sets, c.Sets[:3], err)
			}
		}
	}
}

func TestClassOverlapRepeats(t *testing.T) {
	embeddings, labels, _ := few(2)
	o := DefaultOptions(10)
	o.Method = ClassOverlap
	f, c, err := Induce(embeddings, labels, 10, o)
	if err != nil {
		t.Fatal(err)
	}
	g, d, err := Induce(embeddings, labels, 10, o)
	if err != nil || !f.Equal(g) || !reflect.DeepEqual(c, d) {
		t.Errorf("the same seed gave another family; %v", err)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var read *Clustering
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(c, read) {
		t.Errorf("written and read, the clustering differs; %v", err)
	}
	if larger := f.Len() - 10; larger > 10 {
		t.Errorf("%d larger sets without a budget, want at most as many as labels", larger)
	}
}

func TestDrawEvenly(t *testing.T) {
	var labels []int
	for i := range 100 {
		labels = append(labels, i%3*i%2) // 0, mostly, and 1
	}
	counts := func(images []int) (n [2]int) {
		for _, i := range images {
			n[labels[i]]++
		}
		return n
	}
	if got := drawEvenly(labels, 2, 100, 1); len(got) != 100 {
		t.Errorf("%d of 100", len(got))
	}
	few := drawEvenly(labels, 2, 20, 1)
	if counts(few) != [2]int{10, 10} || !slices.IsSorted(few) {
		t.Errorf("drawn %v", few)
	}
	if !slices.Equal(few, drawEvenly(labels, 2, 20, 1)) || slices.Equal(few, drawEvenly(labels, 2, 20, 2)) {
		t.Error("draws do not follow the seed")
	}
	if got := counts(drawEvenly(labels, 2, 90, 1)); got[0] != 45 || got[1] != counts(drawEvenly(labels, 2, 100, 1))[1] {
		t.Errorf("drawn %v: of a label with too few images, all", got)
	}
}

func TestClassOverlapErrors(t *testing.T) {
	embeddings, labels, _ := few(1)
	many := make([]int, 3000)
	for i := range many {
		many[i] = i % 700
	}
	for _, c := range []struct {
		about      string
		embeddings [][]float32
		labels     []int
		frame      int
		change     func(*Options)
		want       string
	}{
		{"four dimensions", embeddings, labels, 10, func(o *Options) { o.Dimensions = 4 }, "4 dimensions, want 2 or 3"},
		{"unknown embedding", embeddings, labels, 10, func(o *Options) { o.Embedding = 9 }, "Method(9)"},
		{"three images", embeddings[:3], labels[:3], 10, nil, "3 images"},
		{"two features", make2D(8), make([]int, 8), 10, nil, "2 features"},
		{"no images", nil, nil, 10, nil, "no embeddings"},
		{"too many labels", slices.Repeat(embeddings[:1], 3000), many, 700, nil, "embed by pca"},
	} {
		t.Run(c.about, func(t *testing.T) {
			o := DefaultOptions(c.frame)
			o.Method = ClassOverlap
			if c.change != nil {
				c.change(&o)
			}
			_, _, err := Induce(c.embeddings, c.labels, c.frame, o)
			if err == nil || !strings.HasPrefix(err.Error(), "focal: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
	o := DefaultOptions(10)
	o.Method = ClassOverlap
	if _, err := Cluster(embeddings, o); err == nil || !strings.Contains(err.Error(), "makes no clusters") {
		t.Errorf("error %v", err)
	}
}

func make2D(n int) [][]float32 {
	rows := make([][]float32, n)
	for i := range rows {
		rows[i] = []float32{float32(i), 1}
	}
	return rows
}

func BenchmarkClassOverlap(b *testing.B) {
	embeddings, labels := overlappingBlobs(4000, 100, 192)
	for _, method := range []embedding.Method{embedding.ByTSNE, embedding.ByPCA} {
		b.Run(method.String(), func(b *testing.B) {
			o := DefaultOptions(100)
			o.Method, o.Embedding = ClassOverlap, method
			for b.Loop() {
				if _, _, err := Induce(embeddings, labels, 100, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
