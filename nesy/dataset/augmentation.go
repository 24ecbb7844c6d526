package dataset

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"nesybook/nesy/dataset/raster"
)

// Step is one random change to a picture. All that is random about it is drawn
// first, as a plan: a few numbers from which the change follows. So the same plans
// make the same pictures in plain Go and in a graph.
type Step struct {
	// Name says what the step does and with which numbers; equal names mean equal
	// steps, so that cached features can be told apart by it.
	Name string
	// Numbers is the length of a plan.
	Numbers int
	// Draw writes the plan of a picture of side·side pixels over zeros.
	Draw func(r *rand.Rand, side int, plan []float64)
	// Change writes the picture changed as planned into dst. Both are planes R, G, B
	// of side·side bytes and do not overlap; dst holds anything before.
	Change func(plan []float64, side int, dst, src []byte)
	// Graph is Change on a batch. plans is [batch, Numbers]; images and the result are
	// [batch, 3, side, side], whole float32 numbers in 0 to 255.
	Graph func(plans, images *graph.Node) *graph.Node
}

// Apply draws a plan and changes the picture by it.
func (s Step) Apply(r *rand.Rand, side int, dst, src []byte) {
	plan := make([]float64, s.Numbers)
	s.Draw(r, side, plan)
	s.Change(plan, side, dst, src)
}

// Augmentation is a sequence of steps. The empty one changes nothing.
type Augmentation []Step

// CropAndFlip is the augmentation used for CIFAR since He et al. (2016, Deep
// residual learning): a shift by up to 4 pixels and a mirror image half the time.
func CropAndFlip() Augmentation { return Augmentation{ReflectCrop(4), Flip(0.5)} }

// String names all steps in order, "none" if there are none.
func (a Augmentation) String() string {
	if len(a) == 0 {
		return "none"
	}
	names := make([]string, len(a))
	for k, s := range a {
		names[k] = s.Name
	}
	return strings.Join(names, ", ")
}

// Apply changes the pixels of an image, in place. What it does depends on the
// seed, the view and the image's number alone, so views can be made in any order
// and again. It panics if pixels is not 3·side·side long.
func (a Augmentation) Apply(seed uint64, view, image, side int, pixels []byte) {
	if len(pixels) != 3*side*side {
		panic("dataset: plane length mismatch")
	}
	if len(a) == 0 {
		return
	}
	plan := a.plan(seed, view, image, side)
	src, dst := pixels, make([]byte, len(pixels))
	for _, s := range a {
		s.Change(plan[:s.Numbers], side, dst, src)
		plan, src, dst = plan[s.Numbers:], dst, src
	}
	if &src[0] != &pixels[0] {
		copy(pixels, src)
	}
}

// Numbers returns the length of a plan of all steps, one step's after another's.
func (a Augmentation) Numbers() int {
	n := 0
	for _, s := range a {
		n += s.Numbers
	}
	return n
}

// plan draws what Apply does to an image.
func (a Augmentation) plan(seed uint64, view, image, side int) []float64 {
	r := stream(seed, augmentationStream, uint64(view), uint64(image))
	plan := make([]float64, a.Numbers())
	rest := plan
	for _, s := range a {
		s.Draw(r, side, rest[:s.Numbers])
		rest = rest[s.Numbers:]
	}
	return plan
}

// Plans draws what Apply does to some images, as the input of Graph:
// [images, Numbers], row-major.
func (a Augmentation) Plans(seed uint64, view int, images []int, side int) []float32 {
	plans := make([]float32, 0, len(images)*a.Numbers())
	for _, i := range images {
		for _, v := range a.plan(seed, view, i, side) {
			plans = append(plans, float32(v))
		}
	}
	return plans
}

