package focal

import (
	"math"
	"math/rand/v2"
	"testing"
)

// emByTheBook runs EM as the textbook writes it, with every density computed and no
// responsibility dropped, and returns the means, variances, proportions and the mean
// log-likelihood before the last M-step.
func emByTheBook(x *points, start *Clustering, floor []float64, iterations int) (means, variances *points, proportions []float64, logLikelihood float64) {
	components := len(start.Centers)
	r := makePoints(x.rows, components)
	for i, k := range start.Assignment {
		r.row(i)[k] = 1
	}
	for range iterations {
		means, variances = makePoints(components, x.dim), makePoints(components, x.dim)
		proportions = make([]float64, components)
		for k := range components {
			var total float64
			for i := range x.rows {
				total += r.row(i)[k]
			}
			proportions[k] = total / float64(x.rows)
			for j := range x.dim {
				for i := range x.rows {
					means.row(k)[j] += r.row(i)[k] * x.row(i)[j] / total
				}
				for i := range x.rows {
					variances.row(k)[j] += r.row(i)[k] * math.Pow(x.row(i)[j]-means.row(k)[j], 2) / total
				}
				variances.row(k)[j] = math.Max(variances.row(k)[j], floor[j])
			}
		}
		logLikelihood = 0
		for i := range x.rows {
			var density float64
			for k := range components {
				r.row(i)[k] = proportions[k]
				for j, v := range x.row(i) {
					s2 := variances.row(k)[j]
					r.row(i)[k] *= math.Exp(-math.Pow(v-means.row(k)[j], 2)/(2*s2)) / math.Sqrt(2*math.Pi*s2)
				}
				density += r.row(i)[k]
			}
			for k := range components {
				r.row(i)[k] /= density
			}
			logLikelihood += math.Log(density) / float64(x.rows)
		}
	}
	return means, variances, proportions, logLikelihood
}

func TestMixtureAgainstTheBook(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 0))
		x := cloudPoints(rng, 300, 3)
		if seed%2 == 1 { // enough features for densities to be abandoned half-way
			x = makePoints(300, 40)
			for i := range x.data {
				x.data[i] = rng.NormFloat64()
			}
		}
		got := mixture(x, 4, seed)
		means, variances, proportions, logLikelihood := emByTheBook(x, kMeans(x, 4, seed), varianceFloor(x), got.Iterations)
		if math.Abs(got.Loss+logLikelihood) > 1e-9 {
			t.Errorf("seed %d: loss %v, want %v", seed, got.Loss, -logLikelihood)
		}
		for k := range got.Centers {
			if math.Abs(got.Proportions[k]-proportions[k]) > 1e-9 {
				t.Errorf("seed %d: proportion %d is %v, want %v", seed, k, got.Proportions[k], proportions[k])
			}
			for j := range x.dim {
				if math.Abs(got.Centers[k][j]-means.row(k)[j]) > 1e-8 || math.Abs(got.Variances[k][j]-variances.row(k)[j]) > 1e-8 {
					t.Errorf("seed %d: component %d is %v, %v", seed, k, got.Centers[k], got.Variances[k])
				}
			}
		}
	}
}

// TestMixtureRecoversItsParameters: two overlapping Gaussians on a line, of which
// k-means would take the border in the middle and both spreads too small.
func TestMixtureRecoversItsParameters(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	x := makePoints(20000, 1)
	for i := range x.rows {
		if rng.Float64() < 0.7 {
			x.data[i] = rng.NormFloat64()
		} else {
			x.data[i] = 4 + 0.5*rng.NormFloat64()
		}
	}
	c := mixture(x, 2, 1)
	wide, narrow := 0, 1
	if c.Centers[0][0] > c.Centers[1][0] {
		wide, narrow = 1, 0
	}
	for _, v := range []struct {
		what            string
		got, want, near float64
	}{
		{"wide mean", c.Centers[wide][0], 0, 0.05},
		{"wide deviation", math.Sqrt(c.Variances[wide][0]), 1, 0.05},
		{"wide proportion", c.Proportions[wide], 0.7, 0.02},
		{"narrow mean", c.Centers[narrow][0], 4, 0.05},
		{"narrow deviation", math.Sqrt(c.Variances[narrow][0]), 0.5, 0.05},
	} {
		if math.Abs(v.got-v.want) > v.near {
			t.Errorf("%s %v, want %v", v.what, v.got, v.want)
		}
	}
}

