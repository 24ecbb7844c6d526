package backbone

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

// Encoder turns batches of images into feature vectors.
type Encoder struct {
	side, batch int
	exec        *model.Exec
}

// NewEncoder compiles the network for batches of the given number of images.
func NewEncoder(b compute.Backend, n Network, batch int) (*Encoder, error) {
	if batch <= 0 {
		return nil, fmt.Errorf("backbone: batch of %d images", batch)
	}
	exec, err := model.NewExec(b, model.NewStore(), n.Pooled)
	if err != nil {
		return nil, fmt.Errorf("backbone: %w", err)
	}
	e := &Encoder{side: n.Side(), batch: batch, exec: exec}
	// The first call compiles; later ones may then run side by side.
	if _, err := e.Encode(make([]float32, batch*Pixels(n))); err != nil {
		exec.Finalize()
		return nil, err
	}
	return e, nil
}

// Encode returns the pooled features [batch, features] of normalised images
// [batch, 3, side, side], both row-major. It may be called from several
// goroutines: on the Go backend, which runs most of a graph on one core, as many
// as there are cores are fastest. It panics if pixels is of another length.
func (e *Encoder) Encode(pixels []float32) ([]float32, error) {
	if len(pixels) != e.batch*3*e.side*e.side {
		panic("backbone: pixels length mismatch")
	}
	images := tensors.FromFlatDataAndDimensions(pixels, e.batch, 3, e.side, e.side)
	defer images.FinalizeAll()
	pooled, err := e.exec.Call1(images)
	if err != nil {
		return nil, fmt.Errorf("backbone: encoding %d images: %w", e.batch, err)
	}
	defer pooled.FinalizeAll()
	features, err := tensors.CopyFlatData[float32](pooled)
	if err != nil {
		return nil, fmt.Errorf("backbone: %w", err)
	}
	return features, nil
}

// Close frees the compiled network and its copy of the weights.
func (e *Encoder) Close() { e.exec.Finalize() }
