package focal

import (
	"fmt"
	"math"
)

// Region is where a class lies in an embedding: the ellipsoid that holds 95 % of the
// Gaussian fitted to its images.
type Region struct {
	Mean       []float64   // [dimensions]
	Covariance [][]float64 // [dimensions][dimensions]
}

// reach is the squared Mahalanobis distance within which 95 % of a Gaussian lie, by
// its dimensions: the quantile of the chi-squared distribution.
var reach = map[int]float64{2: 5.991464547107979, 3: 7.814727903251179}

// minDeviation of a region, as a part of the deviation of all points, gives a class
// whose images lie on a line or a plane a little thickness.
const minDeviation = 1e-3

// FitRegions returns the region of each label, below frame, from points
// [images][dimensions] of two or three dimensions and the images' labels. A label
// with no more images than dimensions has none: its Mean is nil. It panics if the
// numbers of points and labels differ.
func FitRegions(points [][]float64, labels []int, frame int) []Region {
	if len(points) != len(labels) {
		panic(fmt.Sprintf("focal: %d labels for %d points", len(labels), len(points)))
	}
	members := make([][][]float64, frame)
	for i, y := range labels {
		members[y] = append(members[y], points[i])
	}
	regions := make([]Region, frame)
	if len(points) == 0 {
		return regions
	}
	all := fitRegion(points)
	for y := range regions {
		if len(members[y]) <= len(points[0]) {
			continue
		}
		regions[y] = fitRegion(members[y])
		for j := range all.Covariance {
			regions[y].Covariance[j][j] += minDeviation * minDeviation * max(all.Covariance[j][j], 1e-12)
		}
	}
	return regions
}

// fitRegion returns the mean and covariance of points, the likeliest Gaussian.
func fitRegion(points [][]float64) Region {
	n, dimensions := float64(len(points)), len(points[0])
	r := Region{Mean: make([]float64, dimensions), Covariance: makePoints(dimensions, dimensions).slices()}
	for _, p := range points {
		for j, v := range p {
			r.Mean[j] += v / n
		}
	}
	for _, p := range points {
		for j := range p {
			for k := range p {
				r.Covariance[j][k] += (p[j] - r.Mean[j]) * (p[k] - r.Mean[k]) / n
			}
		}
	}
	return r
}

// Empty reports whether r is the region of a label with too few images.
func (r Region) Empty() bool { return r.Mean == nil }

// Extent returns how far the region reaches from its mean along an axis.
func (r Region) Extent(axis int) float64 {
	return math.Sqrt(reach[len(r.Mean)] * r.Covariance[axis][axis])
}

// contains returns the function that tells whether a point is in the region. With
// the covariance written as L L', L lower triangular (Cholesky), the squared
// Mahalanobis distance of x is |z|^2, where L z = x - mean.
func (r Region) contains() func(x []float64) bool {
	dimensions := len(r.Mean)
	lower := makePoints(dimensions, dimensions)
	for j := range dimensions {
		for k := range j + 1 {
			rest := r.Covariance[j][k]
			for m := range k {
				rest -= lower.row(j)[m] * lower.row(k)[m]
			}
			if j == k {
				lower.row(j)[j] = math.Sqrt(rest)
			} else {
				lower.row(j)[k] = rest / lower.row(k)[k]
			}
		}
	}
	limit := reach[dimensions]
	z := make([]float64, dimensions)
	return func(x []float64) bool {
		var squared float64
		for j := range z {
			rest := x[j] - r.Mean[j]
			for m := range j {
				rest -= lower.row(j)[m] * z[m]
			}
			z[j] = rest / lower.row(j)[j]
			squared += z[j] * z[j]
		}
		return squared <= limit
	}
}
