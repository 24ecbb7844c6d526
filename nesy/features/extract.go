package features

import (
	"context"

	"github.com/gomlx/compute"

	"nesybook/nesy/dataset"
	"nesybook/nesy/swin"
)

// Images is a data set as Extract sees it; *dataset.Dataset is one.
type Images interface {
	Len() int
	Image(i int, dst []byte) error // 3·side·side bytes: planes red, green, blue, rows top to bottom
}

// Spec says which features to compute.
type Spec struct {
	Images        *dataset.Dataset
	Weights       *swin.Weights
	Normalisation dataset.Normalisation
	Augmentation  dataset.Augmentation // of the views after the first
	Seed          uint64               // of the augmentation
	Views         int                  // at least 1; view 0 is not augmented
	Batch         int                  // images in one call of the backbone; 0 for DefaultBatch
}

// Extract returns the features of each view, [views][images][features].
func Extract(ctx context.Context, b compute.Backend, spec Spec, dir string, progress func(done, total int)) ([][][]float32, error) {
	panic("stub")
}
