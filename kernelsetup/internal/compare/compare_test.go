package compare

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"nesybook/kernelsetup/internal/ipynb"
)

func TestSameText(t *testing.T) {
	for _, test := range []struct {
		a, b string
		rtol float64
		want bool
	}{
		{"a", "a", 0, true},
		{"a", "b", 1, false},
		{"", "x", 1, false},
		{"loss 1.000", "loss 1.001", 0, false},
		{"loss 1.000", "loss 1.001", 1e-2, true},
		{"loss 1.000", "loss 1.001", 1e-4, false},
		{"loss 1.000", "Loss 1.001", 1e-2, false},
		{"loss 1.000 end", "loss 1.001 and", 1e-2, false},
		{"1e-05 2", "1.0000001e-5 2", 1e-6, true},
		{"-1.5", "1.5", 0.5, false},
		{"-1.5", "-1.6", 0.5, true},
		{"0", "1e-300", 0.5, false}, // relative to nothing
		{"0", "0.0", 0.5, true},
		{"1 2", "1 2 3", 1, false},
		{"1 2 3", "1 2", 1, false},
		{"[1 2]", "[1,2]", 1, false},
		{"1.0 of 100 %", "1.0 of 101 %", 1e-2, true},
		{"NaN", "NaN", 0, true},
		{"NaN", "1", 1, false},
	} {
		if got := sameText(test.a, test.b, test.rtol); got != test.want {
			t.Errorf("%q and %q within %g: %v", test.a, test.b, test.rtol, got)
		}
		if got := sameText(test.b, test.a, test.rtol); got != test.want {
			t.Errorf("%q and %q within %g: %v", test.b, test.a, test.rtol, got)
		}
	}
}

// encoded returns a PNG of 10 by 10 pixels, of which the first n are white.
func encoded(t *testing.T, n int, level png.CompressionLevel) string {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, 10, 10))
	for i := range n {
		m.Set(i%10, i/10, color.White)
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: level}).Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestImageDifference(t *testing.T) {
	a := encoded(t, 50, png.DefaultCompression)
	var larger bytes.Buffer
	if err := png.Encode(&larger, image.NewGray(image.Rect(0, 0, 10, 11))); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, b string
		rtol    float64
		want    string
	}{
		{"the same", a + "\n", 0, ""},
		{"compressed otherwise", encoded(t, 50, png.NoCompression), 0, ""},
		{"one pixel", encoded(t, 51, png.DefaultCompression), 0, "image: 1 of 100 pixels differ"},
		{"one pixel, allowed", encoded(t, 51, png.DefaultCompression), 0.01, ""},
		{"two pixels, one allowed", encoded(t, 52, png.DefaultCompression), 0.01, "image: 2 of 100 pixels differ"},
		{"larger", base64.StdEncoding.EncodeToString(larger.Bytes()), 1, "image of (10,10) became one of (10,11) pixels"},
		{"not an image", "AAAA", 1, "the new image cannot be decoded: image: unknown format"},
	} {
		if got := imageDifference(a, test.b, test.rtol); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func stream(s string) ipynb.Output { return ipynb.Output{Type: "stream", Name: "stdout", Text: s} }

func TestNotebooks(t *testing.T) {
	display := func(mime, s string) ipynb.Output {
		return ipynb.Output{Type: "display_data", Data: map[string]any{mime: s}}
	}
	for _, test := range []struct {
		name     string
		old, now []ipynb.Output
		want     string // part of the difference, empty for none
	}{
		{"equal", []ipynb.Output{stream("a 1.0\n")}, []ipynb.Output{stream("a 1.0\n")}, ""},
		{"near", []ipynb.Output{stream("a 1.0\n")}, []ipynb.Output{stream("a 1.0000001\n")}, ""},
		{"text", []ipynb.Output{stream("x\na 1.0\ny\n")}, []ipynb.Output{stream("x\na 1.1\ny\n")}, "output 1: stdout, line 2\n      - a 1.0\n      + a 1.1"},
		{"more lines", []ipynb.Output{stream("x\n")}, []ipynb.Output{stream("x\ny\n")}, "stdout, line 2"},
		{"fewer lines", []ipynb.Output{stream("x\ny")}, []ipynb.Output{stream("x")}, "stdout, line 2\n      - y"},
		{"gone", []ipynb.Output{stream("x")}, nil, "output 1 (stream) is gone"},
		{"new", nil, []ipynb.Output{stream("x")}, "output 1 (stream) is new\n      + x"},
		{"another type", []ipynb.Output{stream("x")}, []ipynb.Output{display("text/plain", "x")}, "stream became display_data"},
		{"another stream", []ipynb.Output{stream("x")}, []ipynb.Output{{Type: "stream", Name: "stderr", Text: "x"}}, "stdout became stderr"},
		{"another content", []ipynb.Output{display("text/html", "x")}, []ipynb.Output{display("text/plain", "x")}, "content of text/html became text/plain"},
		{"markdown", []ipynb.Output{display("text/markdown", "a | 1")}, []ipynb.Output{display("text/markdown", "a | 2")}, "text/markdown, line 1"},
		{"image", []ipynb.Output{display("image/png", encoded(t, 1, 0))}, []ipynb.Output{display("image/png", encoded(t, 9, 0))}, "8 of 100 pixels"},
	} {
		book := func(outs []ipynb.Output) *ipynb.Notebook {
			return &ipynb.Notebook{Cells: []ipynb.Cell{
				{Type: "markdown", Source: "x"},
				{Type: "code", Source: "a", Count: 1},
				{Type: "code", Source: "b", Count: 2, Outputs: outs},
			}}
		}
		got := Notebooks(book(test.old), book(test.now), 1e-6)
		switch {
		case test.want == "" && len(got) > 0:
			t.Errorf("%s: %v", test.name, got)
		case test.want != "" && (len(got) != 1 || got[0].Cell != 2 || !strings.Contains(got[0].What, test.want)):
			t.Errorf("%s: %v, want cell 2: %q", test.name, got, test.want)
		}
	}
}

func TestNotebooksNeverExecuted(t *testing.T) {
	old := &ipynb.Notebook{Cells: []ipynb.Cell{{Type: "code", Source: "a"}}}
	now := &ipynb.Notebook{Cells: []ipynb.Cell{{Type: "code", Source: "a", Count: 1, Outputs: []ipynb.Output{stream("x")}}}}
	if got := Notebooks(old, now, 0); len(got) != 1 || !strings.Contains(got[0].What, "never executed") {
		t.Errorf("%v", got)
	}
}
