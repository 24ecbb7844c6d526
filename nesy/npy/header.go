package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// magic starts every file of format version 1.0; two bytes follow that hold the
// length of the rest of the header.
var magic = []byte("\x93NUMPY\x01\x00")

// alignment of the data that follows the header.
const alignment = 64

// HeaderSize returns the number of bytes before the first value of a matrix of
// the given shape.
func HeaderSize(rows, dim int) int { return len(header(rows, dim)) }

// header returns the header of a float32 matrix [rows, dim].
func header(rows, dim int) []byte {
	text := fmt.Sprintf("{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", rows, dim)
	unpadded := len(magic) + 2 + len(text) + 1 // 1 for the newline that ends it
	padding := (alignment - unpadded%alignment) % alignment
	h := bytes.Clone(magic)
	h = binary.LittleEndian.AppendUint16(h, uint16(len(text)+padding+1))
	h = append(h, text...)
	h = append(h, bytes.Repeat([]byte(" "), padding)...)
	return append(h, '\n')
}

// The members of the header's Python dictionary, in whatever order a writer put them.
var (
	descrMember   = regexp.MustCompile(`'descr':\s*'([^']*)'`)
	fortranMember = regexp.MustCompile(`'fortran_order':\s*(True|False)`)
	shapeMember   = regexp.MustCompile(`'shape':\s*\(([0-9]+),\s*([0-9]+),?\)`)
)

// parseHeader reads the shape from the first bytes of a file and returns where
// the data starts.
func parseHeader(file []byte) (rows, dim, dataStart int, err error) {
	if len(file) < len(magic)+2 || !bytes.Equal(file[:len(magic)], magic) {
		return 0, 0, 0, errors.New("not a .npy file of format version 1.0")
	}
	length := int(binary.LittleEndian.Uint16(file[len(magic):]))
	dataStart = len(magic) + 2 + length
	if len(file) < dataStart {
		return 0, 0, 0, fmt.Errorf("the header of %d bytes is cut short", length)
	}
	text := file[len(magic)+2 : dataStart]
	descr, fortran, shape := descrMember.FindSubmatch(text), fortranMember.FindSubmatch(text), shapeMember.FindSubmatch(text)
	if descr == nil || fortran == nil || shape == nil || string(descr[1]) != "<f4" || string(fortran[1]) != "False" {
		return 0, 0, 0, fmt.Errorf("holds %q, not a float32 matrix in row-major order", bytes.TrimSpace(text))
	}
	rows, errRows := strconv.Atoi(string(shape[1]))
	dim, errDim := strconv.Atoi(string(shape[2]))
	if errRows != nil || errDim != nil || dim > 0 && rows > math.MaxInt/4/dim {
		return 0, 0, 0, fmt.Errorf("shape (%s, %s) is too large", shape[1], shape[2])
	}
	if dim == 0 && rows > 0 { // any number of them would fit in any file
		return 0, 0, 0, fmt.Errorf("holds %d rows without a value", rows)
	}
	return rows, dim, dataStart, nil
}
