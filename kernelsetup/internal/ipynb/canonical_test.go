package ipynb

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// messy is a notebook as other programs write them: keys in any order, text as
// strings or lines, identifiers missing, times recorded.
const messy = `{"nbformat_minor":4,"nbformat":4,"metadata":{"title":"<A & B>","kernelspec":{"name":"gonb"},"language_info":{"name":"go","version":"go1.26.5"}},
"cells":[
{"cell_type":"markdown","source":"# One\ntwo","metadata":{},"attachments":{"a.png":{"image/png":"QUJD"}}},
{"source":["fmt.Println(1 < 2)\n"],"cell_type":"code","id":"mine","metadata":{"tags":["x"],"execution":{"iopub.status.busy":"2026-01-01"}},"execution_count":3,
 "outputs":[
  {"output_type":"stream","text":"true\n","name":"stdout"},
  {"output_type":"display_data","data":{"text/html":["<b>1</b>\n","2"],"image/png":"QUJD","application/json":{"b":1.50,"a":[1,2]}},"metadata":{}},
  {"output_type":"execute_result","execution_count":3,"data":{"text/plain":"x"},"metadata":{"k":1}},
  {"output_type":"error","ename":"E","evalue":"v","traceback":["t"]}]},
{"cell_type":"code","id":"mine","source":"","metadata":{},"execution_count":null,"outputs":[]},
{"cell_type":"raw","source":"r","metadata":{}}]}`

// clean is the same notebook in canonical form, written by hand from nbformat's
// description (https://nbformat.readthedocs.io). The identifiers that were missing
// or double are what sha256sum prints first of "0 0 # One\ntwo", "2 0 " and
// "3 0 r".
const clean = `{
 "cells": [
  {
   "attachments": {
    "a.png": {
     "image/png": "QUJD"
    }
   },
   "cell_type": "markdown",
   "id": "54caed2f",
   "metadata": {},
   "source": [
    "# One\n",
    "two"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "mine",
   "metadata": {
    "tags": [
     "x"
    ]
   },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "true\n"
     ]
    },
    {
     "data": {
      "application/json": {
       "a": [
        1,
        2
       ],
       "b": 1.50
      },
      "image/png": "QUJD",
      "text/html": [
       "<b>1</b>\n",
       "2"
      ]
     },
     "metadata": {},
     "output_type": "display_data"
    },
    {
     "data": {
      "text/plain": [
       "x"
      ]
     },
     "execution_count": 3,
     "metadata": {
      "k": 1
     },
     "output_type": "execute_result"
    },
    {
     "ename": "E",
     "evalue": "v",
     "output_type": "error",
     "traceback": [
      "t"
     ]
    }
   ],
   "source": [
    "fmt.Println(1 < 2)\n"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "id": "26989ef1",
   "metadata": {},
   "outputs": [],
   "source": []
  },
  {
   "cell_type": "raw",
   "id": "3f0365aa",
   "metadata": {},
   "source": [
    "r"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "Go (nesybook)",
   "language": "go",
   "name": "nesybook"
  },
  "language_info": {
   "codemirror_mode": "go",
   "file_extension": ".go",
   "mimetype": "text/x-go",
   "name": "go",
   "pygments_lexer": "go"
  },
  "title": "<A & B>"
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`

func canonical(t *testing.T, raw string) string {
	t.Helper()
	nb, err := Parse([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	out, err := Canonical(nb)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestCanonical(t *testing.T) {
	got := canonical(t, messy)
	if got != clean {
		t.Errorf("got\n%s\nwant\n%s", got, clean)
	}
	if again := canonical(t, got); again != got {
		t.Errorf("the canonical form of the canonical form differs:\n%s", again)
	}
}

func TestIdentifiers(t *testing.T) {
	nb, err := Parse([]byte(`{"nbformat":4,"cells":[
		{"cell_type":"code","source":"a"},{"cell_type":"code","source":"a"},
		{"cell_type":"code","source":"a","id":"b"},{"cell_type":"code","source":"c","id":"b"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, c := range nb.Cells {
		if c.ID == "" || seen[c.ID] {
			t.Errorf("cell %d has identifier %q", i, c.ID)
		}
		seen[c.ID] = true
	}
	if nb.Cells[2].ID != "b" {
		t.Errorf("the first b became %q", nb.Cells[2].ID)
	}
}

func TestParseRejects(t *testing.T) {
	for raw, want := range map[string]string{
		"":                   "ends too early",
		"{\n\"cells\": [":    "ends too early",
		"{\n\"cells\": [,]}": "not JSON at line 2",
		"# Notes\n":          "not JSON at line 1",
		"<<<<<<< HEAD\n{}":   "not JSON at line 1",
		"[]":                 "not a notebook",
		`"x"`:                "not a notebook",
		`{"nbformat":4}{}`:   "more follows",
		`{"nbformat":3}`:     "nbformat is 3",
		`{}`:                 "nbformat is 0",
		`{"nbformat":4,"cells":[{"cell_type":"code","source":5}]}`: "not a notebook",
		`{"nbformat":4,"cells":[{"cell_type":"heading"}]}`:         `"heading"`,
	} {
		_, err := Parse([]byte(raw))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v, want one line with %q", raw, err, want)
		}
	}
}

func TestReadNamesThePath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.ipynb")
	if err := os.WriteFile(path, []byte("no"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, path + ".gone"} {
		if _, err := Read(p); err == nil || !strings.Contains(err.Error(), p) {
			t.Errorf("error %v does not name %s", err, p)
		}
	}
}

func TestWriteIsReadBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.ipynb")
	nb, err := Parse([]byte(messy))
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(path, nb); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil || string(raw) != canonical(t, messy) {
		t.Errorf("%v, %s", err, raw)
	}
}

func TestLines(t *testing.T) {
	for _, s := range []string{"", "a", "a\n", "a\nb", "\n", "\n\na\r\n"} {
		got := lines(s)
		if strings.Join(got, "") != s {
			t.Errorf("lines of %q are %q", s, got)
		}
		for i, line := range got {
			if strings.Count(line, "\n") > 1 || line == "" || i < len(got)-1 && !strings.HasSuffix(line, "\n") {
				t.Errorf("lines of %q are %q", s, got)
			}
		}
	}
}

// What is read and written once does not change when this is done again, and is
// always JSON.
func FuzzCanonical(f *testing.F) {
	f.Add([]byte(messy))
	f.Add([]byte(`{"nbformat":4}`))
	f.Add([]byte(`{"nbformat":4,"cells":[{"cell_type":"code","source":["a\n",""],"outputs":[{"data":{"text/x":[]}}]}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		nb, err := Parse(raw)
		if err != nil {
			return
		}
		once, err := Canonical(nb)
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(once) {
			t.Fatalf("not JSON: %s", once)
		}
		nb, err = Parse(once)
		if err != nil {
			t.Fatalf("%v in %s", err, once)
		}
		twice, err := Canonical(nb)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%v\n%s\nbecame\n%s", err, once, twice)
		}
	})
}
