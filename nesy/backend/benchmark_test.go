package backend

import (
	"fmt"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// BenchmarkMatMul measures the rate of square matrix products, in a chain of eight:
// what the chip can do at most, beside which a network's rate is judged. The large
// sizes are left out on the Go backend.
//
//	GOEXPERIMENT=simd go test -run '^$' -bench MatMul ./nesy/backend
func BenchmarkMatMul(b *testing.B) {
	engine, err := New()
	if err != nil {
		b.Fatal(err)
	}
	defer engine.Finalize()
	const chain = 8
	for _, dtype := range []dtypes.DType{dtypes.Float32, dtypes.BFloat16} {
		for _, side := range []int{512, 4096, 8192} {
			b.Run(fmt.Sprintf("%s/side=%d", dtype, side), func(b *testing.B) {
				if side > 512 && IsGo(engine) {
					b.Skip("too large for the Go backend")
				}
				// A matrix of 1/side maps a vector to its mean: no product grows.
				matrix := MustNewExec(engine, func(g *Graph) *Node {
					return DivScalar(Ones(g, shapes.Make(dtype, side, side)), float64(side))
				}).MustCall()[0]
				exec := MustNewExec(engine, func(m *Node) *Node {
					product := m
					for range chain {
						product = MatMul(product, m)
					}
					return ConvertDType(ReduceAllMax(product), dtypes.Float32)
				})
				multiply := func() { tensors.ToScalar[float32](exec.MustCall(matrix)[0]) } // waits for it
				multiply()                                                                 // compiles
				for b.Loop() {
					multiply()
				}
				operations := 2 * float64(side) * float64(side) * float64(side) * chain
				b.ReportMetric(operations*float64(b.N)/b.Elapsed().Seconds()/1e12, "TFLOP/s")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
