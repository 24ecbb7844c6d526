package safetensors

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// file builds a file from a header's text and the number of bytes of data.
func file(header string, data int) []byte {
	raw := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	raw = append(raw, header...)
	for i := range data {
		raw = append(raw, byte(i))
	}
	return raw
}

func parse(raw []byte) (*File, error) { return Parse(bytes.NewReader(raw), int64(len(raw))) }

func TestRoundTrip(t *testing.T) {
	tensors := []Tensor{
		{Name: "b", Shape: []int{2, 3}, Data: []float32{1, -2, 0.5, 65504, 6e-8, float32(math.Inf(1))}},
		{Name: "a", Shape: []int{}, Data: []float32{3}},
		{Name: "empty", Shape: []int{0, 4}, Data: []float32{}},
		{Name: "ünï \"code\"\n", Shape: []int{1}, Data: []float32{-0.25}},
	}
	metadata := map[string]string{"epoch": "7", "note": "two\nlines"}
	for _, dtype := range []DType{F32, F16} {
		var buf bytes.Buffer
		if err := Write(&buf, dtype, tensors, metadata); err != nil {
			t.Fatal(err)
		}
		f, err := parse(buf.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(f.Metadata, metadata) {
			t.Errorf("metadata %v", f.Metadata)
		}
		for _, want := range tensors {
			got, err := f.Tensor(want.Name)
			if err != nil {
				t.Fatal(err)
			}
			if dtype == F16 && want.Name == "b" {
				want.Data = slices.Clone(want.Data)
				want.Data[4] = 5.9604645e-8 // the smallest half-precision number, 2^-24
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %v, want %v", dtype, got, want)
			}
		}
		if all, err := f.Tensors(); err != nil || len(all) != 4 || all[0].Name != "a" {
			t.Errorf("Tensors: %v, %v", all, err)
		}
	}
}

func TestBytes(t *testing.T) {
	// The format's documentation fixes everything but the order of tensors and the padding.
	var buf bytes.Buffer
	if err := Write(&buf, F32, []Tensor{{Name: "y", Shape: []int{1}, Data: []float32{1}}, {Name: "x", Shape: []int{1, 2}, Data: []float32{0, -2}}}, nil); err != nil {
		t.Fatal(err)
	}
	header := `{"x":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},"y":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}}`
	header += strings.Repeat(" ", (8-len(header)%8)%8)
	want := append(file(header, 0), 0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0x80, 0x3f)
	if !bytes.Equal(buf.Bytes(), want) {
		t.Errorf("got %q, want %q", buf.Bytes(), want)
	}
	swapped := bytes.Buffer{}
	if err := Write(&swapped, F32, []Tensor{{Name: "x", Shape: []int{1, 2}, Data: []float32{0, -2}}, {Name: "y", Shape: []int{1}, Data: []float32{1}}}, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(buf.Bytes(), swapped.Bytes()) {
		t.Error("the bytes depend on the order of the tensors")
	}
}

func TestElementTypes(t *testing.T) {
	header := `{"half":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},` +
		`"brain":{"dtype":"BF16","shape":[1],"data_offsets":[4,6]},` +
		`"index":{"dtype":"I64","shape":[1],"data_offsets":[6,14]}}`
	raw := append(file(header, 0), 0x00, 0x3c, 0x00, 0xc1, 0x40, 0xc0, 1, 0, 0, 0, 0, 0, 0, 0)
	f, err := parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]float32{"half": {1, -2.5}, "brain": {-3}} {
		if got, err := f.Tensor(name); err != nil || !slices.Equal(got.Data, want) {
			t.Errorf("%s: %v, %v; want %v", name, got.Data, err, want)
		}
	}
	if e, ok := f.Entry("index"); !ok || e.DType != "I64" || !slices.Equal(e.Shape, []int{1}) {
		t.Errorf("index: %+v, %v", e, ok)
	}
	if _, err := f.Tensor("index"); err == nil || !strings.Contains(err.Error(), `"index"`) {
		t.Errorf("decoding integers: %v", err)
	}
	if _, err := f.Tensor("none"); err == nil || !strings.Contains(err.Error(), `"none"`) {
		t.Errorf("decoding a tensor that is not there: %v", err)
	}
}

// tensor is the header entry of a float32 vector.
func tensor(name string, n, begin, end int) string {
	return fmt.Sprintf(`"%s":{"dtype":"F32","shape":[%d],"data_offsets":[%d,%d]}`, name, n, begin, end)
}

func TestLyingHeaders(t *testing.T) {
	huge := binary.LittleEndian.AppendUint64(nil, math.MaxUint64)
	long := append(binary.LittleEndian.AppendUint64(nil, 1<<40), "{}"...)
	for name, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"empty file":         {nil, "too few"},
		"seven bytes":        {make([]byte, 7), "too few"},
		"enormous header":    {append(huge, "{}"...), "claims 18446744073709551615 bytes"},
		"long header":        {long, "claims 1099511627776 bytes"},
		"not JSON":           {file("hello", 0), "not JSON"},
		"empty header":       {file("", 0), "not JSON"},
		"array":              {file("[]", 0), "not a JSON object"},
		"cut JSON":           {file(`{"a":{"dtype":"F32"`, 0), "not JSON"},
		"text after":         {file(`{} x`, 0), "after the JSON"},
		"deep":               {file(strings.Repeat(`{"a":`, 20000), 0), "not JSON"},
		"entry not object":   {file(`{"a":3}`, 0), `tensor "a"`},
		"no shape":           {file(`{"a":{"dtype":"F32","data_offsets":[0,4]}}`, 4), "needs dtype, shape"},
		"null shape":         {file(`{"a":{"dtype":"F32","shape":null,"data_offsets":[0,4]}}`, 4), "needs dtype, shape"},
		"no offsets":         {file(`{"a":{"dtype":"F32","shape":[1]}}`, 4), "needs dtype, shape"},
		"three offsets":      {file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4,8]}}`, 4), "two offsets"},
		"fractional shape":   {file(`{"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}}`, 4), `field "shape"`},
		"unknown field":      {file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1}}`, 4), "no such field"},
		"unknown type":       {file(`{"a":{"dtype":"F99","shape":[1],"data_offsets":[0,4]}}`, 4), `"F99"`},
		"negative dimension": {file(`{"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}}`, 4), "negative dimension"},
		"negative offset":    {file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[-4,0]}}`, 4), "not negative"},
		"overflowing shape":  {file(`{"a":{"dtype":"F32","shape":[4294967296,4294967296,4],"data_offsets":[0,4]}}`, 4), "too large"},
		"hidden by zero":     {file(`{"a":{"dtype":"F32","shape":[0,9223372036854775807],"data_offsets":[0,4]}}`, 4), "takes 0 bytes"},
		"wrong size":         {file("{"+tensor("a", 2, 0, 4)+"}", 4), "takes 8 bytes, but the offsets [0, 4] hold 4"},
		"end before begin":   {file("{"+tensor("a", 1, 4, 0)+"}", 4), "hold -4"},
		"out of range":       {file("{"+tensor("a", 2, 0, 8)+"}", 4), "beyond the 4 bytes"},
		"far out of range":   {file("{"+tensor("a", 1, 1<<61, 1<<61+4)+"}", 4), "beyond the 4 bytes"},
		"enormous tensor":    {file("{"+tensor("a", 1<<50, 0, 1<<52)+"}", 4), "beyond the 4 bytes"},
		"overlap":            {file("{"+tensor("a", 2, 0, 8)+","+tensor("b", 2, 4, 12)+"}", 12), "overlap"},
		"same place":         {file("{"+tensor("a", 1, 0, 4)+","+tensor("b", 1, 0, 4)+"}", 4), "overlap"},
		"gap":                {file("{"+tensor("a", 1, 0, 4)+","+tensor("b", 1, 8, 12)+"}", 12), "gap"},
		"gap at the start":   {file("{"+tensor("a", 1, 4, 8)+"}", 8), "gap"},
		"bytes left over":    {file("{"+tensor("a", 1, 0, 4)+"}", 5), "end at byte 4 of 5"},
		"name twice":         {file("{"+tensor("a", 1, 0, 4)+","+tensor("a", 1, 4, 8)+"}", 8), `"a" appears twice`},
		"field twice":        {file(`{"a":{"dtype":"F32","shape":[2],"shape":[1],"data_offsets":[0,4]}}`, 4), `"shape" appears twice`},
		"metadata":           {file(`{"__metadata__":{"a":1}}`, 0), "__metadata__"},
		"metadata twice":     {file(`{"__metadata__":{"a":"1","a":"2"}}`, 0), "appears twice"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := parse(c.raw)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q does not say %q", name, err, c.want)
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q has more than one line", name, err)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 32<<20 {
			t.Errorf("%s: %d bytes allocated", name, got)
		}
	}
}

func TestGoodHeaders(t *testing.T) {
	for name, raw := range map[string][]byte{
		"nothing":           file("{}", 0),
		"padded":            file("{}      ", 0),
		"empty tensors":     file("{"+tensor("a", 0, 0, 0)+","+tensor("b", 1, 0, 4)+","+tensor("c", 0, 4, 4)+"}", 4),
		"any order":         file("{"+tensor("b", 1, 4, 8)+","+tensor("a", 1, 0, 4)+"}", 8),
		"scalar":            file(`{"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}`, 4),
		"metadata not text": file(`{"__metadata__":{}}`, 0),
	} {
		if _, err := parse(raw); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBadWrites(t *testing.T) {
	one := Tensor{Name: "a", Shape: []int{1}, Data: []float32{1}}
	for name, c := range map[string]struct {
		dtype   DType
		tensors []Tensor
	}{
		"type":     {BF16, []Tensor{one}},
		"twice":    {F32, []Tensor{one, one}},
		"reserved": {F32, []Tensor{{Name: "__metadata__", Shape: []int{1}, Data: []float32{1}}}},
		"shape":    {F32, []Tensor{{Name: "a", Shape: []int{2}, Data: []float32{1}}}},
	} {
		var buf bytes.Buffer
		if err := Write(&buf, c.dtype, c.tensors, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
		if buf.Len() > 0 {
			t.Errorf("%s: %d bytes written", name, buf.Len())
		}
	}
}

func TestSaveAndLoad(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.safetensors")
	good := []Tensor{{Name: "a", Shape: []int{1}, Data: []float32{1}}}
	if err := Save(path, F32, good, nil); err != nil {
		t.Fatal(err)
	}
	if err := Save(path, F32, append(good, good...), nil); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("bad tensors: %v", err)
	}
	f, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := f.Tensor("a"); err != nil || got.Data[0] != 1 {
		t.Errorf("%v, %v", got, err)
	}
	if err := os.WriteFile(path, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, filepath.Join(dir, "none")} {
		if _, err := Load(p); err == nil || !strings.Contains(err.Error(), p) {
			t.Errorf("%s: %v", p, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(file("{"+tensor("a", 2, 0, 8)+"}", 8))
	f.Add(file(`{"__metadata__":{"k":"v"},"a":{"dtype":"F16","shape":[1,2],"data_offsets":[0,4]}}`, 4))
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, err := parse(raw)
		if err != nil {
			return
		}
		for _, e := range file.Entries() {
			if x, err := file.Tensor(e.Name); err == nil && len(x.Data) > len(raw) {
				t.Errorf("%d values from %d bytes", len(x.Data), len(raw))
			}
		}
	})
}

func ExampleFile() {
	var buf bytes.Buffer
	err := Write(&buf, F16, []Tensor{{Name: "bias", Shape: []int{2}, Data: []float32{1, 0.1}}}, map[string]string{"epoch": "7"})
	if err != nil {
		panic(err)
	}
	f, err := Parse(bytes.NewReader(buf.Bytes()), int64(buf.Len()))
	if err != nil {
		panic(err)
	}
	bias, err := f.Tensor("bias")
	fmt.Println(f.Metadata["epoch"], bias.Shape, bias.Data, err) // 0.1 is rounded to half precision
	// Output: 7 [2] [1 0.099975586] <nil>
}
