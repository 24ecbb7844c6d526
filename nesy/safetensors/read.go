package safetensors

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// maxHeader is the longest header the format allows, in bytes.
const maxHeader = 100_000_000

// Entry describes one tensor of a file, as its header does.
type Entry struct {
	Name  string
	DType DType
	Shape []int // empty for a scalar
	begin int64 // byte range within the data that follows the header
	end   int64
}

// Tensor is a named array of float32 values in row-major order.
type Tensor struct {
	Name  string
	Shape []int // empty for a scalar
	Data  []float32
}

// File is a parsed safetensors file: a validated header, and access to the
// tensors' values.
type File struct {
	Metadata map[string]string // free-form text; nil where the file has none
	entries  []Entry           // in order of name
	data     io.ReaderAt
}

// Parse reads and checks the header of a file of the given size in bytes. The
// tensors' values are read from r when they are asked for, so r must stay open.
//
// Every error is one line that says what the header claims and why it cannot be:
// a header that is not JSON or longer than the file, a repeated name, a byte range
// that is out of bounds, overlaps another, leaves a gap or disagrees with the
// shape.
func Parse(r io.ReaderAt, size int64) (*File, error) {
	var prefix [8]byte
	if size < int64(len(prefix)) {
		return nil, fmt.Errorf("safetensors: %d bytes are too few for a header", size)
	}
	if err := readAt(r, prefix[:], 0); err != nil {
		return nil, fmt.Errorf("safetensors: reading the header's length: %w", err)
	}
	length := binary.LittleEndian.Uint64(prefix[:])
	room := size - int64(len(prefix))
	if length > uint64(room) || length > maxHeader {
		return nil, fmt.Errorf("safetensors: header claims %d bytes, but the file has %d after the length and a header at most %d: not a safetensors file, or a truncated one", length, room, maxHeader)
	}
	raw := make([]byte, length)
	if err := readAt(r, raw, int64(len(prefix))); err != nil {
		return nil, fmt.Errorf("safetensors: reading the header: %w", err)
	}
	entries, metadata, err := parseHeader(raw)
	if err != nil {
		return nil, fmt.Errorf("safetensors: %w", err)
	}
	dataStart := int64(len(prefix)) + int64(length)
	if err := checkTiling(entries, size-dataStart); err != nil {
		return nil, fmt.Errorf("safetensors: %w", err)
	}
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return &File{
		Metadata: metadata,
		entries:  entries,
		data:     io.NewSectionReader(r, dataStart, size-dataStart),
	}, nil
}

// Load reads the whole file at path into memory and parses it.
func Load(path string) (*File, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("safetensors: %w", err)
	}
	f, err := Parse(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// Entries lists the file's tensors in order of name.
func (f *File) Entries() []Entry { return slices.Clone(f.entries) }

// Entry returns the description of the named tensor, and whether there is one.
func (f *File) Entry(name string) (Entry, bool) {
	i, ok := slices.BinarySearchFunc(f.entries, name, func(e Entry, name string) int { return strings.Compare(e.Name, name) })
	if !ok {
		return Entry{}, false
	}
	return f.entries[i], true
}

// Tensor reads the named tensor and converts it to float32. It fails where the
// file has no such tensor or its elements are not F32, F16 or BF16.
func (f *File) Tensor(name string) (Tensor, error) {
	e, ok := f.Entry(name)
	if !ok {
		return Tensor{}, fmt.Errorf("safetensors: no tensor %q", name)
	}
	raw := make([]byte, e.end-e.begin)
	if err := readAt(f.data, raw, e.begin); err != nil {
		return Tensor{}, fmt.Errorf("safetensors: reading tensor %q: %w", name, err)
	}
	values, err := decode(e.DType, raw)
	if err != nil {
		return Tensor{}, fmt.Errorf("safetensors: tensor %q: %w", name, err)
	}
	return Tensor{Name: name, Shape: slices.Clone(e.Shape), Data: values}, nil
}

// readAt fills p from the given offset. Unlike a plain ReadAt it does not report the
// end of the file where p is empty or ends with it.
func readAt(r io.ReaderAt, p []byte, offset int64) error {
	_, err := io.ReadFull(io.NewSectionReader(r, offset, int64(len(p))), p)
	return err
}

// Tensors reads every tensor, in order of name, converted to float32.
func (f *File) Tensors() ([]Tensor, error) {
	tensors := make([]Tensor, len(f.entries))
	for i, e := range f.entries {
		var err error
		if tensors[i], err = f.Tensor(e.Name); err != nil {
			return nil, err
		}
	}
	return tensors, nil
}
