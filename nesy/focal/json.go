package focal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"nesybook/nesy/atomicfile"
)

// MarshalJSON returns the family as {"frame": n, "sets": [[0], [1], ...]}.
func (f *Family) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"frame": f.Frame, "sets": f.Sets})
}

// UnmarshalJSON reads a family and checks that it is one: labels within the frame,
// every singleton, no Omega, in order, each once.
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
	if file.Frame < 1 || file.Frame > min(len(file.Sets), MaxFrame) {
		return fmt.Errorf("focal: a family of %d sets over %d labels, want 1 to %d labels and at least the singletons",
			len(file.Sets), file.Frame, MaxFrame)
	}
	omega := Full(file.Frame)
	for _, A := range file.Sets {
		if !A.SubsetOf(omega) {
			return fmt.Errorf("focal: set %v has a label outside the frame [0, %d)", A, file.Frame)
		}
	}
	family := NewFamily(file.Frame, file.Sets...)
	if !family.Equal(&Family{file.Frame, file.Sets}) {
		return errors.New("focal: not a family: want every singleton first, then larger sets by size and label, each once, without Omega")
	}
	*f = *family
	return nil
}

// Save writes the family to a JSON file, one set a line. The file is whole or
// unchanged, whatever happens. The error names it.
func (f *Family) Save(path string) error {
	if err := atomicfile.Write(path, f.writeLines); err != nil {
		return fmt.Errorf("focal: saving a family: %w", err)
	}
	return nil
}

// writeLines writes the JSON of the family with one set a line, for people and diffs.
func (f *Family) writeLines(w io.Writer) error {
	fmt.Fprintf(w, "{\n \"frame\": %d,\n \"sets\": [", f.Frame)
	separator := ""
	for _, A := range f.Sets {
		labels, err := json.Marshal(A)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n  %s", separator, labels)
		separator = ","
	}
	_, err := fmt.Fprint(w, "\n ]\n}\n")
	return err
}

// Load reads a family written by Save. The error names the file.
func Load(path string) (*Family, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("focal: loading a family: %w", err)
	}
	f := new(Family)
	if err := json.Unmarshal(data, f); err != nil {
		return nil, fmt.Errorf("focal: loading the family %s (induce it again): %w", path, err)
	}
	return f, nil
}
