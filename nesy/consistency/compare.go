package consistency

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
)

// compare finds, for every pair, whether a is above b, and sums the weights of the
// pairs that are: for each coarse set over the fine sets, in columns, and for each
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
	a, b = ordinal(StopGradient(a)), ordinal(StopGradient(b))
	rowSums, columnSums := partialSums{unit: -2}, partialSums{unit: -2}
	if rowsOfRest {
		rowSums.unit = 2
	}
	for _, blk := range p.blocks {
		width := len(blk.columns)
		right := InsertAxes(pick(b, blk.columns), 0) // [1, width, batch]
		columnWeights := ConstAsDType(a.Graph(), dtype, [][][]float64{{blk.columnWeights}})
		var perColumn *Node // [1, width*batch]
		for start, end := range chunks(len(blk.rows), chunkSize/(width*batch)) {
			height := end - start
			left := InsertAxes(pick(a, blk.rows[start:end]), 1)                               // [height, 1, batch]
			above := minusTwoIfAbove(repeat(left, 1, width), repeat(right, 0, height), dtype) // [height, width, batch]

			counted := above
			if rowsOfRest {
				counted = AddScalar(above, 2)
			}
			perRow := DotGeneral(repeat(columnWeights, 0, height), []int{2}, []int{0}, counted, []int{1}, []int{0})
			rowSums.add(Reshape(perRow, height, batch), blk.rows[start:end], blk.rowWeights[start:end])

			rowWeights := ConstAsDType(a.Graph(), dtype, [][]float64{blk.rowWeights[start:end]}) // [1, height]
			chunkSum := MatMul(rowWeights, Reshape(above, height, width*batch))
			if perColumn == nil {
				perColumn = chunkSum
			} else {
				perColumn = Add(perColumn, chunkSum)
			}
		}
		columnSums.add(Reshape(perColumn, width, batch), blk.columns, blk.columnWeights)
	}
	return rowSums.collect(len(p.weights)), columnSums.collect(len(p.weights[0]))
}

// chunkSize is how many pairs times samples compare holds at once, so that a chunk
// and its copies stay in a processor's cache.
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

// ordinal returns unsigned integers in the order of the values of x, which it first
// clips to [0, 1.5]: the bits of floating-point numbers that are not negative. Those
// below 2 leave the two highest bits free.
func ordinal(x *Node) *Node {
	x = Abs(ClipScalar(x, 0, 1.5)) // Abs makes 0 of -0
	switch x.DType() {
	case dtypes.Float32:
		return Bitcast(x, dtypes.Uint32)
	case dtypes.Float64:
		return Bitcast(x, dtypes.Uint64)
	}
	panic(fmt.Sprintf("consistency: masses of type %s, want float32 or float64", x.DType()))
}

// minusTwoIfAbove compares ordinals: it returns -2 where a is above b and else 0, as
// numbers of the given floating-point type.
//
// The two highest bits of b-a are set if that is negative, and clear if not. Read as
// a floating-point number they are the sign and the highest bit of the exponent,
// which make -2 or 0. Any comparison that yields booleans is several times slower on
// the Go backend: it turns them into numbers by branches that no processor predicts.
func minusTwoIfAbove(a, b *Node, dtype dtypes.DType) *Node {
	var mask any = uint64(0b11 << 62)
	if dtype == dtypes.Float32 {
		mask = uint32(0b11 << 30)
	}
	return Bitcast(BitwiseAnd(Sub(b, a), Const(a.Graph(), mask)), dtype)
}

// partialSums are sums over pairs, of which several can belong to one set.
type partialSums struct {
	unit    float64 // what a pair that counts contributes; others contribute 0
	parts   []*Node // [_, batch]
	sets    []int   // the set of each row of the parts, in order
	weights []float64
}

func (s *partialSums) add(part *Node, sets []int, weights []float64) {
	s.parts = append(s.parts, part)
	s.sets = append(s.sets, sets...)
	s.weights = append(s.weights, weights...)
}

// collect weighs the sums and adds them up set by set, in units: [sets, batch].
func (s *partialSums) collect(sets int) *Node {
	table := make([][]float64, sets)
	for i := range table {
		table[i] = make([]float64, len(s.sets))
	}
	for i, set := range s.sets {
		table[set][i] = s.weights[i] / s.unit
	}
	parts := Concatenate(s.parts, 0)
	return StopGradient(MatMul(ConstAs(parts, table), parts))
}

// pick returns the given rows of x [sets, batch].
func pick(x *Node, rows []int) *Node {
	picked := make([]*Node, len(rows))
	for i, row := range rows {
		picked[i] = Slice(x, AxisRange(row, row+1))
	}
	return Concatenate(picked, 0)
}

// repeat returns n copies of x along an axis.
func repeat(x *Node, axis, n int) *Node {
	copies := make([]*Node, n)
	for i := range copies {
		copies[i] = x
	}
	return Concatenate(copies, axis)
}
