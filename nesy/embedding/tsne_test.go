package embedding

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

// clusters returns rows of 10 features around so many far means, in turn.
func clusters(rng *rand.Rand, n, clusters int) [][]float32 {
	means := make([][10]float64, clusters)
	for c := range means {
		for j := range means[c] {
			means[c][j] = 8 * rng.NormFloat64()
		}
	}
	rows := make([][]float32, n)
	for i := range rows {
		rows[i] = make([]float32, 10)
		for j := range rows[i] {
			rows[i][j] = float32(means[i%clusters][j] + rng.NormFloat64())
		}
	}
	return rows
}

// TestAffinitiesByHand: of points 0, 1 and 3 on a line, each sees a nearer and a
// farther one. At a perplexity of 1.5 the nearer has p = 0.8597234930 (bisection of
// exp(-p log p - (1-p) log(1-p)) = 1.5 in another program), the farther 1-p.
func TestAffinitiesByHand(t *testing.T) {
	const near, far = 0.8597234930, 1 - 0.8597234930
	want := [3][3]float64{
		{0, (near + near) / 6, (far + far) / 6},
		{(near + near) / 6, 0, (far + near) / 6},
		{(far + far) / 6, (near + far) / 6, 0},
	}
	p := affinities([][]float32{{0}, {1}, {3}}, 1.5)
	for k, v := range p {
		if math.Abs(v-want[k/3][k%3]) > 1e-7 {
			t.Errorf("p[%d,%d] = %v, want %v", k/3, k%3, v, want[k/3][k%3])
		}
	}
}

// TestAffinitiesReachThePerplexity, sum to 1 and are symmetric.
func TestAffinitiesReachThePerplexity(t *testing.T) {
	rows := clusters(rand.New(rand.NewPCG(1, 0)), 120, 4)
	for _, perplexity := range []float64{2, 10, 30} {
		for i := range rows {
			p := make([]float64, len(rows))
			conditional(p, squaredDistances(rows, i), i, perplexity)
			var entropy, total float64
			for _, v := range p {
				total += v
				if v > 0 {
					entropy -= v * math.Log(v)
				}
			}
			if math.Abs(math.Exp(entropy)-perplexity) > 1e-4 || math.Abs(total-1) > 1e-12 || p[i] != 0 {
				t.Fatalf("row %d: perplexity %v, want %v; sum %v", i, math.Exp(entropy), perplexity, total)
			}
		}
		var total float64
		joint := affinities(rows, perplexity)
		for k, v := range joint {
			total += v
			if v != joint[k%len(rows)*len(rows)+k/len(rows)] {
				t.Fatal("not symmetric")
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Errorf("joint probabilities sum to %v", total)
		}
	}
}

// divergence is KL(P||Q) as the paper writes it, with P multiplied by factor in the
// part that depends on Q.
func divergence(d *descent, factor float64) (kl float64) {
	n := len(d.y)
	w := func(i, j int) float64 {
		r := distance(d.y[i][:], d.y[j][:])
		return 1 / (1 + r*r)
	}
	var total float64
	for i := range n {
		for j := range n {
			if i != j {
				total += w(i, j)
			}
		}
	}
	// KL = sum P log P - sum P log w + log of the total, as P sums to 1.
	for i := range n {
		for j := range n {
			if i != j {
				kl -= factor * d.p[i*n+j] * math.Log(w(i, j))
			}
		}
	}
	return kl + math.Log(total)
}

func TestGradientByFiniteDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for _, dimensions := range []int{2, 3} {
		for _, factor := range []float64{1, exaggeration} {
			d := newDescent(clusters(rng, 20, 3), dimensions, 1)
			for i := range d.y {
				for k := range dimensions {
					d.y[i][k] = 2 * rng.NormFloat64()
				}
			}
			for i, gradient := range d.gradient(factor) {
				for k := range dimensions {
					const h = 1e-5
					y := d.y[i][k]
					d.y[i][k] = y + h
					above := divergence(d, factor)
					d.y[i][k] = y - h
					below := divergence(d, factor)
					d.y[i][k] = y
					if want := (above - below) / (2 * h); math.Abs(gradient[k]-want) > 1e-7 {
						t.Fatalf("%d dimensions, factor %v: gradient of y[%d,%d] is %v, want %v", dimensions, factor, i, k, gradient[k], want)
					}
				}
				if dimensions == 2 && gradient[2] != 0 {
					t.Fatal("the third coordinate of a plane moves")
				}
			}
		}
	}
}

