package train

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gomlx/gomlx/core/tensors"
	ml "github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/safetensors"
)

// stateKey is the name of the state in the metadata of last.safetensors.
const stateKey = "state"

// state is what a run must remember between epochs beside its variables.
// Everything else follows from the configuration and the number of the epoch.
type state struct {
	Epochs    int     `json:"epochs"`    // done
	LogBytes  int64   `json:"logBytes"`  // length of the log after them
	Plateau   plateau `json:"plateau"`   // of the learning rate
	BestEpoch int     `json:"bestEpoch"` // from 1; 0: none yet
	BestLoss  float64 `json:"bestLoss"`
	Bad       int     `json:"bad"`               // epochs since the best
	Stopped   string  `json:"stopped,omitempty"` // why training ended, once it has
}

// saveVariables writes the variables that keep lets through, with metadata.
func saveVariables(path string, store *ml.Store, keep func(name string) bool, metadata map[string]string) error {
	var list []safetensors.Tensor
	for v := range store.IterVariables() {
		name := tensorName(v.Path())
		if !keep(name) {
			continue
		}
		value, err := v.Value()
		if err != nil {
			return fmt.Errorf("train: reading variable %s: %w", v.Path(), err)
		}
		data, err := tensors.CopyFlatData[float32](value)
		if err != nil {
			return fmt.Errorf("train: reading variable %s: %w", v.Path(), err)
		}
		list = append(list, safetensors.Tensor{Name: name, Shape: v.Shape().Dimensions, Data: data})
	}
	return safetensors.Save(path, safetensors.F32, list, metadata)
}

// loadVariables sets the store's variables to the file's, which must have all
// of them, creates those that only the file has, and returns its metadata.
func loadVariables(path string, store *ml.Store) (map[string]string, error) {
	file, err := safetensors.Load(path)
	if err != nil {
		return nil, err
	}
	list, err := file.Tensors()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for v := range store.IterVariables() {
		if _, ok := file.Entry(tensorName(v.Path())); !ok {
			return nil, fmt.Errorf("%s: no tensor %s", path, tensorName(v.Path()))
		}
	}
	for _, t := range list {
		value := tensors.FromFlatDataAndDimensions(t.Data, t.Shape...)
		variable := store.GetVariable(variablePath(t.Name))
		if variable == nil {
			_, err = store.CreateVariable(variablePath(t.Name), value)
		} else if !variable.Shape().Equal(value.Shape()) {
			err = fmt.Errorf("shape %v, not %v", t.Shape, variable.Shape().Dimensions)
		} else {
			err = variable.SetValue(value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: tensor %s: %w", path, t.Name, err)
		}
	}
	return file.Metadata, nil
}

// A variable "/fine/weights" is the tensor "fine.weights", as other libraries
// name theirs.
func tensorName(path string) string {
	return strings.ReplaceAll(strings.TrimPrefix(path, "/"), "/", ".")
}

func variablePath(name string) string { return "/" + strings.ReplaceAll(name, ".", "/") }

// isMoment tells whether a tensor belongs to the optimiser.
func isMoment(name string) bool { return strings.HasPrefix(name, momentsScope[1:]+".") }

func (s state) metadata() (map[string]string, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("train: writing the state: %w", err)
	}
	return map[string]string{stateKey: string(text)}, nil
}

func parseState(metadata map[string]string) (state, error) {
	var s state
	text, ok := metadata[stateKey]
	if !ok {
		return s, fmt.Errorf("no state of a run in its metadata")
	}
	err := json.Unmarshal([]byte(text), &s)
	return s, err
}
