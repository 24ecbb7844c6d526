package train

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/features"
)

// Labels are the true labels of a list of images at the two levels.
type Labels struct{ Fine, Coarse []int }

// Data is what a model is trained on and validated with.
type Data struct {
	// Views holds the training images' features under one augmentation after
	// another, [views][images][features]. Epoch e, from 0, sees view e mod views.
	Views [][][]float32
	// OnTheFly, in place of Views, makes them anew in each epoch.
	OnTheFly *features.OnTheFly
	Train    Labels // of the training images
	Val      [][]float32
	// ValLabels are those of the validation images.
	ValLabels Labels
}

// Images returns the number of training images.
func (d Data) Images() int { return len(d.Train.Fine) }

// Features returns the number of features of an image.
func (d Data) Features() int { return len(d.Val[0]) }

// Validate reports the first inconsistency: an empty or ragged list, a label
// missing or out of range. fine and coarse are the numbers of labels.
func (d Data) Validate(fine, coarse int) error {
	cached := len(d.Views) > 0 && len(d.Views[0]) > 0
	if !cached && d.OnTheFly == nil || len(d.Val) == 0 || len(d.Val[0]) == 0 {
		return fmt.Errorf("train: no training or no validation images")
	}
	if cached && d.OnTheFly != nil {
		return fmt.Errorf("train: training images both cached and made on the fly")
	}
	check := func(what string, images int, labels Labels) error {
		if len(labels.Fine) != images || len(labels.Coarse) != images {
			return fmt.Errorf("train: %s: %d images, but %d fine and %d coarse labels", what, images, len(labels.Fine), len(labels.Coarse))
		}
		for i := range images {
			if y := labels.Fine[i]; y < 0 || y >= fine {
				return fmt.Errorf("train: %s: image %d has fine label %d of %d", what, i, y, fine)
			}
			if y := labels.Coarse[i]; y < 0 || y >= coarse {
				return fmt.Errorf("train: %s: image %d has coarse label %d of %d", what, i, y, coarse)
			}
		}
		return nil
	}
	checkRows := func(what string, rows [][]float32, labels Labels) error {
		for i, row := range rows {
			if len(row) != d.Features() {
				return fmt.Errorf("train: %s: image %d has %d features, not %d", what, i, len(row), d.Features())
			}
		}
		return check(what, len(rows), labels)
	}
	for v, view := range d.Views {
		if err := checkRows(fmt.Sprintf("training view %d", v), view, d.Train); err != nil {
			return err
		}
	}
	if o := d.OnTheFly; o != nil {
		if o.Features() != d.Features() {
			return fmt.Errorf("train: training images have %d features, those of validation %d", o.Features(), d.Features())
		}
		if err := check("training", o.Len(), d.Train); err != nil {
			return err
		}
	}
	return checkRows("validation", d.Val, d.ValLabels)
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
	if d.OnTheFly != nil {
		h.Write([]byte(d.OnTheFly.Digest()))
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

// batch holds the labels of a batch, filled again at every step.
type batch struct {
	fine, coarse *tensors.Tensor // [size] int32
	mask         *tensors.Tensor // [size] float32, 1 for the rows that count
}

func newBatch(size int) *batch {
	return &batch{
		fine:   tensors.FromScalarAndDimensions(int32(0), size),
		coarse: tensors.FromScalarAndDimensions(int32(0), size),
		mask:   tensors.FromScalarAndDimensions(float32(0), size),
	}
}

// fill copies the labels of the given images to the first rows and zeros to the
// others.
func (b *batch) fill(labels Labels, indices []int) {
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
