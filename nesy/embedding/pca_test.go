package embedding

import (
	"math"
	"math/rand/v2"
	"testing"
)

func distance(a, b []float64) float64 {
	var squared float64
	for k := range a {
		squared += (a[k] - b[k]) * (a[k] - b[k])
	}
	return math.Sqrt(squared)
}

// TestPCA finds a plane in three dimensions, in which points are spread 3 to 1.
func TestPCA(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 0))
	u, v := [3]float64{2. / 3, 2. / 3, 1. / 3}, [3]float64{-2. / 3, 1. / 3, 2. / 3}
	var rows [][]float32
	var truth [][]float64
	for range 2000 {
		a, b := 3*rng.NormFloat64(), rng.NormFloat64()
		row := make([]float32, 3)
		for j := range row {
			row[j] = float32(5 + a*u[j] + b*v[j])
		}
		rows, truth = append(rows, row), append(truth, []float64{a, b, 0})
	}
	points, explained := PCA(rows, 3)
	if explained[2] > 1e-6 || math.Abs(explained[0]+explained[1]-1) > 1e-6 {
		t.Errorf("the components of a plane hold %v of the variance", explained)
	}
	if math.Abs(explained[0]-0.9) > 0.02 {
		t.Errorf("the first component holds %v, want about 0.9", explained[0])
	}
	// Distances between points are kept, whatever the axes' signs.
	for i := range 100 {
		if got, want := distance(points[i], points[i+1000]), distance(truth[i], truth[i+1000]); math.Abs(got-want) > 1e-4 {
			t.Fatalf("distance %v, want %v", got, want)
		}
	}
	correlation, norms := 0.0, [2]float64{}
	for _, p := range points {
		correlation += p[0] * p[1]
		norms[0] += p[0] * p[0]
		norms[1] += p[1] * p[1]
	}
	if math.Abs(correlation)/math.Sqrt(norms[0]*norms[1]) > 1e-5 {
		t.Error("the components are correlated")
	}
	// Fewer components are the first of more.
	fewer, _ := PCA(rows, 2)
	for i := range fewer {
		if fewer[i][0] != points[i][0] || fewer[i][1] != points[i][1] {
			t.Fatalf("point %d is %v in two dimensions, %v in three", i, fewer[i], points[i])
		}
	}
}

func TestPCAOfOnePoint(t *testing.T) {
	points, explained := PCA([][]float32{{1, 2}, {1, 2}, {1, 2}}, 2)
	if points[2][0] != 0 || points[2][1] != 0 || explained[0] != 0 {
		t.Errorf("equal rows give %v, %v", points, explained)
	}
}

func TestPanics(t *testing.T) {
	for about, do := range map[string]func(){
		"PCA of one row":             func() { PCA([][]float32{{1, 2}}, 2) },
		"more dimensions than there": func() { PCA([][]float32{{1, 2}, {3, 4}}, 3) },
		"ragged rows":                func() { PCA([][]float32{{1, 2}, {3}}, 2) },
		"t-SNE of three rows":        func() { TSNE(make([][]float32, 3), 2, 1) },
		"four dimensions":            func() { TSNE(make([][]float32, 9), 4, 1) },
	} {
		t.Run(about, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			do()
		})
	}
}

func TestMethodNames(t *testing.T) {
	for _, m := range []Method{ByTSNE, ByPCA} {
		if got, err := ParseMethod(m.String()); err != nil || got != m {
			t.Errorf("%v parsed as %v, %v", m, got, err)
		}
	}
	if _, err := ParseMethod("umap"); err == nil {
		t.Error("umap is known")
	}
}
