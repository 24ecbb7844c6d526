package focal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// UnmarshalJSON reads a family written by Save or json.Marshal and checks that it
// is one: labels within the frame, every singleton, no Omega, in order, each once.
func (f *Family) UnmarshalJSON(data []byte) error {
	var file struct {
		Frame int
		Sets  []Set
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return fmt.Errorf("focal: reading a family: %w", err)
	}
	// Every singleton is written down, so the sets bound the frame, whatever it says.
	if file.Frame < 1 || file.Frame > len(file.Sets) {
		return fmt.Errorf("focal: frame of %d labels with %d sets", file.Frame, len(file.Sets))
	}
	omega := Full(file.Frame)
	for _, A := range file.Sets {
		if !A.SubsetOf(omega) {
			return fmt.Errorf("focal: set %v has a label outside the frame [0, %d)", A, file.Frame)
		}
	}
	family := NewFamily(file.Frame, file.Sets...)
	if !family.Equal(&Family{file.Frame, file.Sets}) {
		return errors.New("focal: the sets are not a family: want every singleton first, then larger sets by size and label, each once, without Omega")
	}
	*f = *family
	return nil
}

// MarshalJSON returns the family as {"frame": n, "sets": [[0], [1], ...]}.
func (f *Family) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"frame": f.Frame, "sets": f.Sets})
}

// Save writes the family to a JSON file, one set a line. The file is whole or
// unchanged, whatever happens.
func (f *Family) Save(path string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("focal: saving a family to %s: %w", path, err)
		}
	}()
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
		}
	}()
	if _, err := file.Write(f.text()); err != nil {
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// text returns the JSON of the family with one set a line, for people and diffs.
func (f *Family) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n \"frame\": %d,\n \"sets\": [", f.Frame)
	for i, A := range f.Sets {
		if i > 0 {
			b.WriteByte(',')
		}
		labels, err := json.Marshal(A)
		if err != nil {
			panic(err) // a list of integers always marshals
		}
		fmt.Fprintf(&b, "\n  %s", labels)
	}
	b.WriteString("\n ]\n}\n")
	return b.Bytes()
}

// Load reads a family written by Save. The error names the file.
func Load(path string) (*Family, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("focal: loading a family: %w", err)
	}
	f := new(Family)
	if err := json.Unmarshal(data, f); err != nil {
		return nil, fmt.Errorf("focal: loading the family %s: %w", path, err)
	}
	return f, nil
}
