package consistency

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/floats"
)

// compare finds, for every pair, whether a is above b, and sums the weights of the
// pairs where it is: for each coarse set over the fine sets, in columns, and for each
// fine set over the coarse sets, in rows. With rowsOfRest the rows sum the weights of
// the other pairs, those whose a is at most b; taking the first sum from the total
// instead would leave a rounding error where the rest is empty. Both inputs are
// [sets, batch], with b in [0,1], and so are the results, which carry no gradient.
//
// It goes through the pairs block by block, a few rows at a time, in operations that
// the Go backend does at the speed of memory: copies (Concatenate) where one would
// broadcast, and matrix products where one would reduce.
func (p pairing) compare(a, b *Node, rowsOfRest bool) (rows, columns *Node) {
	dtype, batch := a.DType(), a.Shape().Dim(1)
	constant := func(values any) *Node { return ConstAsDType(a.Graph(), dtype, values) }
	left := lift(ordinals(StopGradient(a)), dtype) // [fine, words]
	right := ordinals(StopGradient(b))             // [coarse, words]

	var rowSums, columnSums partialSums
	for _, blk := range p.blocks {
		width := len(blk.columns)
		blockRight := InsertAxes(pick(right, blk.columns), 0) // [1, width, words]
		var perColumn *Node                                   // [1, width, samples...]
		for start, end := range chunks(len(blk.rows), chunkSize/(width*batch)) {
			height := end - start
			chunkLeft := InsertAxes(pick(left, blk.rows[start:end]), 1) // [height, 1, words]
			above := twoWhereAbove(                                     // [height, width, samples...]
				repeat(chunkLeft, 1, width), repeat(blockRight, 0, height), dtype)

			counted, unit := above, 2.0
			if rowsOfRest {
				counted, unit = AddScalar(above, -2), -2.0
			}
			weights := make([][][]float64, height) // [height, 1, width]
			for i := range weights {
				weights[i] = [][]float64{scaled(blk.columnWeights, blk.rowWeights[start+i]/unit)}
			}
			perRow := DotGeneral(constant(weights), []int{2}, []int{0}, counted, []int{1}, []int{0})
			rowSums.add(Reshape(perRow, height, batch), blk.rows[start:end], copies(height, 1.0))

			rowWeights := constant([][]float64{blk.rowWeights[start:end]}) // [1, height]
			chunkSum := DotGeneral(rowWeights, []int{1}, nil, above, []int{0}, nil)
			if perColumn == nil {
				perColumn = chunkSum
			} else {
				perColumn = Add(perColumn, chunkSum)
			}
		}
		columnSums.add(Reshape(perColumn, width, batch), blk.columns, scaled(blk.columnWeights, 0.5))
	}
	return rowSums.collect(len(p.weights)), columnSums.collect(len(p.weights[0]))
}

// chunkSize is how many pairs times samples compare holds at once, about a megabyte:
// less costs more in operations than it gains in a processor's cache, more gains
// nothing.
const chunkSize = 1 << 18

// chunks yields consecutive ranges that cover [0, n), of nearly equal lengths of at
// most limit, or of 1 where limit is less.
func chunks(n, limit int) func(yield func(start, end int) bool) {
	limit = max(1, limit)
	count := (n + limit - 1) / limit
	return func(yield func(start, end int) bool) {
		for i := range count {
			if !yield(i*n/count, (i+1)*n/count) {
				return
			}
		}
	}
}

// ordinals returns unsigned integers in the order of the values of x [sets, batch],
// which it first clips to [0, 1.5]: the bits of floating-point numbers that are not
// negative, of which those below 2 leave the two highest bits free. Where the batch
// is even, two float32 share a word of 64 bits, so that an operation does both.
func ordinals(x *Node) *Node {
	x = Abs(ClipScalar(x, 0, 1.5)) // Abs makes 0 of -0
	sets, batch := x.Shape().Dim(0), x.Shape().Dim(1)
	switch {
	case x.DType() == dtypes.Float64:
		return Bitcast(x, dtypes.Uint64)
	case x.DType() != dtypes.Float32:
		panic(fmt.Sprintf("consistency: masses of type %s, want float32 or float64", x.DType()))
	case batch%2 != 0:
		return Bitcast(x, dtypes.Uint32)
	}
	return Bitcast(Reshape(Bitcast(x, dtypes.Uint32), sets, batch/2, 2), dtypes.Uint64)
}

// lift prepares ordinals for twoWhereAbove: it adds to each number in a word one less
// than its highest exponent bit.
func lift(ordinals *Node, dtype dtypes.DType) *Node {
	highest, one := exponentBits(ordinals, dtype)
	return Add(ordinals, Sub(highest, one))
}

// twoWhereAbove compares lifted ordinals with others: it returns 2 where a is above b
// and else 0, as numbers of the given type.
//
// The highest exponent bit, which alone is the number 2, survives the subtraction of
// b exactly where a is above b, and nothing is ever borrowed from a neighbour in the
// word. Any comparison that yields booleans is several times slower on the Go
// backend, which turns them into numbers by branches that no processor predicts.
func twoWhereAbove(lifted, b *Node, dtype dtypes.DType) *Node {
	highest, _ := exponentBits(b, dtype)
	return Bitcast(BitwiseAnd(Sub(lifted, b), highest), dtype)
}

// exponentBits returns, for each number in a word of ordinals, its highest exponent
// bit, and the lowest bit of all.
func exponentBits(ordinals *Node, dtype dtypes.DType) (highest, lowest *Node) {
	g := ordinals.Graph()
	switch {
	case dtype == dtypes.Float64:
		return Const(g, uint64(1<<62)), Const(g, uint64(1))
	case ordinals.DType() == dtypes.Uint32:
		return Const(g, uint32(1<<30)), Const(g, uint32(1))
	}
	return Const(g, uint64(1<<62|1<<30)), Const(g, uint64(1<<32|1))
}

// partialSums are sums over pairs, of which several can belong to one set.
type partialSums struct {
	parts   []*Node // [_, batch]
	sets    []int   // the set of each row of the parts, in order
	weights []float64
}

func (s *partialSums) add(part *Node, sets []int, weights []float64) {
	s.parts = append(s.parts, part)
	s.sets = append(s.sets, sets...)
	s.weights = append(s.weights, weights...)
}

// collect weighs the sums and adds them up set by set: [sets, batch].
func (s *partialSums) collect(sets int) *Node {
	parts := Concatenate(s.parts, 0)
	table := make([][]float64, sets)
	for i := range table {
		table[i] = make([]float64, len(s.sets))
	}
	for i, set := range s.sets {
		table[set][i] = s.weights[i]
	}
	return StopGradient(MatMul(ConstAs(parts, table), parts))
}

// pick returns the given rows of x [sets, words].
func pick(x *Node, rows []int) *Node {
	if consecutive(rows) {
		return Slice(x, AxisRange(rows[0], rows[0]+len(rows)))
	}
	indices := make([][]int32, len(rows))
	for i, row := range rows {
		indices[i] = []int32{int32(row)}
	}
	return Gather(x, Const(x.Graph(), indices), true)
}

// consecutive reports whether the sets, which ascend, leave none out.
func consecutive(sets []int) bool { return sets[len(sets)-1]-sets[0] == len(sets)-1 }

func scaled(weights []float64, factor float64) []float64 {
	s := make([]float64, len(weights))
	floats.ScaleTo(s, factor, weights)
	return s
}

// repeat returns n copies of x along an axis.
func repeat(x *Node, axis, n int) *Node { return Concatenate(copies(n, x), axis) }

func copies[T any](n int, x T) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = x
	}
	return all
}
