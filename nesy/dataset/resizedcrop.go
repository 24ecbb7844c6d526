package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"

	"nesybook/nesy/dataset/raster"
)

// Range is the interval in which a random number lies.
type Range struct{ From, To float64 }

func (r Range) String() string { return fmt.Sprintf("%.3g..%.3g", r.From, r.To) }

// uniform draws from the interval.
func (r Range) uniform(random *rand.Rand) float64 {
	return r.From + float64(random.Float64()*(r.To-r.From))
}

// logUniform draws such that the logarithm is uniform: 1/2 is as likely as 2.
func (r Range) logUniform(random *rand.Rand) float64 {
	logs := Range{math.Log(r.From), math.Log(r.To)}
	return math.Exp(logs.uniform(random))
}

// RandomResizedCrop cuts a random rectangle out of the picture and enlarges it,
// bilinearly, to the picture's size (Szegedy et al. 2015, Going deeper with
// convolutions). The rectangle's area is uniform in a range of shares of the
// picture's, its ratio of width to height log-uniform; ten are tried until one
// fits, then it is the largest in the middle whose ratio is allowed.
// torchvision's ranges are 0.08 to 1 and 3/4 to 4/3.
func RandomResizedCrop(area, ratio Range) Step {
	return Step{
		Name:    fmt.Sprintf("resized-crop area %v ratio %v", area, ratio),
		Numbers: 4, // left, top, width, height
		Draw: func(r *rand.Rand, side int, plan []float64) {
			cut, ok := rectangle(r, side, side, area, ratio)
			if !ok {
				cut = middle(side, ratio)
			}
			putRectangle(plan, cut)
		},
		Change: func(plan []float64, side int, dst, src []byte) {
			raster.Resize(side, dst, src, plannedRectangle(plan))
		},
		Graph: raster.ResizeGraph,
	}
}

// putRectangle writes a rectangle as four numbers of a plan.
func putRectangle(plan []float64, r raster.Rect) {
	plan[0], plan[1], plan[2], plan[3] = float64(r.Left), float64(r.Top), float64(r.Width), float64(r.Height)
}

// plannedRectangle reads what putRectangle wrote.
func plannedRectangle(plan []float64) raster.Rect {
	return raster.Rect{Left: int(plan[0]), Top: int(plan[1]), Width: int(plan[2]), Height: int(plan[3])}
}

// rectangle returns a random one of at most most pixels along each edge, in a
// picture of side pixels, or false if ten draws give none.
func rectangle(r *rand.Rand, side, most int, area, ratio Range) (raster.Rect, bool) {
	for range 10 {
		pixels := area.uniform(r) * float64(side*side)
		aspect := ratio.logUniform(r)
		w := int(math.RoundToEven(math.Sqrt(pixels * aspect)))
		h := int(math.RoundToEven(math.Sqrt(pixels / aspect)))
		if 0 < w && w <= most && 0 < h && h <= most {
			top, left := r.IntN(side-h+1), r.IntN(side-w+1)
			return raster.Rect{Left: left, Top: top, Width: w, Height: h}, true
		}
	}
	return raster.Rect{}, false
}

// middle returns the largest rectangle in the middle of a square picture whose
// ratio of width to height is allowed: all of it, where 1 is.
func middle(side int, ratio Range) raster.Rect {
	w, h := side, side
	switch {
	case ratio.From > 1:
		h = int(math.RoundToEven(float64(side) / ratio.From))
	case ratio.To < 1:
		w = int(math.RoundToEven(float64(side) * ratio.To))
	}
	return raster.Rect{Left: (side - w) / 2, Top: (side - h) / 2, Width: w, Height: h}
}
