package consistency

import (
	"nesybook/nesy/focal"
)

// pairing holds a weight for every pair of a fine and a coarse set, once as a table
// and once as a sum of blocks.
type pairing struct {
	weights [][]float64 // [fine][coarse]
	blocks  []block
}

// block gives the pair of its i-th row and j-th column the weight
// rowWeights[i]*columnWeights[j]. Rows are fine sets, columns coarse sets.
type block struct {
	rows, columns             []int
	rowWeights, columnWeights []float64
}

// everyBlock holds all pairs, weighted by specificity.
func (t *Term) everyBlock() block {
	all := func(n int) []int {
		indices := make([]int, n)
		for i := range indices {
			indices[i] = i
		}
		return indices
	}
	return block{
		rows: all(len(t.fineWeights)), rowWeights: t.fineWeights,
		columns: all(len(t.coarseWeights)), columnWeights: t.coarseWeights,
	}
}

// compatibleBlocks splits the pairs' weights w^f(A) w^c(B) kappa(A, B) by coarse
// label, because kappa does: it is the sum, over the labels y of Pi(A), of 1/|Pi(A)|
// where y is in B. So the block of y joins the fine sets that project onto y with the
// coarse sets that hold it. A pair is in as many blocks as Pi(A) and B share labels,
// and the infeasible pairs are in none.
func (t *Term) compatibleBlocks(projections []focal.Set, coarse *focal.Family) (blocks []block, fineSets, coarseSets int) {
	for y := range coarse.Frame {
		var b block
		for i, p := range projections {
			if p.Contains(y) {
				b.rows = append(b.rows, i)
				b.rowWeights = append(b.rowWeights, t.fineWeights[i]/float64(p.Len()))
			}
		}
		for j, set := range coarse.Sets {
			if set.Contains(y) {
				b.columns = append(b.columns, j)
				b.columnWeights = append(b.columnWeights, t.coarseWeights[j])
			}
		}
		if len(b.rows) > 0 && len(b.columns) > 0 {
			blocks = append(blocks, b)
		}
	}
	return blocks, len(projections), coarse.Len()
}

func newPairing(blocks []block, fineSets, coarseSets int) pairing {
	p := pairing{
		weights: make([][]float64, fineSets),
		blocks:  blocks,
	}
	for i := range p.weights {
		p.weights[i] = make([]float64, coarseSets)
	}
	for _, b := range blocks {
		for r, i := range b.rows {
			for c, j := range b.columns {
				p.weights[i][j] += b.rowWeights[r] * b.columnWeights[c]
			}
		}
	}
	return p
}
