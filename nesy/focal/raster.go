package focal

import (
	"math"
	"math/bits"

	"nesybook/nesy/parallel"
)

// cells is how many cells a raster has along each axis, by its dimensions: a million
// in all.
var cells = map[int]int{2: 1024, 3: 100}

// raster holds regions as sets of the cells of one grid, whose centers they contain.
// Volumes of intersections and unions are then counts of bits, and the volumes of
// growing sets shrink and grow in them as the true ones do.
type raster struct {
	regions [][]uint64 // [labels][cells/64]; nil for an empty region
}

// newRaster divides the box around all regions into cells.
func newRaster(regions []Region) *raster {
	low, high := bounds(regions)
	r := &raster{regions: make([][]uint64, len(regions))}
	parallel.For(len(regions), func(y int) {
		if !regions[y].Empty() {
			r.regions[y] = rasterise(regions[y], low, high)
		}
	})
	return r
}

// bounds returns the corners of the smallest box around all regions.
func bounds(regions []Region) (low, high []float64) {
	for _, region := range regions {
		for j, m := range region.Mean {
			if len(low) <= j {
				low, high = append(low, math.Inf(1)), append(high, math.Inf(-1))
			}
			low[j] = min(low[j], m-region.Extent(j))
			high[j] = max(high[j], m+region.Extent(j))
		}
	}
	return low, high
}

// rasterise returns the cells whose centers are in a region; bit i%64 of word i/64
// is cell i, the last axis running fastest.
func rasterise(region Region, low, high []float64) []uint64 {
	dimensions := len(low)
	side := cells[dimensions]
	from, to, center := make([]int, dimensions), make([]int, dimensions), make([]float64, dimensions)
	total := 1
	for j := range dimensions {
		cell := (high[j] - low[j]) / float64(side)
		from[j] = max(int((region.Mean[j]-region.Extent(j)-low[j])/cell), 0)
		to[j] = min(int((region.Mean[j]+region.Extent(j)-low[j])/cell)+1, side)
		total *= side
	}
	set := make([]uint64, (total+63)/64)
	contains := region.contains()
	var visit func(axis, index int)
	visit = func(axis, index int) {
		if axis == dimensions {
			if contains(center) {
				set[index/64] |= 1 << (index % 64)
			}
			return
		}
		for i := from[axis]; i < to[axis]; i++ {
			center[axis] = low[axis] + (high[axis]-low[axis])*(float64(i)+0.5)/float64(side)
			visit(axis+1, index*side+i)
		}
	}
	visit(0, 0)
	return set
}

// overlap returns the volume of the intersection of the regions of labels over that
// of their union, 0 to 1.
func (r *raster) overlap(labels []int) float64 {
	shared, joined := 0, 0
	for w := range r.regions[labels[0]] {
		all, some := ^uint64(0), uint64(0)
		for _, y := range labels {
			if r.regions[y] == nil {
				return 0
			}
			all &= r.regions[y][w]
			some |= r.regions[y][w]
		}
		shared += bits.OnesCount64(all)
		joined += bits.OnesCount64(some)
	}
	if joined == 0 {
		return 0
	}
	return float64(shared) / float64(joined)
}
