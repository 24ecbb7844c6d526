package npy

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"nesybook/nesy/atomicfile"
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

// Write writes the rows, all of one length and not empty, to the file at path,
// which appears complete or not at all.
func Write(path string, rows [][]float32) error {
	dim := 0
	if len(rows) > 0 {
		if dim = len(rows[0]); dim == 0 {
			return fmt.Errorf("npy: writing %s: rows without a value", path)
		}
	}
	return atomicfile.Write(path, func(f io.Writer) error {
		w := NewWriter(f, len(rows), dim)
		for _, row := range rows {
			if err := w.Append(row); err != nil {
				return err
			}
		}
		return w.Close()
	})
}
