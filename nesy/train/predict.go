package train

import (
	"fmt"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	ml "github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/model"
)

// Predict returns the logits of both heads for rows of features, [rows][outputs],
// from the checkpoint at path. model.Kind.Outputs turns them into beliefs or
// probabilities. The batches are of one size whatever the number of rows, so
// that a row's logits do not depend on its neighbours.
func Predict(backend compute.Backend, path string, c model.Config, rows [][]float32) (fine, coarse [][]float32, err error) {
	if len(rows) == 0 {
		return nil, nil, nil
	}
	if err := c.Validate(); err != nil {
		return nil, nil, err
	}
	features := len(rows[0])
	for i, row := range rows {
		if len(row) != features {
			return nil, nil, fmt.Errorf("train: row %d has %d features, not %d", i, len(row), features)
		}
	}
	store := ml.NewStore()
	if err := model.Initialise(store, features, c, 0); err != nil {
		return nil, nil, err
	}
	if _, err := loadVariables(path, store); err != nil {
		return nil, nil, fmt.Errorf("train: a %v model of %d features: %w", c.Kind, features, err)
	}
	exec, err := ml.NewExec(backend, store, func(scope *ml.Scope, x *Node) (fine, coarse *Node) {
		return model.Forward(scope, x, c)
	})
	if err != nil {
		return nil, nil, fmt.Errorf("train: %w", err)
	}
	defer exec.Finalize()
	batch := tensors.FromScalarAndDimensions(float32(0), measuringBatch, features)
	defer batch.FinalizeAll()
	for start := 0; start < len(rows); start += measuringBatch {
		n := min(measuringBatch, len(rows)-start)
		tensors.MustMutableFlatData(batch, func(flat []float32) {
			at := 0
			for _, row := range rows[start : start+n] {
				at += copy(flat[at:], row)
			}
			clear(flat[at:])
		})
		outputs, err := exec.Exec(batch)
		if err != nil {
			return nil, nil, fmt.Errorf("train: %w", err)
		}
		fine = append(fine, split(outputs[0], c.Fine)[:n]...)
		coarse = append(coarse, split(outputs[1], c.Coarse)[:n]...)
		for _, output := range outputs {
			output.FinalizeAll()
		}
	}
	return fine, coarse, nil
}

// split returns the rows of a matrix, copied.
func split(matrix *tensors.Tensor, columns int) [][]float32 {
	flat := tensors.MustCopyFlatData[float32](matrix)
	rows := make([][]float32, 0, len(flat)/columns)
	for ; len(flat) > 0; flat = flat[columns:] {
		rows = append(rows, flat[:columns:columns])
	}
	return rows
}
