package focal

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

// gridPoints returns points on a small integer grid: many coincide, and many are as
// near to one center as to another.
func gridPoints(rng *rand.Rand, rows, dim, side int) *points {
	x := makePoints(rows, dim)
	for i := range x.data {
		x.data[i] = float64(rng.IntN(side))
	}
	return x
}

// cloudPoints returns points of three overlapping normal clouds.
func cloudPoints(rng *rand.Rand, rows, dim int) *points {
	x := makePoints(rows, dim)
	for i := range rows {
		for j := range dim {
			x.row(i)[j] = float64(i%3) + rng.NormFloat64()
		}
	}
	return x
}

// lloydByTheBook is Lloyd's algorithm with every distance computed in every
// iteration, from given centers none of which ever loses all its points.
func lloydByTheBook(t *testing.T, x, centers *points) (nearest []int, iterations int) {
	nearest = slices.Repeat([]int{-1}, x.rows)
	for {
		iterations++
		settled := true
		count := make([]float64, centers.rows)
		sums := makePoints(centers.rows, x.dim)
		for i := range x.rows {
			best, k := math.Inf(1), -1
			for c := range centers.rows {
				if d := math.Sqrt(squaredDistance(x.row(i), centers.row(c))); d < best {
					best, k = d, c
				}
			}
			if nearest[i] != k {
				nearest[i], settled = k, false
			}
			count[k]++
			for j, v := range x.row(i) {
				sums.row(k)[j] += v
			}
		}
		for c := range centers.rows {
			if count[c] == 0 {
				t.Skip("a center lost its points")
			}
			for j := range x.dim {
				centers.row(c)[j] = sums.row(c)[j] / count[c]
			}
		}
		if settled {
			return nearest, iterations
		}
	}
}

// TestKMeansAgainstTheBook: the distance bounds change nothing, not even which of
// two equally near centers takes a point.
func TestKMeansAgainstTheBook(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 9))
		x := cloudPoints(rng, 50+rng.IntN(400), 1+rng.IntN(9))
		if seed%2 == 0 {
			x = gridPoints(rng, 50+rng.IntN(400), 1+rng.IntN(4), 6)
		}
		clusters := 1 + rng.IntN(9)
		got := kMeans(x, clusters, seed)
		centers := plusPlus(x, clusters, rand.New(rand.NewPCG(seed, 0)))
		nearest, iterations := lloydByTheBook(t, x, centers)
		if !slices.Equal(got.Assignment, nearest) || !reflect.DeepEqual(got.Centers, centers.slices()) {
			t.Fatalf("seed %d: other clusters than the book's", seed)
		}
		if got.Iterations != iterations || !got.Converged {
			t.Fatalf("seed %d: %d iterations, want %d", seed, got.Iterations, iterations)
		}
	}
}

// TestKMeansSettles: each image is with its nearest center, each center at the mean
// of its images, and the loss is their mean squared distance.
func TestKMeansSettles(t *testing.T) {
	x := cloudPoints(rand.New(rand.NewPCG(1, 0)), 500, 4)
	c := kMeans(x, 7, 3)
	var loss float64
	means := makePoints(7, 4)
	count := make([]float64, 7)
	for i, k := range c.Assignment {
		own := squaredDistance(x.row(i), c.Centers[k])
		for other := range c.Centers {
			if squaredDistance(x.row(i), c.Centers[other]) < own-1e-12 {
				t.Fatalf("image %d is nearer to center %d than to its own, %d", i, other, k)
			}
		}
		loss += own / 500
		count[k]++
		for j, v := range x.row(i) {
			means.row(k)[j] += v
		}
	}
	for k, center := range c.Centers {
		for j := range center {
			if math.Abs(center[j]-means.row(k)[j]/count[k]) > 1e-12 {
				t.Fatalf("center %d is %v", k, center)
			}
		}
	}
	if math.Abs(c.Loss-loss) > 1e-12 {
		t.Errorf("loss %v, want %v", c.Loss, loss)
	}
}

// TestLossNeverRises watches Lloyd's algorithm step by step.
func TestLossNeverRises(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	x := cloudPoints(rng, 400, 3)
	s := newLloyd(x, plusPlus(x, 12, rng))
	before := math.Inf(1)
	for range 30 {
		s.assign()
		s.update()
		var loss float64
		for i, k := range s.nearest {
			loss += squaredDistance(x.row(i), s.centers.row(k))
		}
		if loss > before+1e-9 {
			t.Fatalf("loss rose from %v to %v", before, loss)
		}
		before = loss
	}
}

// TestTieGoesToTheFirst: a point midway between two centers belongs to the first,
// also where it was with the second and its bounds are tight.
func TestTieGoesToTheFirst(t *testing.T) {
	for _, before := range []int{-1, 0, 1} {
		s := newLloyd(&points{1, 1, []float64{1}}, &points{2, 1, []float64{0, 2}})
		if before >= 0 {
			s.nearest[0], s.upper[0] = before, 1
			s.lower = []float64{1, 1}
		}
		s.assign()
		if s.nearest[0] != 0 {
			t.Errorf("from center %d the point went to center %d", before, s.nearest[0])
		}
	}
}

