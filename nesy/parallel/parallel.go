// Package parallel spreads loops over the processors, such that results do not
// depend on how many there are: each call writes to places of its own, and the caller
// sums afterwards, in order.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// For calls do(i) once for each i below n, from as many goroutines as there are
// processors.
func For(n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}

// Blocks calls do for blocks [lo, hi) that make up [0, n), as For.
func Blocks(n int, do func(lo, hi int)) {
	const size = 256
	For((n+size-1)/size, func(block int) {
		do(block*size, min((block+1)*size, n))
	})
}
