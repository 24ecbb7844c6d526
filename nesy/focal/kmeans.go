package focal

import (
	"math"
	"math/rand/v2"
	"slices"

	"nesybook/nesy/parallel"
)

// maxLloyd bounds the iterations of k-means, which nearly always settles sooner.
const maxLloyd = 300

// slack widens distance bounds by more than they can have lost to rounding.
const slack = 1e-9

// kMeans returns the clustering to which Lloyd's algorithm settles from a k-means++
// start (Arthur and Vassilvitskii 2007, "k-means++: the advantages of careful
// seeding"). An image goes to its nearest center, of equally near ones the first.
func kMeans(x *points, clusters int, seed uint64) *Clustering {
	s := newLloyd(x, plusPlus(x, clusters, rand.New(rand.NewPCG(seed, 0))))
	result := &Clustering{}
	for !result.Converged && result.Iterations < maxLloyd {
		result.Iterations++
		moved := s.assign()
		s.update()
		result.Converged = moved == 0
	}

	squared := make([]float64, x.rows)
	parallel.Blocks(x.rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			squared[i] = squaredDistance(x.row(i), s.centers.row(s.nearest[i]))
		}
	})
	result.Loss = sum(squared) / float64(x.rows)
	result.Assignment = s.nearest
	result.Centers = s.centers.slices()
	return result
}

// plusPlus draws centers from the points: the first evenly, each other one with a
// probability proportional to its squared distance from the nearest so far. It stops
// early when every point is a center.
func plusPlus(x *points, clusters int, rng *rand.Rand) *points {
	centers := &points{dim: x.dim}
	squared := make([]float64, x.rows) // to the nearest center so far
	for i := range squared {
		squared[i] = math.Inf(1)
	}
	next := rng.IntN(x.rows)
	for {
		center := x.row(next)
		centers.data = append(centers.data, center...)
		centers.rows++
		parallel.Blocks(x.rows, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				squared[i] = min(squared[i], squaredDistance(x.row(i), center))
			}
		})
		total := sum(squared)
		if centers.rows == clusters || total == 0 {
			return centers
		}
		next = draw(squared, rng.Float64()*total)
	}
}

// draw returns the index at which the running sum of weights passes target, or the
// last one with a weight where rounding keeps it from getting there.
func draw(weights []float64, target float64) int {
	var running float64
	last := 0
	for i, w := range weights {
		if w == 0 {
			continue
		}
		last = i
		if running += w; running > target {
			break
		}
	}
	return last
}

// lloyd is the state of Lloyd's algorithm. Bounds on distances, kept by the triangle
// inequality as centers move, spare most of them from being computed (Elkan 2003,
// "Using the triangle inequality to accelerate k-means"); the clusters are the same.
type lloyd struct {
	x, centers *points
	nearest    []int     // [points] the center each belongs to, -1 at the start
	upper      []float64 // [points] at least the distance to the nearest center
	lower      []float64 // [points, centers] at most the distance to each center
	shift      []float64 // [centers] how far each moved last
}

func newLloyd(x, centers *points) *lloyd {
	return &lloyd{
		x:       x,
		centers: centers,
		nearest: slices.Repeat([]int{-1}, x.rows),
		upper:   slices.Repeat([]float64{math.Inf(1)}, x.rows),
		lower:   make([]float64, x.rows*centers.rows),
		shift:   make([]float64, centers.rows),
	}
}

// assign gives each point to its nearest center and returns how many changed.
func (s *lloyd) assign() (moved int) {
	changed := make([]bool, s.x.rows)
	parallel.Blocks(s.x.rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			changed[i] = s.assignPoint(i)
		}
	})
	for _, c := range changed {
		if c {
			moved++
		}
	}
	return moved
}

func (s *lloyd) assignPoint(i int) (moved bool) {
	clusters := s.centers.rows
	lower := s.lower[i*clusters : (i+1)*clusters]
	before := s.nearest[i]
	upper := s.upper[i]
	if before >= 0 {
		upper += s.shift[before]
	}
	rivals := false
	for k := range lower {
		lower[k] -= s.shift[k]
		rivals = rivals || (k != before && lower[k] <= upper*(1+slack))
	}
	s.upper[i] = upper
	if !rivals {
		return false
	}

	x := s.x.row(i)
	nearest := before
	if before >= 0 {
		upper = math.Sqrt(squaredDistance(x, s.centers.row(before)))
		lower[before] = upper
	}
	for k := range lower {
		if k == before || lower[k] > upper*(1+slack) {
			continue
		}
		distance := math.Sqrt(squaredDistance(x, s.centers.row(k)))
		lower[k] = distance
		if distance < upper || (distance == upper && k < nearest) {
			nearest, upper = k, distance
		}
	}
	s.nearest[i], s.upper[i] = nearest, upper
	return nearest != before
}

// update moves each center to the mean of its points, summed in order. A center
// without points goes to the point farthest from its own center, the next such
// center to the next farthest, and so gains at least that point.
func (s *lloyd) update() {
	members := make([][]int, s.centers.rows)
	for i, k := range s.nearest {
		members[k] = append(members[k], i)
	}
	means := makePoints(s.centers.rows, s.centers.dim)
	parallel.For(s.centers.rows, func(k int) {
		if len(members[k]) == 0 {
			copy(means.row(k), s.centers.row(k))
			return
		}
		mean := means.row(k)
		for _, i := range members[k] {
			for j, v := range s.x.row(i) {
				mean[j] += v
			}
		}
		for j := range mean {
			mean[j] /= float64(len(members[k]))
		}
	})
	var farthest []int
	for k := range members {
		if len(members[k]) > 0 {
			continue
		}
		if farthest == nil {
			farthest = s.byDistance()
		}
		i := farthest[0]
		farthest = farthest[1:]
		if squaredDistance(s.x.row(i), s.centers.row(s.nearest[i])) > 0 {
			copy(means.row(k), s.x.row(i))
		}
	}
	for k := range s.shift {
		s.shift[k] = math.Sqrt(squaredDistance(s.centers.row(k), means.row(k)))
	}
	s.centers = means
}

// byDistance returns the points from the farthest from their center to the nearest.
func (s *lloyd) byDistance() []int {
	squared := make([]float64, s.x.rows)
	order := make([]int, s.x.rows)
	for i := range order {
		order[i] = i
		squared[i] = squaredDistance(s.x.row(i), s.centers.row(s.nearest[i]))
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case squared[a] > squared[b]:
			return -1
		case squared[a] < squared[b]:
			return 1
		}
		return 0
	})
	return order
}
