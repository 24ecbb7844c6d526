package npy

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
)

// Read reads the float32 matrix in the file at path. The rows share one array.
//
// It fails on other element types, other ranks, column-major order, and a file
// whose size disagrees with its shape.
func Read(path string) ([][]float32, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("npy: %w", err)
	}
	rows, dim, start, err := parseHeader(file)
	if err != nil {
		return nil, fmt.Errorf("npy: %s: %w", path, err)
	}
	if want := start + 4*rows*dim; len(file) != want {
		return nil, fmt.Errorf("npy: %s: shape (%d, %d) needs %d bytes, the file has %d: truncated or written over", path, rows, dim, want, len(file))
	}
	values := make([]float32, rows*dim)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(file[start+4*i:]))
	}
	matrix := make([][]float32, rows)
	for i := range matrix {
		matrix[i] = values[i*dim : (i+1)*dim : (i+1)*dim]
	}
	return matrix, nil
}