// Graph is Apply on a batch of pictures by the plans that Plans drew for them. plans
// is [batch, a.Numbers()], and nil for no steps; images is [batch, 3, side, side]
// of any type. The result holds whole float32 numbers in 0 to 255: the bytes of
// Apply, but where single precision rounds a value of RandomResizedCrop or
// ColourJitter to the other side, or the backend fuses operations; then they differ
// by 1, which what comes after may enlarge.
func (a Augmentation) Graph(plans, images *graph.Node) *graph.Node {
	images = graph.ConvertDType(images, dtypes.Float32)
	if len(a) > 0 {
		plans.AssertDims(images.Shape().Dim(0), a.Numbers())
	}
	at := 0
	for _, s := range a {
		images = s.Graph(graph.Slice(plans, graph.AxisRange(), graph.AxisRange(at, at+s.Numbers)), images)
		at += s.Numbers
	}
	return images
}

// column returns number k of each plan, [batch].
func column(plans *graph.Node, k int) *graph.Node {
	return graph.Reshape(graph.Slice(plans, graph.AxisRange(), graph.AxisElem(k)), -1)
}

// ReflectCrop extends the picture by pad pixels on each side, by reflection about
// its outermost pixels, and cuts out a random picture of the original size. Pads
// must be smaller than the picture.
func ReflectCrop(pad int) Step {
	return Step{
		Name:    fmt.Sprintf("reflect-crop %d", pad),
		Numbers: 2, // pixels down and right
		Draw: func(r *rand.Rand, _ int, plan []float64) {
			plan[0], plan[1] = float64(r.IntN(2*pad+1)-pad), float64(r.IntN(2*pad+1)-pad)
		},
		Change: func(plan []float64, side int, dst, src []byte) {
			down, right := int(plan[0]), int(plan[1])
			for c := range 3 {
				for y := range side {
					row := src[(c*side+reflect(y+down, side))*side:][:side]
					to := dst[(c*side+y)*side:][:side]
					for x := range to {
						to[x] = row[reflect(x+right, side)]
					}
				}
			}
		},
		Graph: func(plans, images *graph.Node) *graph.Node {
			side := images.Shape().Dim(-1)
			return raster.ResampleGraph(reflectGraph(column(plans, 0), side), reflectGraph(column(plans, 1), side), images)
		},
	}
}

// reflect folds a coordinate that lies outside 0..n-1 back about the first or
// last pixel, which is not repeated: -1 becomes 1.
func reflect(x, n int) int {
	if x < 0 {
		return -x
	}
	if x >= n {
		return 2*(n-1) - x
	}
	return x
}

// reflectGraph returns which pixels of a row or column reflect takes when it is
// moved by shifts [batch], as weights of 0 and 1: [batch, side, side].
func reflectGraph(shifts *graph.Node, side int) *graph.Node {
	g, dtype := shifts.Graph(), shifts.DType()
	to := graph.Iota(g, shapes.Make(dtype, 1, side, 1), 1)
	last := graph.Scalar(g, dtype, side-1)
	from := graph.Abs(graph.Add(to, graph.Reshape(shifts, -1, 1, 1)))
	from = graph.Sub(last, graph.Abs(graph.Sub(last, from)))
	return graph.ConvertDType(graph.Equal(from, graph.Iota(g, shapes.Make(dtype, 1, 1, side), 2)), dtype)
}

// Flip mirrors the picture left to right with a probability.
func Flip(probability float64) Step {
	return Step{
		Name:    fmt.Sprintf("flip %g", probability),
		Numbers: 1, // 1 for a mirror image, else 0
		Draw: func(r *rand.Rand, _ int, plan []float64) {
			if r.Float64() < probability {
				plan[0] = 1
			}
		},
		Change: func(plan []float64, side int, dst, src []byte) {
			copy(dst, src)
			if plan[0] == 0 {
				return
			}
			for k := 0; k < len(dst); k += side {
				row := dst[k : k+side]
				for a, b := 0, side-1; a < b; a, b = a+1, b-1 {
					row[a], row[b] = row[b], row[a]
				}
			}
		},
		Graph: func(plans, images *graph.Node) *graph.Node {
			return graph.Where(graph.Equal(column(plans, 0), graph.ScalarOne(plans.Graph(), plans.DType())), graph.Reverse(images, -1), images)
		},
	}
}