// TestEmptyCluster: 1-D points 0, 1, 10, 12 with centers 0, 11, 100 and 200. The
// last two get no point. Farthest from its center is 0's point 1, at distance 1 like
// 10 and 12; the first of them, 1, takes the third center and the next, 10, the last.
func TestEmptyCluster(t *testing.T) {
	x := &points{4, 1, []float64{0, 1, 10, 12}}
	s := newLloyd(x, &points{4, 1, []float64{0, 11, 100, 200}})
	s.assign()
	s.update()
	if want := []float64{0.5, 11, 1, 10}; !slices.Equal(s.centers.data, want) {
		t.Errorf("centers %v, want %v", s.centers.data, want)
	}
	for range 5 {
		s.assign()
		s.update()
	}
	if want := []int{0, 2, 3, 1}; !slices.Equal(s.nearest, want) {
		t.Errorf("clusters %v, want %v", s.nearest, want)
	}
	if want := []float64{0, 12, 1, 10}; !slices.Equal(s.centers.data, want) {
		t.Errorf("centers %v, want %v", s.centers.data, want)
	}
}

// TestFewDistinctPoints: with three places for five clusters there are three.
func TestFewDistinctPoints(t *testing.T) {
	x := &points{9, 1, []float64{1, 2, 3, 1, 2, 3, 1, 2, 3}}
	c := kMeans(x, 5, 1)
	if len(c.Centers) != 3 || c.Loss != 0 || !c.Converged {
		t.Errorf("%d centers, loss %v", len(c.Centers), c.Loss)
	}
	if c := kMeans(x, 9, 1); len(c.Centers) != 3 {
		t.Errorf("%d centers", len(c.Centers))
	}
}

func TestPlusPlusDrawsDistinctPoints(t *testing.T) {
	for seed := range uint64(50) {
		x := gridPoints(rand.New(rand.NewPCG(seed, 1)), 100, 2, 5)
		distinct := map[[2]float64]bool{}
		for i := range x.rows {
			distinct[[2]float64(x.row(i))] = true
		}
		centers := plusPlus(x, 100, rand.New(rand.NewPCG(seed, 2)))
		if centers.rows != len(distinct) {
			t.Fatalf("%d centers of %d distinct points", centers.rows, len(distinct))
		}
		for i := range centers.rows {
			delete(distinct, [2]float64(centers.row(i)))
		}
		if len(distinct) > 0 {
			t.Fatalf("points %v never drawn", distinct)
		}
	}
}

func TestDraw(t *testing.T) {
	weights := []float64{0, 1, 0, 2, 0}
	for target, want := range map[float64]int{0: 1, 0.99: 1, 1: 3, 2.99: 3, 3: 3, 4: 3} {
		if got := draw(weights, target); got != want {
			t.Errorf("draw at %v is %d, want %d", target, got, want)
		}
	}
}

func TestSquaredDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for dim := range 20 {
		a, b, w := make([]float64, dim), make([]float64, dim), make([]float64, dim)
		var plain, weighted float64
		for j := range dim {
			a[j], b[j], w[j] = rng.NormFloat64(), rng.NormFloat64(), rng.Float64()
			plain += (a[j] - b[j]) * (a[j] - b[j])
			weighted += w[j] * (a[j] - b[j]) * (a[j] - b[j])
		}
		if got := squaredDistance(a, b); math.Abs(got-plain) > 1e-12 {
			t.Errorf("%d features: %v, want %v", dim, got, plain)
		}
		if got := weightedSquaredDistance(a, b, w, math.Inf(1)); math.Abs(got-weighted) > 1e-12 {
			t.Errorf("%d features: weighted %v, want %v", dim, got, weighted)
		}
	}
	far, near := slices.Repeat([]float64{1}, 100), make([]float64, 100)
	if got := weightedSquaredDistance(far, near, far, 40); !math.IsInf(got, 1) {
		t.Errorf("%v beyond the limit of 40, want infinity", got)
	}
	if got := weightedSquaredDistance(far, near, far, 100); got != 100 {
		t.Errorf("%v at the limit, want 100", got)
	}
}

// TestProcessorsDoNotMatter: the same bits from one goroutine and from eight.
func TestProcessorsDoNotMatter(t *testing.T) {
	embeddings, labels := overlappingBlobs(1500, 20, 17)
	for _, method := range []Method{KMeans, GaussianMixture} {
		o := DefaultOptions(20)
		o.Method = method
		var clusterings []*Clustering
		for _, processors := range []int{1, 8, 8} {
			before := runtime.GOMAXPROCS(processors)
			_, c, err := Induce(embeddings, labels, 20, o)
			runtime.GOMAXPROCS(before)
			if err != nil {
				t.Fatal(err)
			}
			clusterings = append(clusterings, c)
		}
		for _, c := range clusterings[1:] {
			if !reflect.DeepEqual(c, clusterings[0]) {
				t.Errorf("%v differs with the number of processors", method)
			}
		}
	}
}
