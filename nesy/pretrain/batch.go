package main

import (
	"cmp"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/dataset"
	"nesybook/nesy/parallel"
)

// The streams of the seed, apart from those of package dataset and the weights: the
// order of an epoch's images, and what stochastic depth drops in a step.
const (
	shuffleStream = 1 << 32
	depthStream   = 1 << 40
)

// order returns the order in which an epoch, from 0, sees n images.
func order(n int, seed uint64, epoch int) []int {
	return rand.New(rand.NewPCG(seed, shuffleStream+uint64(epoch))).Perm(n)
}

// batch holds the images of a step.
type batch struct {
	recipe Recipe
	pixels []float32 // [images, 3, side, side]
	labels []int32   // [images]
	keep   []float32 // [images, branches]
}

func newBatch(r Recipe) *batch {
	return &batch{
		recipe: r,
		pixels: make([]float32, r.Batch*r.Network.Pixels()),
		labels: make([]int32, r.Batch),
	}
}

// fill reads, changes and normalises images as an epoch's training does, for step
// number `number` of the run.
func (b *batch) fill(records *dataset.Records, images []int, epoch, number int) {
	size := records.Size()
	parallel.For(len(images), func(k int) {
		picture := make([]byte, size)
		records.Image(images[k], picture)
		augmentation().Apply(b.recipe.Seed, epoch, images[k], records.Side, picture)
		normalisation.Apply(b.pixels[k*size:(k+1)*size], picture)
		b.labels[k] = int32(records.Label(images[k]))
	})
	r := rand.New(rand.NewPCG(b.recipe.Seed, depthStream+uint64(number)))
	b.keep = b.recipe.Network.StochasticDepth(b.recipe.StochasticDepth, len(images), r)
}

// chunk returns the k-th chunk's images, labels and stochastic depth.
func (b *batch) chunk(k int) []*tensors.Tensor {
	c, n := b.recipe.Network, b.recipe.Chunk
	part := func(values []float32, each int, dims ...int) *tensors.Tensor {
		return tensors.FromFlatDataAndDimensions(values[k*n*each:(k+1)*n*each], append([]int{n}, dims...)...)
	}
	return []*tensors.Tensor{
		part(b.pixels, c.Pixels(), 3, c.Image, c.Image),
		tensors.FromFlatDataAndDimensions(b.labels[k*n:(k+1)*n], n),
		part(b.keep, c.Branches(), c.Branches()),
	}
}

// accuracy returns the sums over all images as they are.
func (n *network) accuracy(records *dataset.Records) (measures, error) {
	c, size := n.recipe.Network, n.recipe.Chunk
	chunks := (records.Len() + size - 1) / size
	outputs, errs := make([][]*tensors.Tensor, chunks), make([]error, chunks)
	parallel.For(chunks, func(k int) {
		pixels, labels, counts := make([]float32, size*c.Pixels()), make([]int32, size), make([]float32, size)
		picture := make([]byte, records.Size())
		for row := 0; row < size && k*size+row < records.Len(); row++ { // the last chunk is filled with black
			records.Image(k*size+row, picture)
			normalisation.Apply(pixels[row*c.Pixels():(row+1)*c.Pixels()], picture)
			labels[row], counts[row] = int32(records.Label(k*size+row)), 1
		}
		outputs[k], errs[k] = execute(n.measure,
			tensors.FromFlatDataAndDimensions(pixels, size, 3, c.Image, c.Image),
			tensors.FromFlatDataAndDimensions(labels, size),
			tensors.FromFlatDataAndDimensions(counts, size))
	})
	var m measures
	if err := cmp.Or(errs...); err != nil {
		return m, err
	}
	for _, output := range outputs {
		m.add(output[0])
	}
	return m, nil
}
