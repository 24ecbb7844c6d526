package embedding

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// PCA projects rows [n][features] onto their first principal components and returns
// the points [n][dimensions] with the share of the variance, 0 to 1, that each
// component holds. The sign of a component is arbitrary; it is chosen so that the
// component's entry of greatest size is positive, which makes pictures repeatable.
// It panics if there are fewer than two rows, fewer features than dimensions, or
// rows of unequal length.
func PCA(rows [][]float32, dimensions int) (points [][]float64, explained []float64) {
	centred := centre(rows, dimensions)
	n, d := centred.Dims()

	// The components are the eigenvectors of the covariance, which is far smaller
	// than the data: there are hundreds of features and thousands of images.
	var covariance mat.SymDense
	stat.CovarianceMatrix(&covariance, centred, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(&covariance, true) {
		panic("embedding: PCA does not converge")
	}
	values := eigen.Values(nil) // ascending
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)

	components := mat.NewDense(d, dimensions, nil)
	explained = make([]float64, dimensions)
	total := mat.Trace(&covariance)
	for k := range dimensions {
		components.SetCol(k, positive(mat.Col(nil, d-1-k, &vectors)))
		if total > 0 {
			explained[k] = values[d-1-k] / total
		}
	}
	var projected mat.Dense
	projected.Mul(centred, components)
	points = make([][]float64, n)
	for i := range points {
		points[i] = mat.Row(nil, i, &projected)
	}
	return points, explained
}

// centre returns the rows less their mean.
func centre(rows [][]float32, dimensions int) *mat.Dense {
	if len(rows) < 2 || len(rows[0]) < dimensions {
		panic("embedding: too few rows or features")
	}
	n, d := len(rows), len(rows[0])
	mean := make([]float64, d)
	for _, row := range rows {
		if len(row) != d {
			panic("embedding: length mismatch")
		}
		for j, v := range row {
			mean[j] += float64(v) / float64(n)
		}
	}
	centred := mat.NewDense(n, d, nil)
	for i, row := range rows {
		for j, v := range row {
			centred.Set(i, j, float64(v)-mean[j])
		}
	}
	return centred
}

// positive turns a vector so that its entry of greatest size is positive.
func positive(vector []float64) []float64 {
	largest := 0
	for j, v := range vector {
		if math.Abs(v) > math.Abs(vector[largest]) {
			largest = j
		}
	}
	if vector[largest] < 0 {
		for j := range vector {
			vector[j] = -vector[j]
		}
	}
	return vector
}
