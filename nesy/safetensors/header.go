package safetensors

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// metadataKey is the one header member that is not a tensor.
const metadataKey = "__metadata__"

// parseHeader decodes the JSON header. Each entry's byte range is checked against
// its own type and shape; checkTiling checks the ranges against each other.
func parseHeader(raw []byte) (entries []Entry, metadata map[string]string, err error) {
	members, err := object(raw)
	if err != nil {
		return nil, nil, fmt.Errorf("header: %w", err)
	}
	for _, m := range members {
		if m.name == metadataKey {
			if metadata, err = parseMetadata(m.value); err != nil {
				return nil, nil, fmt.Errorf("header: %s: %w", metadataKey, err)
			}
			continue
		}
		e, err := parseEntry(m)
		if err != nil {
			return nil, nil, fmt.Errorf("tensor %q: %w", m.name, err)
		}
		entries = append(entries, e)
	}
	return entries, metadata, nil
}

func parseMetadata(raw []byte) (map[string]string, error) {
	members, err := object(raw)
	if err != nil {
		return nil, err
	}
	metadata := make(map[string]string, len(members))
	for _, m := range members {
		var text string
		if err := json.Unmarshal(m.value, &text); err != nil {
			return nil, fmt.Errorf("%q is not text", m.name)
		}
		metadata[m.name] = text
	}
	return metadata, nil
}

func parseEntry(m member) (Entry, error) {
	fields, err := object(m.value)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Name: m.name, begin: -1}
	var shape []int
	for _, f := range fields {
		var err error
		switch f.name {
		case "dtype":
			err = json.Unmarshal(f.value, &e.DType)
		case "shape":
			err = json.Unmarshal(f.value, &shape)
		case "data_offsets":
			var offsets []int64
			if err = json.Unmarshal(f.value, &offsets); err == nil && len(offsets) != 2 {
				err = errors.New("want two offsets")
			}
			if err == nil {
				e.begin, e.end = offsets[0], offsets[1]
			}
		default:
			err = errors.New("no such field in the format")
		}
		if err != nil {
			return Entry{}, fmt.Errorf("field %q: %w", f.name, err)
		}
	}
	if shape == nil || e.begin < 0 {
		return Entry{}, errors.New("needs dtype, shape and data_offsets, the offsets not negative")
	}
	e.Shape = shape
	return e, checkSize(e)
}

// checkSize holds an entry's byte range to its type and shape.
func checkSize(e Entry) error {
	size, ok := elementBytes[e.DType]
	if !ok {
		return fmt.Errorf("unknown element type %q", e.DType)
	}
	for _, dim := range e.Shape {
		if dim < 0 {
			return fmt.Errorf("shape %v has a negative dimension", e.Shape)
		}
		if dim > 0 && size > math.MaxInt64/int64(dim) {
			return fmt.Errorf("shape %v is too large for any file", e.Shape)
		}
		size *= int64(dim)
	}
	if e.end-e.begin != size {
		return fmt.Errorf("%s %v takes %d bytes, but the offsets [%d, %d] hold %d", e.DType, e.Shape, size, e.begin, e.end, e.end-e.begin)
	}
	return nil
}

// checkTiling checks that the entries' byte ranges cover the data from its first
// byte to its last, without overlap and without a gap.
func checkTiling(entries []Entry, dataSize int64) error {
	byBegin := slices.Clone(entries)
	slices.SortFunc(byBegin, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end)) // empty tensors first
	})
	var covered int64
	for _, e := range byBegin {
		switch {
		case e.end > dataSize:
			return fmt.Errorf("tensor %q: offsets [%d, %d] reach beyond the %d bytes of data: the file is truncated or its header lies", e.Name, e.begin, e.end, dataSize)
		case e.begin < covered:
			return fmt.Errorf("tensor %q: offsets [%d, %d] overlap another tensor's, which ends at %d", e.Name, e.begin, e.end, covered)
		case e.begin > covered:
			return fmt.Errorf("tensor %q: offsets [%d, %d] leave a gap after byte %d", e.Name, e.begin, e.end, covered)
		}
		covered = e.end
	}
	if covered != dataSize {
		return fmt.Errorf("the tensors end at byte %d of %d bytes of data", covered, dataSize)
	}
	return nil
}

// member is one name and its undecoded value in a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// object splits a JSON object into its members. Unlike json.Unmarshal it refuses
// a repeated name, which a lying header could use to hide a tensor.
func object(raw []byte) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	open, err := d.Token()
	if err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if open != json.Delim('{') {
		return nil, errors.New("not a JSON object")
	}
	var members []member
	seen := make(map[string]bool)
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("not JSON: %w", err)
		}
		m := member{name: token.(string)} // the decoder accepts nothing else as a name
		if seen[m.name] {
			return nil, fmt.Errorf("%q appears twice", m.name)
		}
		seen[m.name] = true
		if err := d.Decode(&m.value); err != nil {
			return nil, fmt.Errorf("%q: not JSON: %w", m.name, err)
		}
		members = append(members, m)
	}
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if _, err := d.Token(); err != io.EOF { // the format pads with spaces, nothing else
		return nil, errors.New("text after the JSON object")
	}
	return members, nil
}
