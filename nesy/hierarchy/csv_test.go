package hierarchy

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

func ExampleReadCSV() {
	const table = `fine,family,coarse
rose,Rosaceae,plant
apple,Rosaceae,plant
robin,Muscicapidae,bird
`
	h, err := ReadCSV(strings.NewReader(table), "species.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(h)
	apple, _ := h.Find(0, "apple")
	fmt.Println("an apple is a", h.Name(1, h.Parent(0, apple)), "and a", h.Name(2, h.Ancestor(0, apple, 2)))
	// Output:
	// 3 -> 2 -> 2 labels
	// an apple is a Rosaceae and a plant
}

func TestReadCSVForms(t *testing.T) {
	want, err := TwoLevel([]string{"rose", "oak, old", "tulip"}, []string{"flower", "tree"}, []int{0, 1, 0})
	if err != nil {
		t.Fatal(err)
	}
	for about, text := range map[string]string{
		"plain":           "fine,coarse\nrose,flower\n\"oak, old\",tree\ntulip,flower\n",
		"no last newline": "fine,coarse\nrose,flower\n\"oak, old\",tree\ntulip,flower",
		"from Windows":    "\xef\xbb\xbffine,coarse\r\nrose,flower\r\n\"oak, old\",tree\r\ntulip,flower\r\n",
		"spaces, blanks":  "fine, coarse\n\n rose ,flower\n \"oak, old\",tree \n\ntulip, flower\n",
	} {
		t.Run(about, func(t *testing.T) {
			got, err := ReadCSV(strings.NewReader(text), "labels.csv")
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %v with names %q, want %q", got, got.Names(0), want.Names(0))
			}
		})
	}
}

func TestReadCSVErrors(t *testing.T) {
	for _, c := range []struct{ about, text, want string }{
		{"empty file", "", "hierarchy: labels.csv: empty file, want the header fine,coarse and a row for each fine label"},
		{"header alone", "fine,coarse\n", "hierarchy: labels.csv: no labels below the header"},
		{"no header", "rose,flower\ntulip,flower\n", `hierarchy: labels.csv:1: header "rose,flower", want fine,coarse or fine,...,coarse`},
		{"columns exchanged", "coarse,fine\n", `hierarchy: labels.csv:1: header "coarse,fine", want fine,coarse or fine,...,coarse`},
		{"one column", "fine\nrose\n", `hierarchy: labels.csv:1: header "fine", want fine,coarse or fine,...,coarse`},
		{"short row", "fine,coarse\nrose,flower\ntulip\n", "hierarchy: labels.csv:3: 1 columns, but the header has 2"},
		{"long row", "fine,coarse\nrose,flower,red\n", "hierarchy: labels.csv:2: 3 columns, but the header has 2"},
		{"empty parent", "fine,coarse\nrose,\n", "hierarchy: labels.csv:2: column 2 is empty"},
		{"blank label", "fine,coarse\n\nrose,flower\n  ,flower\n", "hierarchy: labels.csv:4: column 1 is empty"},
		{"not UTF-8", "fine,coarse\nros\xe9,flower\n", `hierarchy: labels.csv:2: column 1 is not UTF-8: "ros\xe9"`},
		{"stray quote", "fine,coarse\nrose,flo\"wer\n", `hierarchy: labels.csv:2: bare " in non-quoted-field`},
		{"fine label twice", "fine,coarse\nrose,flower\noak,tree\nrose,flower\n", `hierarchy: labels.csv:4: fine label "rose" again, first on line 2`},
		{"two parents", "fine,genus,coarse\nrose,rosa,plant\noak,quercus,plant\ndog rose,rosa,animal\n",
			`hierarchy: labels.csv:4: genus label "rosa" has the parent "animal", but "plant" on line 2`},
	} {
		t.Run(c.about, func(t *testing.T) {
			_, err := ReadCSV(strings.NewReader(c.text), "labels.csv")
			if err == nil || err.Error() != c.want {
				t.Errorf("error %v\nwant  %s", err, c.want)
			}
		})
	}
}

func TestReadCSVFailingReader(t *testing.T) {
	broken := errors.New("broken")
	_, err := ReadCSV(iotest.ErrReader(broken), "labels.csv")
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "labels.csv") {
		t.Errorf("error %v, want one that wraps %v and names the file", err, broken)
	}
}

// FuzzReadCSV: whatever the file, either a one-line error that names it, or a
// hierarchy that is the same when written and read again.
func FuzzReadCSV(f *testing.F) {
	f.Add([]byte("fine,coarse\nrose,flower\noak,tree\n"))
	f.Add([]byte("fine,genus,coarse\n\"a\nb\",c,d\ne,c,d\n"))
	f.Add([]byte("fine,coarse\nrose,flower\nrose,tree\n"))
	f.Add([]byte("\xef\xbb\xbffine,coarse\r\n\" a\",b\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := ReadCSV(bytes.NewReader(data), "labels.csv")
		if err != nil {
			if !strings.Contains(err.Error(), "labels.csv") || strings.Contains(err.Error(), "\n") {
				t.Fatalf("error %q", err)
			}
			return
		}
		for level := 1; level < h.Levels(); level++ {
			for y := range h.Size(level) {
				if len(h.Children(level, y)) == 0 {
					t.Fatalf("label %d of level %d has no children", y, level)
				}
			}
		}
		again, err := ReadCSV(bytes.NewReader(asCSV(t, h)), "labels.csv")
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(h, again) {
			t.Fatalf("%v became %v", h, again)
		}
	})
}

func asCSV(t *testing.T, h *Hierarchy) []byte {
	header := make([]string, h.Levels())
	for level := range header {
		header[level] = fmt.Sprint("level ", level)
	}
	header[0], header[len(header)-1] = "fine", "coarse"
	rows := [][]string{header}
	for y := range h.Size(0) {
		var row []string
		for level := range h.Levels() {
			row = append(row, h.Name(level, h.Ancestor(0, y, level)))
		}
		rows = append(rows, row)
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
