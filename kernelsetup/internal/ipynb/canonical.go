package ipynb

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"nesybook/nesy/atomicfile"
)

// Kernel names the kernelspec that executed notebooks ask for.
const Kernel = "nesybook"

// KernelTitle is how Jupyter shows the kernel.
const KernelTitle = "Go (nesybook)"

// Write writes the canonical form of nb to path, whole or not at all.
func Write(path string, nb *Notebook) error {
	raw, err := Canonical(nb)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(raw)
		return err
	})
}

// Canonical returns the notebook's JSON in the package's form. Equal notebooks
// give equal bytes. The notebook is marked as one in Go for the kernel Kernel.
func Canonical(nb *Notebook) ([]byte, error) {
	cells := make([]any, len(nb.Cells))
	for i := range nb.Cells {
		cells[i] = canonicalCell(&nb.Cells[i])
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(map[string]any{ // the encoder sorts the keys of maps
		"cells":          cells,
		"metadata":       canonicalMetadata(nb.Metadata),
		"nbformat":       4,
		"nbformat_minor": 5,
	})
	return b.Bytes(), err
}

// canonicalMetadata copies a notebook's metadata with the kernel and the
// language set. The language's version is left out, and pygments_lexer, which
// the kernel leaves empty, is named so that converters colour the code as Go.
func canonicalMetadata(m map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = v
	}
	out["kernelspec"] = map[string]any{"display_name": KernelTitle, "language": "go", "name": Kernel}
	out["language_info"] = map[string]any{
		"codemirror_mode": "go",
		"file_extension":  ".go",
		"mimetype":        "text/x-go",
		"name":            "go",
		"pygments_lexer":  "go",
	}
	return out
}

func canonicalCell(c *Cell) map[string]any {
	metadata := map[string]any{}
	for k, v := range c.Metadata {
		if k != "execution" && k != "ExecuteTime" { // when the cell ran
			metadata[k] = v
		}
	}
	out := map[string]any{
		"cell_type": c.Type,
		"id":        c.ID,
		"metadata":  metadata,
		"source":    lines(c.Source),
	}
	if len(c.Attachments) > 0 {
		out["attachments"] = c.Attachments
	}
	if c.Type == "code" {
		outputs := make([]any, len(c.Outputs))
		for i, o := range c.Outputs {
			outputs[i] = canonicalOutput(o)
		}
		out["outputs"] = outputs
		out["execution_count"] = count(c.Count)
	}
	return out
}

func canonicalOutput(o Output) map[string]any {
	out := map[string]any{"output_type": o.Type}
	switch o.Type {
	case "stream":
		out["name"] = o.Name
		out["text"] = lines(o.Text)
	case "error":
		out["ename"] = o.ErrorName
		out["evalue"] = o.ErrorValue
		out["traceback"] = append([]string{}, o.Traceback...)
	default:
		if o.Type == "execute_result" {
			out["execution_count"] = count(o.Count)
		}
		metadata := o.Metadata
		if metadata == nil {
			metadata = map[string]any{}
		}
		out["metadata"] = metadata
		data := map[string]any{}
		for mime, content := range o.Data {
			if s, ok := content.(string); ok && isText(mime) {
				content = lines(s)
			}
			data[mime] = content
		}
		out["data"] = data
	}
	return out
}

// isText reports whether nbformat splits content of this type into lines.
func isText(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "image/svg+xml" || mime == "application/javascript"
}

// lines splits s after each newline; an empty s has no lines.
func lines(s string) []string {
	if s == "" {
		return []string{}
	}
	parts := strings.SplitAfter(s, "\n")
	if parts[len(parts)-1] == "" { // s ends in a newline
		parts = parts[:len(parts)-1]
	}
	return parts
}

func count(n int) any {
	if n == 0 {
		return nil
	}
	return n
}
