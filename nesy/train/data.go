package train

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/tensors"
)

// Labels are the true labels of a list of images at the two levels.
type Labels struct{ Fine, Coarse []int }

// Data is what a model is trained on and validated with.
type Data struct {
	// Views holds the training images' features under one augmentation after
	// another, [views][images][features]. Epoch e, from 0, sees view e mod views.
	Views [][][]float32
	Train Labels // of the training images
	Val   [][]float32
	// ValLabels are those of the validation images.
	ValLabels Labels
}

// Features returns the number of features of an image.
func (d Data) Features() int { return len(d.Val[0]) }

// Validate reports the first inconsistency: an empty or ragged list, a label
// missing or out of range. fine and coarse are the numbers of labels.
func (d Data) Validate(fine, coarse int) error {
	if len(d.Views) == 0 || len(d.Views[0]) == 0 || len(d.Val) == 0 || len(d.Val[0]) == 0 {
		return fmt.Errorf("train: no training or no validation images")
	}
	check := func(what string, rows [][]float32, labels Labels) error {
		if len(labels.Fine) != len(rows) || len(labels.Coarse) != len(rows) {
			return fmt.Errorf("train: %s: %d images, but %d fine and %d coarse labels", what, len(rows), len(labels.Fine), len(labels.Coarse))
		}
		for i, row := range rows {
			if len(row) != d.Features() {
				return fmt.Errorf("train: %s: image %d has %d features, not %d", what, i, len(row), d.Features())
			}
			if y := labels.Fine[i]; y < 0 || y >= fine {
				return fmt.Errorf("train: %s: image %d has fine label %d of %d", what, i, y, fine)
			}
			if y := labels.Coarse[i]; y < 0 || y >= coarse {
				return fmt.Errorf("train: %s: image %d has coarse label %d of %d", what, i, y, coarse)
			}
		}
		return nil
	}
	for v, view := range d.Views {
		if err := check(fmt.Sprintf("training view %d", v), view, d.Train); err != nil {
			return err
		}
	}
	return check("validation", d.Val, d.ValLabels)
}

// digest returns a hash of every value.
func (d Data) digest() string {
	h := sha256.New()
	var buffer []byte
	number := func(n int) { buffer = binary.LittleEndian.AppendUint64(buffer, uint64(n)) }
	flush := func() { h.Write(buffer); buffer = buffer[:0] }
	rows := func(rows [][]float32) {
		number(len(rows))
		for _, row := range rows {
			number(len(row))
			for _, x := range row {
				buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(x))
			}
			flush()
		}
	}
	labels := func(l Labels) {
		for _, list := range [][]int{l.Fine, l.Coarse} {
			number(len(list))
			for _, y := range list {
				number(y)
			}
			flush()
		}
	}
	number(len(d.Views))
	for _, view := range d.Views {
		rows(view)
	}
	labels(d.Train)
	rows(d.Val)
	labels(d.ValLabels)
	return hex.EncodeToString(h.Sum(nil))
}

// shuffleStream is the base of the streams of the seed that the order of the
// images is drawn from, one an epoch.
const shuffleStream = 1 << 32

// order returns the order in which an epoch, from 0, sees n images.
func order(n int, seed uint64, epoch int) []int {
	return rand.New(rand.NewPCG(seed, shuffleStream+uint64(epoch))).Perm(n)
}

// batch holds the tensors of a batch, filled again at every step.
type batch struct {
	features     *tensors.Tensor // [size, features] float32
	fine, coarse *tensors.Tensor // [size] int32
	mask         *tensors.Tensor // [size] float32, 1 for the rows that count
}

func newBatch(size, features int) *batch {
	return &batch{
		features: tensors.FromScalarAndDimensions(float32(0), size, features),
		fine:     tensors.FromScalarAndDimensions(int32(0), size),
		coarse:   tensors.FromScalarAndDimensions(int32(0), size),
		mask:     tensors.FromScalarAndDimensions(float32(0), size),
	}
}

// fill copies the images of the given indices to the first rows and zeros to
// the others.
func (b *batch) fill(rows [][]float32, labels Labels, indices []int) {
	tensors.MustMutableFlatData(b.features, func(flat []float32) {
		at := 0
		for _, i := range indices {
			at += copy(flat[at:], rows[i])
		}
		clear(flat[at:])
	})
	for _, level := range []struct {
		tensor *tensors.Tensor
		labels []int
	}{{b.fine, labels.Fine}, {b.coarse, labels.Coarse}} {
		tensors.MustMutableFlatData(level.tensor, func(flat []int32) {
			clear(flat)
			for row, i := range indices {
				flat[row] = int32(level.labels[i])
			}
		})
	}
	tensors.MustMutableFlatData(b.mask, func(flat []float32) {
		clear(flat)
		for row := range indices {
			flat[row] = 1
		}
	})
}
