package focal

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel calls do(i) once for each i below n, from as many goroutines as there
// are processors. Callers let do(i) write only to places of its own, and sum
// afterwards in order, so that results do not depend on the number of processors.
func inParallel(n int, do func(i int)) {
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

// inBlocks calls do for blocks [lo, hi) that make up [0, n), as inParallel.
func inBlocks(n int, do func(lo, hi int)) {
	const size = 256
	inParallel((n+size-1)/size, func(block int) {
		do(block*size, min((block+1)*size, n))
	})
}
