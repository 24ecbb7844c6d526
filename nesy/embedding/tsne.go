package embedding

import (
	"math"
	"math/rand/v2"

	"nesybook/nesy/parallel"
)

const (
	// perplexity is about how many neighbours of a point count; a third of the points
	// where they are few.
	perplexity = 30

	// For the first iterations the affinities are exaggerated, so that clusters form
	// before they settle (van der Maaten and Hinton 2008, section 3.4).
	exaggeration = 4
	exaggerated  = 125
	iterations   = 500

	// spread is the deviation of the first coordinate at the start: so close together,
	// all points feel each other (Kobak and Berens 2019, "The art of using t-SNE for
	// single-cell transcriptomics").
	spread = 1e-4
)

// TSNE embeds rows [n][features] in two or three dimensions such that near rows
// become near points, and returns the points [n][dimensions] (van der Maaten and
// Hinton 2008, "Visualizing data using t-SNE"). Distances between far clusters and
// the sizes of clusters mean little in it. Every pair is computed in every
// iteration, so time grows with n squared; 2,000 rows take seconds.
//
// It starts at the principal components. The seed is for a little noise, which
// parts equal rows. It panics if there are fewer than four rows, fewer features than
// dimensions, rows of unequal length, or dimensions other than 2 and 3.
func TSNE(rows [][]float32, dimensions int, seed uint64) [][]float64 {
	if len(rows) < 4 || dimensions < 2 || dimensions > 3 {
		panic("embedding: t-SNE wants four rows or more and two or three dimensions")
	}
	d := newDescent(rows, dimensions, seed)
	for t := range iterations {
		if t < exaggerated {
			d.step(exaggeration, 0.5)
		} else {
			d.step(1, 0.8)
		}
	}
	points := make([][]float64, len(rows))
	for i, y := range d.y {
		points[i] = y[:dimensions:dimensions]
	}
	return points
}

// point has a third coordinate of 0 where there are two dimensions, which neither
// moves nor counts.
type point [3]float64

// descent is the state of gradient descent with momentum. Single coordinates have no
// gains of their own, as in other programs: gains turn on signs, so that the rounding
// of another processor grows into another picture.
type descent struct {
	p           []float64 // [n, n] affinities of the rows
	y, velocity []point
	forces      [blocks]forces
}

// blocks is into how many parts the pairs of points are divided: always as many, so
// that sums do not depend on the number of processors.
const blocks = 16

// forces are sums over a part of the pairs i, j with w = 1/(1+|y_i-y_j|^2).
type forces struct {
	attraction []point // [n] of p w (y_i-y_j), by i
	repulsion  []point // [n] of w^2 (y_i-y_j), by i
	weight     float64 // of w
}

func newDescent(rows [][]float32, dimensions int, seed uint64) *descent {
	n := len(rows)
	d := &descent{
		p: affinities(rows, min(perplexity, float64(n-1)/3)),
		y: make([]point, n), velocity: make([]point, n),
	}
	for b := range d.forces {
		d.forces[b] = forces{attraction: make([]point, n), repulsion: make([]point, n)}
	}
	points, _ := PCA(rows, dimensions)
	var variance float64
	for _, point := range points {
		variance += point[0] * point[0] / float64(n)
	}
	scale := 0.0
	if variance > 0 {
		scale = spread / math.Sqrt(variance)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	for i, point := range points {
		for k, v := range point {
			d.y[i][k] = scale*v + 1e-2*spread*rng.NormFloat64()
		}
	}
	return d
}

// step moves the points once down the gradient.
func (d *descent) step(factor, momentum float64) {
	rate := float64(len(d.y)) / 8 // the gradient shrinks as n grows; at twice the rate rounding grows too
	for i, gradient := range d.gradient(factor) {
		for k, g := range gradient {
			d.velocity[i][k] = momentum*d.velocity[i][k] - rate*g
			d.y[i][k] += d.velocity[i][k]
		}
	}
}

// gradient returns that of the divergence KL(P||Q) by each point (equation 5), where
// q[i,j] is w over the sum of all w, and P is multiplied by factor.
func (d *descent) gradient(factor float64) []point {
	parallel.For(blocks, d.exert)
	var weight float64
	for b := range d.forces {
		weight += 2 * d.forces[b].weight // w[i,j] and w[j,i]
	}
	gradient := make([]point, len(d.y))
	for b := range d.forces {
		for i := range gradient {
			for k := range gradient[i] {
				gradient[i][k] += 4 * (factor*d.forces[b].attraction[i][k] - d.forces[b].repulsion[i][k]/weight)
			}
		}
	}
	return gradient
}

// exert sums the forces of every 16th point on those after it, and theirs on it.
func (d *descent) exert(block int) {
	f := &d.forces[block]
	clear(f.attraction)
	clear(f.repulsion)
	weight := 0.0
	for i := block; i < len(d.y); i += blocks {
		var pull, push point
		a, p := d.y[i], d.p[i*len(d.y):][:len(d.y)]
		for j := i + 1; j < len(d.y); j++ {
			b := &d.y[j]
			dx, dy, dz := a[0]-b[0], a[1]-b[1], a[2]-b[2]
			w := 1 / (1 + dx*dx + dy*dy + dz*dz)
			weight += w

			u := p[j] * w
			ux, uy, uz := u*dx, u*dy, u*dz
			pull[0], pull[1], pull[2] = pull[0]+ux, pull[1]+uy, pull[2]+uz
			other := &f.attraction[j]
			other[0], other[1], other[2] = other[0]-ux, other[1]-uy, other[2]-uz

			v := w * w
			vx, vy, vz := v*dx, v*dy, v*dz
			push[0], push[1], push[2] = push[0]+vx, push[1]+vy, push[2]+vz
			other = &f.repulsion[j]
			other[0], other[1], other[2] = other[0]-vx, other[1]-vy, other[2]-vz
		}
		for k := range pull {
			f.attraction[i][k] += pull[k]
			f.repulsion[i][k] += push[k]
		}
	}
	f.weight = weight
}
