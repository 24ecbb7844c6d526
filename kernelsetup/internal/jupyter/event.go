package jupyter

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Event is something that a cell did while it ran: a Stream, a Display, a
// Failure or a Clear.
type Event any

// Stream is text that the cell wrote. Each is one message of the kernel: the
// kernel's own remarks come in messages of their own.
type Stream struct {
	Name string `json:"name"` // "stdout" or "stderr"
	Text string `json:"text"`
}

// Display is rich content. An Update replaces what was displayed under the same
// ID, by this cell or an earlier one.
type Display struct {
	Data     map[string]any // content by MIME type
	Metadata map[string]any
	ID       string // empty where it will not be updated
	Update   bool
}

// Failure is the error that ended the cell.
type Failure struct {
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// Clear asks for the cell's outputs to be removed, where Wait is set only once
// there is a next one.
type Clear struct {
	Wait bool `json:"wait"`
}

// event returns the event that a message on the kernel's public socket reports,
// nil where it reports none.
func event(m message) (Event, error) {
	switch m.Header.Type {
	case "stream":
		return content[Stream](m)
	case "error":
		return content[Failure](m)
	case "clear_output":
		return content[Clear](m)
	case "display_data", "execute_result", "update_display_data":
		d, err := content[struct {
			Data      map[string]any
			Metadata  map[string]any
			Transient struct {
				ID string `json:"display_id"`
			}
		}](m)
		return Display{d.Data, d.Metadata, d.Transient.ID, m.Header.Type == "update_display_data"}, err
	}
	return nil, nil
}

// content decodes the content of m.
func content[T any](m message) (T, error) {
	var v T
	d := json.NewDecoder(bytes.NewReader(m.Content))
	d.UseNumber() // numbers keep their digits
	if err := d.Decode(&v); err != nil {
		return v, fmt.Errorf("message %q from the kernel: %w", m.Header.Type, err)
	}
	return v, nil
}
