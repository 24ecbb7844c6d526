package safetensors

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"nesybook/nesy/atomicfile"
)

// alignment of the first tensor's bytes, as other writers of the format keep it.
const alignment = 8

// Write writes tensors as elements of type F32 or F16. The bytes depend on the
// arguments alone, not on the tensors' order: tensors are laid out by name.
//
// It fails on a repeated or reserved name, a shape that disagrees with the number
// of values, or another element type.
func Write(w io.Writer, dtype DType, tensors []Tensor, metadata map[string]string) error {
	if dtype != F32 && dtype != F16 {
		return fmt.Errorf("safetensors: cannot write elements of type %q", dtype)
	}
	sorted := slices.SortedFunc(slices.Values(tensors), func(a, b Tensor) int { return strings.Compare(a.Name, b.Name) })
	header, err := formatHeader(dtype, sorted, metadata)
	if err != nil {
		return fmt.Errorf("safetensors: %w", err)
	}
	if _, err := w.Write(header); err != nil {
		return fmt.Errorf("safetensors: writing the header: %w", err)
	}
	for _, t := range sorted {
		if _, err := w.Write(encode(nil, dtype, t.Data)); err != nil {
			return fmt.Errorf("safetensors: writing tensor %q: %w", t.Name, err)
		}
	}
	return nil
}

// Save writes a file as Write does. The file appears at path complete or not at
// all.
func Save(path string, dtype DType, tensors []Tensor, metadata map[string]string) error {
	return atomicfile.Write(path, func(w io.Writer) error { return Write(w, dtype, tensors, metadata) })
}

// formatHeader returns the length prefix and the padded JSON header.
func formatHeader(dtype DType, sorted []Tensor, metadata map[string]string) ([]byte, error) {
	type entry struct {
		DType   DType    `json:"dtype"`
		Shape   []int    `json:"shape"`
		Offsets [2]int64 `json:"data_offsets"`
	}
	header := make(map[string]any, len(sorted)+1) // encoding/json writes maps in order of key
	if len(metadata) > 0 {
		header[metadataKey] = metadata
	}
	var offset int64
	for _, t := range sorted {
		if _, taken := header[t.Name]; taken || t.Name == metadataKey {
			return nil, fmt.Errorf("tensor %q: the name is taken", t.Name)
		}
		begin := offset
		offset += int64(len(t.Data)) * elementBytes[dtype]
		e := Entry{Name: t.Name, DType: dtype, Shape: t.Shape, begin: begin, end: offset}
		if err := checkSize(e); err != nil {
			return nil, fmt.Errorf("tensor %q: %w", t.Name, err)
		}
		header[t.Name] = entry{dtype, append([]int{}, t.Shape...), [2]int64{begin, offset}}
	}
	text, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	if pad := len(text) % alignment; pad != 0 {
		text = append(text, bytes.Repeat([]byte(" "), alignment-pad)...)
	}
	return append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...), nil
}
