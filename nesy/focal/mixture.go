package focal

import (
	"math"
	"slices"

	"nesybook/nesy/parallel"
)

const (
	// maxEM bounds the iterations of EM, and EM has converged when one of them gains
	// less than minGain nats an image and feature.
	maxEM   = 100
	minGain = 5e-5

	// negligible is how many nats below an image's likeliest component another must be
	// for its responsibility, below 1e-12, to be taken for 0. In many dimensions nearly
	// all of them are.
	negligible = 28

	// minVariance of a component, as a part of the variance of all images in that
	// feature, keeps a component from shrinking on to a few images.
	minVariance = 1e-3
)

// mixture returns the Gaussian mixture with diagonal covariances to which EM
// (Dempster, Laird and Rubin 1977) settles from the clusters of k-means.
func mixture(x *points, components int, seed uint64) *Clustering {
	g := newGaussians(x, kMeans(x, components, seed))
	result := &Clustering{Loss: math.Inf(1)}
	for !result.Converged && result.Iterations < maxEM {
		result.Iterations++
		g.maximise()
		loss := -g.expect()
		result.Converged = result.Loss-loss < minGain*float64(x.dim)
		result.Loss = loss
	}

	result.Assignment = make([]int, x.rows)
	for i := range result.Assignment {
		r := g.responsibilities.row(i)
		result.Assignment[i] = slices.Index(r, slices.Max(r))
	}
	result.Centers = g.means.slices()
	result.Responsibilities = g.responsibilities.slices()
	result.Variances = g.variances.slices()
	result.Proportions = g.proportions
	return result
}

// gaussians is the state of EM for a mixture of diagonal Gaussians.
type gaussians struct {
	x                *points
	responsibilities *points   // [points, components]
	means, variances *points   // [components, features]
	proportions      []float64 // [components]
	floor            []float64 // [features] the least variance
}

// newGaussians returns the state in which the images belong to the clusters of start,
// before the first M-step.
func newGaussians(x *points, start *Clustering) *gaussians {
	components := len(start.Centers)
	g := &gaussians{
		x:                x,
		responsibilities: makePoints(x.rows, components),
		means:            makePoints(components, x.dim),
		variances:        makePoints(components, x.dim),
		proportions:      make([]float64, components),
		floor:            varianceFloor(x),
	}
	for i, k := range start.Assignment {
		g.responsibilities.row(i)[k] = 1
	}
	for k, center := range start.Centers {
		copy(g.means.row(k), center)
		copy(g.variances.row(k), g.floor)
	}
	return g
}

// varianceFloor returns minVariance of each feature's variance, and a little of the
// mean variance for a feature that is constant.
func varianceFloor(x *points) []float64 {
	n := float64(x.rows)
	mean := make([]float64, x.dim)
	for i := range x.rows {
		for j, v := range x.row(i) {
			mean[j] += v / n
		}
	}
	variance := make([]float64, x.dim)
	for i := range x.rows {
		for j, v := range x.row(i) {
			variance[j] += (v - mean[j]) * (v - mean[j]) / n
		}
	}
	least := max(1e-6*sum(variance)/float64(x.dim), 1e-12)
	for j := range variance {
		variance[j] = minVariance * max(variance[j], least)
	}
	return variance
}

// expect sets the responsibilities r[i,k] = p(k | x_i) under the present Gaussians,
// and returns the mean of log p(x_i). Sums of probabilities are taken in log space:
// a density in 192 dimensions overflows.
func (g *gaussians) expect() (logLikelihood float64) {
	components := g.means.rows
	precisions := makePoints(components, g.x.dim)
	constants := make([]float64, components) // log p(k) and the Gaussian's normalising factor
	for k := range components {
		constants[k] = math.Log(g.proportions[k])
		precision := precisions.row(k)
		for j, variance := range g.variances.row(k) {
			precision[j] = 1 / variance
			constants[k] -= 0.5 * math.Log(2*math.Pi*variance)
		}
	}

	logs := make([]float64, g.x.rows)
	parallel.Blocks(g.x.rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x, r := g.x.row(i), g.responsibilities.row(i)
			likeliest := slices.Index(r, slices.Max(r)) // before, and most often still
			best := math.Inf(-1)
			logDensity := func(k int) float64 {
				limit := 2 * (constants[k] - best + negligible)
				l := constants[k] - 0.5*weightedSquaredDistance(x, g.means.row(k), precisions.row(k), limit)
				best = max(best, l)
				return l
			}
			r[likeliest] = logDensity(likeliest)
			for k := range r {
				if k != likeliest {
					r[k] = logDensity(k)
				}
			}
			logs[i] = softmax(r)
		}
	})
	return sum(logs) / float64(g.x.rows)
}

// maximise sets the Gaussians to the mean, variance and proportion of the points
// by their responsibilities. A component without any keeps its place, at
// proportion 0.
func (g *gaussians) maximise() {
	parallel.For(g.means.rows, func(k int) {
		var total float64
		mean := make([]float64, g.x.dim)
		for i := range g.x.rows {
			r := g.responsibilities.row(i)[k]
			if r == 0 {
				continue
			}
			total += r
			for j, v := range g.x.row(i) {
				mean[j] += r * v
			}
		}
		g.proportions[k] = total / float64(g.x.rows)
		if total == 0 {
			return
		}
		for j := range mean {
			mean[j] /= total
		}
		variance := g.variances.row(k)
		clear(variance)
		for i := range g.x.rows {
			r := g.responsibilities.row(i)[k]
			if r == 0 {
				continue
			}
			for j, v := range g.x.row(i) {
				variance[j] += r * (v - mean[j]) * (v - mean[j])
			}
		}
		for j := range variance {
			variance[j] = max(variance[j]/total, g.floor[j])
		}
		copy(g.means.row(k), mean)
	})
}

// softmax turns log weights into weights that sum to 1, with negligible ones 0, and
// returns the log of the sum of the weights they were.
func softmax(logs []float64) (logSum float64) {
	largest := slices.Max(logs)
	var total float64
	for k, l := range logs {
		if l < largest-negligible {
			logs[k] = 0
			continue
		}
		logs[k] = math.Exp(l - largest)
		total += logs[k]
	}
	for k := range logs {
		logs[k] /= total
	}
	return largest + math.Log(total)
}

// weightedSquaredDistance returns the sum of w (a-b)^2, or infinity once the sum is
// beyond limit.
func weightedSquaredDistance(a, b, w []float64, limit float64) float64 {
	const stride = 32
	var total float64
	for len(a) > stride {
		total += weightedSquares(a[:stride], b[:stride], w[:stride])
		if total > limit {
			return math.Inf(1)
		}
		a, b, w = a[stride:], b[stride:], w[stride:]
	}
	return total + weightedSquares(a, b, w)
}

// weightedSquares returns the sum of w (a-b)^2 in strands, and never by fused
// multiply-add, as squaredDistance.
func weightedSquares(a, b, w []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 && len(w) >= 4 {
		d0, d1, d2, d3 := a[0]-b[0], a[1]-b[1], a[2]-b[2], a[3]-b[3]
		s0 += float64(w[0] * d0 * d0)
		s1 += float64(w[1] * d1 * d1)
		s2 += float64(w[2] * d2 * d2)
		s3 += float64(w[3] * d3 * d3)
		a, b, w = a[4:], b[4:], w[4:]
	}
	for i := range a {
		d := a[i] - b[i]
		s0 += float64(w[i] * d * d)
	}
	return (s0 + s1) + (s2 + s3)
}