// TestDescentDescends: once exaggeration is over, the divergence falls far below the
// one that the principal components leave.
func TestDescentDescends(t *testing.T) {
	d := newDescent(clusters(rand.New(rand.NewPCG(4, 0)), 150, 5), 2, 1)
	start := divergence(d, 1)
	for range 100 {
		d.step(exaggeration, 0.5)
	}
	middle := divergence(d, 1)
	for range 200 {
		d.step(1, 0.8)
	}
	if end := divergence(d, 1); end > middle || end > start-1 {
		t.Errorf("divergence %v, then %v, then %v", start, middle, end)
	}
}

// TestFarClustersStayApart: each point's neighbours in the picture are of its own
// cluster, and most of them are its neighbours among the features.
func TestFarClustersStayApart(t *testing.T) {
	const n, k = 300, 6
	rows := clusters(rand.New(rand.NewPCG(5, 0)), n, k)
	for _, dimensions := range []int{2, 3} {
		points := TSNE(rows, dimensions, 1)
		kept := 0
		for i := range n {
			near := neighbours(n, i, func(j int) float64 { return distance(points[i], points[j]) })
			features := squaredDistances(rows, i)
			before := neighbours(n, i, func(j int) float64 { return features[j] })
			for _, j := range near {
				if j%k != i%k {
					t.Fatalf("%d dimensions: a neighbour of %d is %d, of another cluster", dimensions, i, j)
				}
				if slices.Contains(before, j) {
					kept++
				}
			}
		}
		// By chance inside the cluster of 50: a fifth of the 10 neighbours.
		if share := float64(kept) / (10 * n); share < 0.45 {
			t.Errorf("%d dimensions: %v of the neighbours are kept", dimensions, share)
		}
	}
}

// neighbours returns the 10 points nearest to i.
func neighbours(n, i int, to func(j int) float64) []int {
	var order []int
	for j := range n {
		if j != i {
			order = append(order, j)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		if to(a) < to(b) {
			return -1
		}
		return 1
	})
	return order[:10]
}

func TestSameSeedSameBytes(t *testing.T) {
	rows := clusters(rand.New(rand.NewPCG(6, 0)), 60, 3)
	first := TSNE(rows, 2, 42)
	before := runtime.GOMAXPROCS(1)
	second := TSNE(rows, 2, 42)
	runtime.GOMAXPROCS(before)
	if !reflect.DeepEqual(first, second) {
		t.Error("one processor gives other points")
	}
	if reflect.DeepEqual(first, TSNE(rows, 2, 43)) {
		t.Error("the seed does nothing")
	}
}

// TestRoundingDoesNotGrow: features that differ as those of two kinds of processor do
// give nearly the same picture, about 20 from end to end.
func TestRoundingDoesNotGrow(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	rows := clusters(rng, 150, 5)
	points := TSNE(rows, 2, 1)
	for _, row := range rows {
		for j := range row {
			row[j] *= 1 + 1e-6*float32(rng.NormFloat64())
		}
	}
	for i, p := range TSNE(rows, 2, 1) {
		if moved := distance(p, points[i]); moved > 0.01 {
			t.Fatalf("point %d moved by %v", i, moved)
		}
	}
}

// TestEqualRows: nothing to tell apart, but no point is lost.
func TestEqualRows(t *testing.T) {
	for _, p := range TSNE(slices.Repeat([][]float32{{1, 2, 3}}, 8), 3, 1) {
		for _, v := range p {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("point %v", p)
			}
		}
	}
}

func BenchmarkTSNE(b *testing.B) {
	rows := clusters(rand.New(rand.NewPCG(7, 0)), 2000, 40)
	for b.Loop() {
		TSNE(rows, 3, 42)
	}
}
