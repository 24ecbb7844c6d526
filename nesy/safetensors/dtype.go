package safetensors

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/x448/float16"
)

// DType names the element type of a stored tensor.
type DType string

// The element types whose values this package converts to and from float32. A
// file may hold tensors of other types beside them (index buffers, masks): these
// are checked and listed, but Tensor does not decode them.
const (
	F32  DType = "F32"  // IEEE single precision
	F16  DType = "F16"  // IEEE half precision
	BF16 DType = "BF16" // the upper half of a float32; read only
)

// elementBytes holds the size in bytes of an element of each type the format
// defines with whole bytes.
var elementBytes = map[DType]int64{
	"BOOL": 1, "U8": 1, "I8": 1, "F8_E5M2": 1, "F8_E4M3": 1,
	"U16": 2, "I16": 2, F16: 2, BF16: 2,
	"U32": 4, "I32": 4, F32: 4,
	"U64": 8, "I64": 8, "F64": 8,
}

// decode converts the little-endian bytes of a tensor to float32.
func decode(dtype DType, raw []byte) ([]float32, error) {
	values := make([]float32, int64(len(raw))/elementBytes[dtype])
	switch dtype {
	case F32:
		for i := range values {
			values[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
		}
	case F16:
		for i := range values {
			values[i] = float16.Frombits(binary.LittleEndian.Uint16(raw[2*i:])).Float32()
		}
	case BF16:
		for i := range values {
			values[i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(raw[2*i:])) << 16)
		}
	default:
		return nil, fmt.Errorf("element type %s is not F32, F16 or BF16", dtype)
	}
	return values, nil
}

// encode appends values to raw as little-endian elements of the given type.
// Float16 rounds to nearest even; values beyond its range become infinities.
func encode(raw []byte, dtype DType, values []float32) []byte {
	switch dtype {
	case F32:
		for _, v := range values {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
		}
	case F16:
		for _, v := range values {
			raw = binary.LittleEndian.AppendUint16(raw, float16.Fromfloat32(v).Bits())
		}
	}
	return raw
}
