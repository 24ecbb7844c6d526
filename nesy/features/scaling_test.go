package features

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

func ExampleScaling() {
	rows := [][]float32{{1, 10, 5}, {3, 30, 5}, {100, 100, 100}}
	s := FitScaling(rows, []int{0, 1}) // the first two are the training rows
	fmt.Println(s.Mean, s.Std)
	fmt.Println(s.Apply(rows))
	// Output:
	// [2 20 5] [1 10 1]
	// [[-1 -1 0] [1 1 0] [98 8 95]]
}

func TestScalingStandardises(t *testing.T) {
	var rows [][]float32
	var all []int
	for i := range 100 {
		rows = append(rows, []float32{float32(i * i % 17), 1e4 + float32(i%3)})
		all = append(all, i)
	}
	original := slices.Clone(rows[5])
	scaled := FitScaling(rows, all).Apply(rows)
	for k := range rows[0] {
		var mean, square float64
		for _, row := range scaled {
			mean += float64(row[k]) / 100
			square += float64(row[k]) * float64(row[k]) / 100
		}
		if math.Abs(mean) > 1e-3 || math.Abs(square-1) > 1e-3 {
			t.Errorf("dimension %d: mean %g, mean square %g", k, mean, square)
		}
	}
	if !slices.Equal(rows[5], original) {
		t.Error("Apply changed its input")
	}
}

func TestScalingPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"no rows": func() { FitScaling(nil, nil) },
		"length":  func() { FitScaling([][]float32{{1, 2}}, []int{0}).Apply([][]float32{{1}}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