func TestMixtureInvariants(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 0))
		x := gridPoints(rng, 100+rng.IntN(100), 1+rng.IntN(5), 4) // with coincident points
		c := mixture(x, 1+rng.IntN(8), seed)
		if math.IsNaN(c.Loss) || math.IsInf(c.Loss, 0) {
			t.Fatalf("loss %v", c.Loss)
		}
		if math.Abs(sum(c.Proportions)-1) > 1e-9 {
			t.Fatalf("proportions %v sum to %v", c.Proportions, sum(c.Proportions))
		}
		for i, r := range c.Responsibilities {
			if math.Abs(sum(r)-1) > 1e-12 {
				t.Fatalf("responsibilities %v sum to %v", r, sum(r))
			}
			for k := range r {
				if r[k] < 0 || r[k] > r[c.Assignment[i]] {
					t.Fatalf("responsibilities %v of an image in %d", r, c.Assignment[i])
				}
			}
		}
	}
}

// TestExpectationMaximisationNeverLoses watches the likelihood rise.
func TestExpectationMaximisationNeverLoses(t *testing.T) {
	x := cloudPoints(rand.New(rand.NewPCG(3, 0)), 500, 4)
	g := newGaussians(x, kMeans(x, 6, 1))
	before := math.Inf(-1)
	for range 40 {
		g.maximise()
		logLikelihood := g.expect()
		if logLikelihood < before-1e-9 {
			t.Fatalf("log-likelihood fell from %v to %v", before, logLikelihood)
		}
		before = logLikelihood
	}
}

// TestConstantFeature: a feature that never varies says nothing about clusters.
func TestConstantFeature(t *testing.T) {
	x := cloudPoints(rand.New(rand.NewPCG(4, 0)), 300, 2)
	y := makePoints(300, 3)
	for i := range x.rows {
		copy(y.row(i), append([]float64{7}, x.row(i)...))
	}
	without, with := newGaussians(x, kMeans(x, 3, 1)), newGaussians(y, kMeans(y, 3, 1))
	for range 10 {
		without.maximise()
		without.expect()
		with.maximise()
		with.expect()
	}
	for i, want := range without.responsibilities.data {
		if got := with.responsibilities.data[i]; math.Abs(got-want) > 1e-9 {
			t.Fatalf("responsibility %v with the feature, %v without", got, want)
		}
	}
	if c := mixture(makePoints(10, 3), 2, 1); len(c.Centers) != 1 || math.IsNaN(c.Loss) {
		t.Errorf("of coincident points: %d components, loss %v", len(c.Centers), c.Loss)
	}
}

func TestSoftmax(t *testing.T) {
	weights := []float64{math.Log(0.2), math.Log(0.6), math.Log(0.6) - negligible - 1, math.Inf(-1)}
	if got, want := softmax(weights), math.Log(0.8); math.Abs(got-want) > 1e-12 {
		t.Errorf("log sum %v, want %v", got, want)
	}
	for k, want := range []float64{0.25, 0.75, 0, 0} {
		if math.Abs(weights[k]-want) > 1e-12 || (want == 0) != (weights[k] == 0) {
			t.Errorf("weight %d is %v, want %v", k, weights[k], want)
		}
	}
	huge := []float64{-5000, -5000} // exp of these is 0
	if got := softmax(huge); huge[0] != 0.5 || math.Abs(got-(-5000+math.Log(2))) > 1e-9 {
		t.Errorf("%v, log sum %v", huge, got)
	}
}
