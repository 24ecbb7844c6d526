package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/atomicfile"
	"nesybook/nesy/safetensors"
)

const (
	checkpointFile = "last.safetensors" // parameters, moments and, in its metadata, the state
	logFile        = "log.jsonl"        // the state's epochs, for people and plots
)

// state is what a training must remember beside its variables. Everything else
// follows from the recipe and the number of the step.
type state struct {
	Recipe Recipe   `json:"recipe"`
	Train  string   `json:"train"` // digest of the images
	Val    string   `json:"val"`   // the same
	Step   int      `json:"step"`  // done
	Sums   measures `json:"sums"`  // over the steps since the last whole epoch
	Epochs []Epoch  `json:"epochs"`
}

// stateKey is the name of the state in the checkpoint's metadata.
const stateKey = "state"

// save replaces the checkpoint, which commits all that was done, and then the log.
func (t *training) save() error {
	text, err := json.Marshal(t.state)
	if err != nil {
		return err
	}
	var list []safetensors.Tensor
	for v := range t.network.store.IterVariables() {
		value, err := v.Value()
		if err != nil {
			return fmt.Errorf("reading variable %s: %w", v.Path(), err)
		}
		data, err := tensors.CopyFlatData[float32](value)
		if err != nil {
			return fmt.Errorf("reading variable %s: %w", v.Path(), err)
		}
		list = append(list, safetensors.Tensor{Name: v.Path(), Shape: v.Shape().Dimensions, Data: data})
	}
	if err := safetensors.Save(t.path(checkpointFile), safetensors.F32, list, map[string]string{stateKey: string(text)}); err != nil {
		return err
	}
	if err := t.writeLog(); err != nil {
		return err
	}
	return t.wrote(t.state.Step)
}

func (t *training) writeLog() error {
	return atomicfile.Write(t.path(logFile), func(w io.Writer) error {
		lines := json.NewEncoder(w)
		for _, e := range t.state.Epochs {
			if err := lines.Encode(e); err != nil {
				return err
			}
		}
		return nil
	})
}

// resume brings variables and state to where the checkpoint left them, or to the
// start where there is none.
func (t *training) resume() error {
	t.state = state{Recipe: t.recipe, Train: t.train.Digest, Val: t.val.Digest, Epochs: []Epoch{}}
	for _, file := range []string{checkpointFile, logFile} { // what an interrupted write left behind
		torn, _ := filepath.Glob(t.path("." + file + ".*"))
		for _, path := range torn {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	if _, err := os.Stat(t.path(checkpointFile)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := t.load(); err != nil {
		return fmt.Errorf("%s cannot be continued: %w; remove the folder or train in another", t.path(checkpointFile), err)
	}
	return t.writeLog()
}

func (t *training) load() error {
	file, err := safetensors.Load(t.path(checkpointFile))
	if err != nil {
		return err
	}
	var held state
	if err := json.Unmarshal([]byte(file.Metadata[stateKey]), &held); err != nil {
		return fmt.Errorf("it holds no state of a training (%w)", err)
	}
	switch {
	case held.Recipe.difference(t.recipe) != "":
		return fmt.Errorf("it was trained by another recipe (%s)", held.Recipe.difference(t.recipe))
	case held.Train != t.state.Train || held.Val != t.state.Val:
		return errors.New("it was trained on other images")
	}
	list, err := file.Tensors()
	if err != nil {
		return err
	}
	known := 0
	for _, tensor := range list {
		value := tensors.FromFlatDataAndDimensions(tensor.Data, tensor.Shape...)
		if v := t.network.store.GetVariable(tensor.Name); v == nil {
			_, err = t.network.store.CreateVariable(tensor.Name, value)
		} else if known++; !v.Shape().Equal(value.Shape()) {
			err = fmt.Errorf("it has shape %v, not %v", tensor.Shape, v.Shape().Dimensions)
		} else {
			err = v.SetValue(value)
		}
		if err != nil {
			return fmt.Errorf("tensor %s: %w", tensor.Name, err)
		}
	}
	if want := len(t.network.parameters); known != want {
		return fmt.Errorf("it has %d of %d parameters", known, want)
	}
	t.state = held
	return nil
}

// difference describes the first value in which two recipes differ, or nothing.
func (r Recipe) difference(wanted Recipe) string {
	a, b := reflect.ValueOf(r), reflect.ValueOf(wanted)
	for i := range a.NumField() {
		if x, y := a.Field(i).Interface(), b.Field(i).Interface(); !reflect.DeepEqual(x, y) {
			return fmt.Sprintf("%s is %v there and %v here", a.Type().Field(i).Name, x, y)
		}
	}
	return ""
}
