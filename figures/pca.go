package figures

import (
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// PCA projects rows, [n][d], onto their first two principal components and
// returns them with the share of the variance that each component holds. The sign
// of a component is arbitrary; it is chosen so that the component's entry of
// greatest size is positive, which makes pictures repeatable. It panics if there
// are fewer than two rows or columns.
func PCA(rows [][]float32) (points [][2]float64, explained [2]float64) {
	if len(rows) < 2 || len(rows[0]) < 2 {
		panic("figures: too few rows or columns for PCA")
	}
	n, d := len(rows), len(rows[0])
	data := mat.NewDense(n, d, nil)
	for i, row := range rows {
		if len(row) != d {
			panic("figures: length mismatch")
		}
		for j, v := range row {
			data.Set(i, j, float64(v))
		}
	}
	for j := range d {
		column := mat.Col(nil, j, data)
		mean := stat.Mean(column, nil)
		for i := range n {
			data.Set(i, j, column[i]-mean)
		}
	}

	// The components are the eigenvectors of the covariance, which is far smaller
	// than the data: there are tens of features and thousands of images.
	var covariance mat.SymDense
	stat.CovarianceMatrix(&covariance, data, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(&covariance, true) {
		panic("figures: PCA does not converge")
	}
	values := eigen.Values(nil) // ascending
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)

	total := 0.0
	for _, v := range values {
		total += v
	}
	points = make([][2]float64, n)
	for k := range 2 {
		component := mat.Col(nil, d-1-k, &vectors)
		largest := 0
		for j, v := range component {
			if abs(v) > abs(component[largest]) {
				largest = j
			}
		}
		sign := 1.0
		if component[largest] < 0 {
			sign = -1
		}
		var projected mat.VecDense
		projected.MulVec(data, mat.NewVecDense(d, component))
		for i := range n {
			points[i][k] = sign * projected.AtVec(i)
		}
		if total > 0 {
			explained[k] = values[d-1-k] / total
		}
	}
	return points, explained
}

func abs[T int | float64](v T) T {
	if v < 0 {
		return -v
	}
	return v
}
