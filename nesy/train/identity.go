package train

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"

	"nesybook/nesy/atomicfile"
	"nesybook/nesy/model"
	"nesybook/nesy/objective"
)

// identity is all that the bytes of a run follow from, but for the kind of
// processor. It is written to config.json.
type identity struct {
	Format    int // of the run's files
	Model     model.Config
	Objective objective.Config
	Sets      string // digest of the labels and the focal sets
	Train     Config
	Features  int
	Data      string // digest of the features and labels
}

const format = 1

// claim makes dir the directory of the run that id describes: it writes
// config.json or, where there is one, compares it. It returns an error that
// names the first difference where dir holds another run.
func claim(dir, configPath, lastPath string, id identity) error {
	text, err := json.MarshalIndent(id, "", " ")
	if err != nil {
		return fmt.Errorf("train: writing %s: %w", configPath, err)
	}
	text = append(text, '\n')
	held, err := os.ReadFile(configPath)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(lastPath); err == nil {
			return fmt.Errorf("train: %s holds a run, but no config.json to say of what: remove it or train elsewhere", dir)
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return fmt.Errorf("train: %w", err)
		}
		return atomicfile.Write(configPath, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	case err != nil:
		return fmt.Errorf("train: %w", err)
	case bytes.Equal(held, text):
		return nil
	}
	difference, err := firstDifference(held, text)
	if err != nil {
		return fmt.Errorf("train: %s: %w: remove %s or train elsewhere", configPath, err, dir)
	}
	return fmt.Errorf("train: %s holds a run of another configuration (%s): remove it or train elsewhere", dir, difference)
}

// firstDifference describes the first value, in order of name, in which two
// JSON objects differ.
func firstDifference(held, wanted []byte) (string, error) {
	var a, b map[string]any
	if err := json.Unmarshal(held, &a); err != nil {
		return "", err
	}
	if err := json.Unmarshal(wanted, &b); err != nil {
		return "", err
	}
	return difference("", a, b), nil
}

func difference(prefix string, a, b map[string]any) string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		x, y := a[name], b[name]
		if reflect.DeepEqual(x, y) {
			continue
		}
		inner, ok := x.(map[string]any)
		other, also := y.(map[string]any)
		if ok && also {
			return difference(prefix+name+".", inner, other)
		}
		return fmt.Sprintf("%s%s is %v there and %v here", prefix, name, x, y)
	}
	return "their layout"
}
