package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.npy")
	for _, rows := range [][][]float32{
		{},
		{{1, 2, 3}, {4, 5, float32(math.Inf(-1))}},
		{{0.1}, {math.MaxFloat32}, {math.SmallestNonzeroFloat32}},
	} {
		if err := Write(path, rows); err != nil {
			t.Fatal(err)
		}
		got, err := Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(rows) || len(rows) > 0 && !reflect.DeepEqual(got, rows) {
			t.Errorf("got %v, want %v", got, rows)
		}
	}
}

// What numpy.save writes for np.array([[1, 2], [3, 4], [5, 6]], np.float32), by
// NumPy's description of format 1.0: magic, length, dictionary padded to 64 bytes.
func TestBytes(t *testing.T) {
	text := "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }"
	want := []byte("\x93NUMPY\x01\x00\x76\x00" + text + strings.Repeat(" ", 128-10-len(text)-1) + "\n")
	for _, v := range []float32{1, 2, 3, 4, 5, 6} {
		want = binary.LittleEndian.AppendUint32(want, math.Float32bits(v))
	}
	path := filepath.Join(t.TempDir(), "a.npy")
	if err := Write(path, [][]float32{{1, 2}, {3, 4}, {5, 6}}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(got)-24 != HeaderSize(3, 2) || HeaderSize(3, 2)%64 != 0 {
		t.Errorf("header of %d bytes", HeaderSize(3, 2))
	}
}

func TestWriter(t *testing.T) {
	rows := [][]float32{{1, 2}, {3, 4}, {5, 6}}
	var whole, parts bytes.Buffer
	w := NewWriter(&whole, 3, 2)
	if err := w.Append(rows...); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w = NewWriter(&parts, 3, 2)
	if err := w.Append(rows[0]); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil {
		t.Error("no error for two missing rows")
	}
	w = Resume(&parts, 3, 2, 1)
	if err := w.Append(rows[1:]...); err != nil {
		t.Fatal(err)
	}
	if err := w.Append([]float32{7, 8}); err == nil {
		t.Error("no error for a row too many")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(whole.Bytes(), parts.Bytes()) {
		t.Error("a resumed matrix differs from one written at once")
	}
	if err := NewWriter(&whole, 3, 2).Append([]float32{1}); err == nil {
		t.Error("no error for a short row")
	}
}

func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.npy")
	if err := Write(path, [][]float32{{1, 2}, {3, 4}}); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	replace := func(old, new string) []byte { return []byte(strings.Replace(string(good), old, new, 1)) }
	for name, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"empty":        {nil, "not a .npy file"},
		"text":         {[]byte("1,2\n3,4\n"), "not a .npy file"},
		"version 2":    {replace("NUMPY\x01", "NUMPY\x02"), "version 1.0"},
		"cut header":   {good[:50], "cut short"},
		"cut data":     {good[:len(good)-1], "truncated"},
		"more data":    {append(bytes.Clone(good), 0), "written over"},
		"float64":      {replace("<f4", "<f8"), "not a float32 matrix"},
		"big-endian":   {replace("<f4", ">f4"), "not a float32 matrix"},
		"columns":      {replace("False", "True "), "not a float32 matrix"},
		"vector":       {replace("(2, 2), ", "(4,),   "), "not a float32 matrix"},
		"three ranks":  {replace("(2, 2), }   ", "(2, 2, 1), }"), "not a float32 matrix"},
		"lying":        {replace("(2, 2), }", "(9, 9), }"), "needs 452 bytes"},
		"enormous":     {replace("(2, 2), }"+strings.Repeat(" ", 30), "(9000000000000000, 90000000000), }    "), "too large"},
		"overflowing":  {replace("(2, 2), }"+strings.Repeat(" ", 30), "(99999999999999999999, 2), }          "), "too large"},
		"no values":    {replace("(2, 2)", "(9, 0)"), "9 rows without a value"},
		"not a number": {replace("(2, 2)", "(x, 2)"), "not a float32 matrix"},
	} {
		if err := os.WriteFile(path, c.raw, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Read(path)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q, want one line with the path and %q", name, err, c.want)
		}
	}
	if _, err := Read(filepath.Join(dir, "none.npy")); err == nil || !strings.Contains(err.Error(), "none.npy") {
		t.Errorf("missing file: %v", err)
	}
}

func TestRaggedRowsWriteNothing(t *testing.T) {
	dir := t.TempDir()
	for _, rows := range [][][]float32{{{1, 2}, {3}}, {{}, {}}} {
		if err := Write(filepath.Join(dir, "a.npy"), rows); err == nil {
			t.Errorf("no error for %v", rows)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("%d files left behind", len(entries))
	}
}

func ExampleWriter() {
	var file bytes.Buffer
	w := NewWriter(&file, 2, 3)
	for _, row := range [][]float32{{1, 2, 3}, {4, 5, 6}} {
		if err := w.Append(row); err != nil {
			panic(err)
		}
	}
	fmt.Println(w.Close(), file.Len() == HeaderSize(2, 3)+2*3*4)
	// Output: <nil> true
}
