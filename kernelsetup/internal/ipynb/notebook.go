package ipynb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Notebook is a notebook of nbformat 4.
type Notebook struct {
	Cells    []Cell
	Metadata map[string]any
}

// Cell is one cell. Count and Outputs belong to code cells alone; Count is zero
// for a cell that was not executed.
type Cell struct {
	Type        string // "code", "markdown" or "raw"
	ID          string
	Source      string
	Metadata    map[string]any
	Attachments map[string]any
	Count       int
	Outputs     []Output
}

// Code reports whether running the notebook runs the cell: Jupyter passes over
// code cells that hold nothing but space.
func (c *Cell) Code() bool { return c.Type == "code" && strings.TrimSpace(c.Source) != "" }

// Output is one output of a code cell. Which fields count depends on Type.
type Output struct {
	Type string // "stream", "display_data", "execute_result" or "error"

	Name, Text string // stream: "stdout" or "stderr", and what was written

	Data     map[string]any // display_data, execute_result: content by MIME type
	Metadata map[string]any
	Count    int // execute_result

	ErrorName, ErrorValue string // error
	Traceback             []string
}

// wire mirrors the JSON of a notebook, where text may be a string or a list of
// lines.
type wire struct {
	Cells    []wireCell     `json:"cells"`
	Metadata map[string]any `json:"metadata"`
	Format   int            `json:"nbformat"`
}

type wireCell struct {
	Type        string         `json:"cell_type"`
	ID          string         `json:"id"`
	Source      text           `json:"source"`
	Metadata    map[string]any `json:"metadata"`
	Attachments map[string]any `json:"attachments"`
	Count       *int           `json:"execution_count"`
	Outputs     []wireOutput   `json:"outputs"`
}

type wireOutput struct {
	Type       string         `json:"output_type"`
	Name       string         `json:"name"`
	Text       text           `json:"text"`
	Data       map[string]any `json:"data"`
	Metadata   map[string]any `json:"metadata"`
	Count      *int           `json:"execution_count"`
	ErrorName  string         `json:"ename"`
	ErrorValue string         `json:"evalue"`
	Traceback  []string       `json:"traceback"`
}

// text is a string that nbformat may split into a list of lines.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	var lines []string
	if json.Unmarshal(b, &lines) == nil {
		*t = text(strings.Join(lines, ""))
		return nil
	}
	return json.Unmarshal(b, (*string)(t))
}

// Read reads the notebook at path. The error names the path.
func Read(path string) (*Notebook, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	nb, err := Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return nb, nil
}

// Parse reads a notebook from its JSON. Cells without an identifier get one from
// their place and source, so that the same notebook always gets the same.
func Parse(raw []byte) (*Notebook, error) {
	var w wire
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber() // metadata keep their digits
	if err := d.Decode(&w); err != nil {
		return nil, notNotebook(raw, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("not a notebook: more follows after its end; a merge may have joined two, restore it with git checkout")
	}
	if w.Format != 4 {
		return nil, fmt.Errorf("not a notebook of format 4 (nbformat is %d); open it in Jupyter and save it", w.Format)
	}
	nb := &Notebook{Metadata: w.Metadata}
	for i, c := range w.Cells {
		switch c.Type {
		case "code", "markdown", "raw":
		default:
			return nil, fmt.Errorf("cell %d of the file has unknown type %q", i+1, c.Type)
		}
		nb.Cells = append(nb.Cells, c.cell())
	}
	identify(nb.Cells)
	return nb, nil
}

func notNotebook(raw []byte, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		before := raw[:min(int(syntax.Offset), len(raw))]
		return fmt.Errorf("not a notebook: not JSON at line %d (%v); restore it with git checkout", 1+bytes.Count(before, []byte("\n")), err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("not a notebook: it ends too early; restore it with git checkout")
	}
	return fmt.Errorf("not a notebook: %w; restore it with git checkout", err)
}

func (c wireCell) cell() Cell {
	cell := Cell{Type: c.Type, ID: c.ID, Source: string(c.Source), Metadata: c.Metadata, Attachments: c.Attachments}
	if c.Count != nil {
		cell.Count = *c.Count
	}
	for _, o := range c.Outputs {
		out := Output{
			Type: o.Type, Name: o.Name, Text: string(o.Text),
			Data: joinLines(o.Data), Metadata: o.Metadata,
			ErrorName: o.ErrorName, ErrorValue: o.ErrorValue, Traceback: o.Traceback,
		}
		if o.Count != nil {
			out.Count = *o.Count
		}
		cell.Outputs = append(cell.Outputs, out)
	}
	return cell
}

// joinLines turns the lists of lines in a MIME bundle into strings.
func joinLines(data map[string]any) map[string]any {
	for mime, content := range data {
		list, ok := content.([]any)
		if !ok || isJSON(mime) {
			continue
		}
		var b strings.Builder
		for _, line := range list {
			s, _ := line.(string)
			b.WriteString(s)
		}
		data[mime] = b.String()
	}
	return data
}

// isJSON reports whether nbformat stores content of this type as JSON values
// rather than as text.
func isJSON(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}
