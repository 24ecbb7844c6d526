package backbone

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"nesybook/nesy/safetensors"
)

// Shape is a tensor's name and its dimensions.
type Shape struct {
	Name string
	Dims []int
}

// Size returns the number of values.
func (s Shape) Size() int {
	size := 1
	for _, dim := range s.Dims {
		size *= dim
	}
	return size
}

// Stored are the tensors of a weights file by the names that a network has for them.
type Stored struct {
	file    *safetensors.File
	entries map[string]safetensors.Entry
}

// Select lists a file's tensors. rename gives the network's name for a tensor of
// the file, or nothing for one that is not needed.
func Select(file *safetensors.File, rename func(name string) string) (*Stored, error) {
	s := &Stored{file: file, entries: make(map[string]safetensors.Entry)}
	for _, e := range file.Entries() {
		name := rename(e.Name)
		if name == "" {
			continue
		}
		if other, taken := s.entries[name]; taken {
			return nil, fmt.Errorf("tensors %q and %q are the same one", other.Name, e.Name)
		}
		s.entries[name] = e
	}
	return s, nil
}

// Dims returns the dimensions of a tensor, nil if there is none of the name.
func (s *Stored) Dims(name string) []int { return s.entries[name].Shape }

// Check reports the first tensor that is of another shape than wanted, missing or
// unknown.
func (s *Stored) Check(want []Shape) error {
	known := make(map[string]bool)
	var missing []Shape
	for _, w := range want {
		known[w.Name] = true
		got, ok := s.entries[w.Name]
		if !ok {
			missing = append(missing, w)
			continue
		}
		if !slices.Equal(got.Shape, w.Dims) {
			return fmt.Errorf("tensor %q has shape %v, want %v", got.Name, got.Shape, w.Dims)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("tensor %q %v is missing, the first of %d", missing[0].Name, missing[0].Dims, len(missing))
	}
	var unknown []safetensors.Entry
	for name, e := range s.entries {
		if !known[name] {
			unknown = append(unknown, e)
		}
	}
	if len(unknown) > 0 {
		first := slices.MinFunc(unknown, func(a, b safetensors.Entry) int { return strings.Compare(a.Name, b.Name) })
		return fmt.Errorf("tensor %q %v is not part of this network, the first of %d", first.Name, first.Shape, len(unknown))
	}
	return nil
}

// Values returns the values of the tensors wanted, row-major, by name. It fails
// where Check does, and where a value is not a finite number.
func (s *Stored) Values(want []Shape) (map[string][]float32, error) {
	if err := s.Check(want); err != nil {
		return nil, err
	}
	values := make(map[string][]float32)
	for _, w := range want {
		t, err := s.file.Tensor(s.entries[w.Name].Name)
		if err != nil {
			return nil, err
		}
		for _, v := range t.Data {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				return nil, fmt.Errorf("tensor %q holds %v", t.Name, v)
			}
		}
		values[w.Name] = t.Data
	}
	return values, nil
}

// Read returns the values of the tensors wanted from a safetensors file of the
// given size in bytes, as Select and Values do.
func Read(r io.ReaderAt, size int64, want []Shape, rename func(name string) string) (map[string][]float32, error) {
	file, err := safetensors.Parse(r, size)
	if err != nil {
		return nil, err
	}
	stored, err := Select(file, rename)
	if err != nil {
		return nil, err
	}
	return stored.Values(want)
}

// Load opens the file at path for read, and names the file in the error if there
// is one.
func Load[N any](path string, read func(r io.ReaderAt, size int64) (N, error)) (network N, err error) {
	f, err := os.Open(path)
	if err != nil {
		return network, fmt.Errorf("backbone: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return network, fmt.Errorf("backbone: %w", err)
	}
	if network, err = read(f, info.Size()); err != nil {
		return network, fmt.Errorf("%s: %w", path, err)
	}
	return network, nil
}

// Digest returns the SHA-256, in hexadecimal, of a description of a network's
// shape and of the values of its tensors in the order of shapes.
func Digest(description string, shapes []Shape, values map[string][]float32) string {
	h := sha256.New()
	fmt.Fprintln(h, description)
	var raw []byte
	for _, s := range shapes {
		raw = raw[:0]
		for _, v := range values[s.Name] {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
		}
		h.Write(raw)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Tensors lists the values of the shapes, for writing to a file. They are shared,
// not copied.
func Tensors(shapes []Shape, values map[string][]float32) []safetensors.Tensor {
	var tensors []safetensors.Tensor
	for _, s := range shapes {
		tensors = append(tensors, safetensors.Tensor{Name: s.Name, Shape: s.Dims, Data: values[s.Name]})
	}
	return tensors
}

// Count returns the number of values of all tensors.
func Count(values map[string][]float32) int {
	n := 0
	for _, v := range values {
		n += len(v)
	}
	return n
}
