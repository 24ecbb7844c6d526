package parallel

import (
	"slices"
	"testing"
)

func TestEachOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 255, 256, 257, 5000} {
		calls, covered := make([]int, n), make([]int, n)
		For(n, func(i int) { calls[i]++ })
		Blocks(n, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				covered[i]++
			}
		})
		for _, counts := range [][]int{calls, covered} {
			if n > 0 && (slices.Min(counts) != 1 || slices.Max(counts) != 1) {
				t.Errorf("of %d, some were done other than once", n)
			}
		}
	}
}
