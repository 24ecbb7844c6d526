package embedding

import (
	"math"
	"slices"

	"nesybook/nesy/parallel"
)

// affinities returns the joint probabilities p[i,j] [n, n] of t-SNE's input space
// (van der Maaten and Hinton 2008, "Visualizing data using t-SNE", equation 1 and
// section 3.1): the mean of p(j|i) and p(i|j), divided by n, so that all sum to 1.
func affinities(rows [][]float32, perplexity float64) []float64 {
	n := len(rows)
	p := make([]float64, n*n)
	parallel.For(n, func(i int) {
		conditional(p[i*n:(i+1)*n], squaredDistances(rows, i), i, perplexity)
	})
	for i := range n {
		for j := range i {
			joint := (p[i*n+j] + p[j*n+i]) / float64(2*n)
			p[i*n+j], p[j*n+i] = joint, joint
		}
	}
	return p
}

func squaredDistances(rows [][]float32, i int) []float64 {
	squared := make([]float64, len(rows))
	for j, row := range rows {
		for k, v := range row {
			difference := float64(v) - float64(rows[i][k])
			squared[j] += difference * difference
		}
	}
	return squared
}

// conditional sets p to p(j|i), Gaussian in the distance of point j from point i, of
// the width at which exp of its entropy in nats, the number of neighbours that
// count, is the perplexity. The width is found by bisection.
func conditional(p, squared []float64, i int, perplexity float64) {
	squared[i] = math.Inf(1)
	nearest := slices.Min(squared)
	precision, low, high := 1.0, 0.0, math.Inf(1)
	for range 100 {
		gap := gaussian(p, squared, nearest, precision) - math.Log(perplexity)
		if math.Abs(gap) < 1e-6 {
			break
		}
		if gap > 0 { // too many neighbours: narrower
			low = precision
		} else {
			high = precision
		}
		if precision = (low + high) / 2; math.IsInf(high, 1) {
			precision = 2 * low
		}
	}
}

// gaussian sets p in proportion to exp(-precision squared), to sum 1, and returns
// the entropy. The nearest distance is taken off all: the sum is then 1 or more.
func gaussian(p, squared []float64, nearest, precision float64) (entropy float64) {
	var total, weighted float64
	for j, s := range squared {
		p[j] = 0
		if excess := s - nearest; !math.IsInf(excess, 1) {
			p[j] = math.Exp(-precision * excess)
			total += p[j]
			weighted += p[j] * precision * excess
		}
	}
	for j := range p {
		p[j] /= total
	}
	return math.Log(total) + weighted/total
}
