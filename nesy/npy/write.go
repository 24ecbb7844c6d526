package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
)

// Writer writes a matrix whose shape is known beforehand a few rows at a time.
type Writer struct {
	w            io.Writer
	rows, dim    int
	written      int
	wroteHeader  bool
	encodedBlock []byte // reused from call to call
}

// NewWriter returns a Writer of a matrix [rows, dim] to w. The header is written
// with the first rows, or by Close if there are none.
func NewWriter(w io.Writer, rows, dim int) *Writer {
	return &Writer{w: w, rows: rows, dim: dim}
}

// Resume returns a Writer that goes on after the first written rows, which w, and
// the header with them, already holds.
func Resume(w io.Writer, rows, dim, written int) *Writer {
	return &Writer{w: w, rows: rows, dim: dim, written: written, wroteHeader: true}
}

// Append writes the next rows. It fails if a row's length is not dim or the
// matrix would have more rows than announced.
func (w *Writer) Append(rows ...[]float32) error {
	if w.written+len(rows) > w.rows {
		return fmt.Errorf("npy: row %d of a matrix of %d", w.written+len(rows), w.rows)
	}
	block := w.encodedBlock[:0]
	if !w.wroteHeader {
		block = append(block, header(w.rows, w.dim)...)
	}
	for _, row := range rows {
		if len(row) != w.dim {
			return fmt.Errorf("npy: row of %d values in a matrix of %d columns", len(row), w.dim)
		}
		for _, v := range row {
			block = binary.LittleEndian.AppendUint32(block, math.Float32bits(v))
		}
	}
	if _, err := w.w.Write(block); err != nil {
		return fmt.Errorf("npy: %w", err)
	}
	w.encodedBlock, w.wroteHeader, w.written = block, true, w.written+len(rows)
	return nil
}

// Close reports an error if rows are missing. It does not close the underlying
// writer.
func (w *Writer) Close() error {
	if w.written != w.rows {
		return fmt.Errorf("npy: %d rows written of %d", w.written, w.rows)
	}
	return w.Append() // the header, if there were no rows
}

// Write writes the rows, all of one length, to the file at path. The file appears
// complete or not at all: it is written under a temporary name in the same folder
// and then renamed.
func Write(path string, rows [][]float32) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("npy: writing %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = fmt.Errorf("writing %s: %w", path, err)
		}
	}()
	dim := 0
	if len(rows) > 0 {
		dim = len(rows[0])
	}
	w := NewWriter(f, len(rows), dim)
	const block = 1024 // rows encoded at a time
	for start := 0; start < len(rows); start += block {
		if err := w.Append(rows[start:min(start+block, len(rows))]...); err != nil {
			return err
		}
	}
	if err := errors.Join(w.Close(), f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
