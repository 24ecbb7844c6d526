package execute

import (
	"errors"
	"fmt"

	"nesybook/kernelsetup/internal/ipynb"
	"nesybook/kernelsetup/internal/jupyter"
)

// maxOutput limits what one cell may write, so that an endless loop of prints
// ends before the memory does.
const maxOutput = 32 << 20

var errTooMuch = fmt.Errorf("the cell wrote more than %d MiB", maxOutput>>20)

// place is where a display that may be updated stands.
type place struct{ cell, display int }

// collector gathers the outputs of one cell. The two streams and the displays
// reach the kernel through pipes of their own, so in which order they arrive is a
// race: each stream is gathered into one block, and they stand before the
// displays.
type collector struct {
	nb       *ipynb.Notebook
	cell     int
	shown    map[string][]place // displays of this and earlier cells by identifier
	commands bool               // whether the cell has shell lines or commands of the kernel

	stdout, stderr string
	displays       []ipynb.Output
	failure        *ipynb.Output
	failed         error
	size           int
	clear          bool // remove the outputs once there is a next one
}

// add takes in one event of the cell.
func (c *collector) add(e jupyter.Event) {
	if c.clear {
		c.reset()
	}
	switch e := e.(type) {
	case jupyter.Stream:
		c.size += len(e.Text)
		if e.Name == "stdout" {
			c.stdout += e.Text
			break
		}
		c.stderr += e.Text
		if remark := kernelRemark(e.Text); c.commands && remark != "" && c.failed == nil {
			c.failed = errors.New(remark)
		}
	case jupyter.Display:
		c.display(e)
	case jupyter.Failure:
		c.failure = &ipynb.Output{Type: "error", ErrorName: e.Name, ErrorValue: e.Value, Traceback: e.Traceback}
		c.failed = errors.New(reason(e.Value, c.stderr))
	case jupyter.Clear:
		if c.clear = e.Wait; !e.Wait {
			c.reset()
		}
	}
}

func (c *collector) display(e jupyter.Display) {
	out := ipynb.Output{Type: "display_data", Data: e.Data, Metadata: e.Metadata}
	for _, content := range e.Data {
		if s, ok := content.(string); ok {
			c.size += len(s)
		}
	}
	if e.Update {
		for _, p := range c.shown[e.ID] {
			if p.cell == c.cell {
				c.displays[p.display] = out
			} else {
				c.replaceEarlier(p, out)
			}
		}
		return
	}
	if e.ID != "" {
		c.shown[e.ID] = append(c.shown[e.ID], place{c.cell, len(c.displays)})
	}
	c.displays = append(c.displays, out)
}

// replaceEarlier replaces a display of an earlier cell.
func (c *collector) replaceEarlier(p place, out ipynb.Output) {
	n := 0
	for i, o := range c.nb.Cells[p.cell].Outputs {
		if o.Type != "display_data" {
			continue
		}
		if n == p.display {
			c.nb.Cells[p.cell].Outputs[i] = out
			return
		}
		n++
	}
}

// reset forgets what the cell has shown so far.
func (c *collector) reset() {
	for id, places := range c.shown {
		kept := places[:0]
		for _, p := range places {
			if p.cell != c.cell {
				kept = append(kept, p)
			}
		}
		c.shown[id] = kept
	}
	c.stdout, c.stderr, c.displays, c.clear = "", "", nil, false
}

// outputs returns what the cell has shown: stdout, stderr, displays, error.
func (c *collector) outputs() []ipynb.Output {
	var outs []ipynb.Output
	if c.stdout != "" {
		outs = append(outs, ipynb.Output{Type: "stream", Name: "stdout", Text: c.stdout})
	}
	if c.stderr != "" {
		outs = append(outs, ipynb.Output{Type: "stream", Name: "stderr", Text: c.stderr})
	}
	outs = append(outs, c.displays...)
	if c.failure != nil {
		outs = append(outs, *c.failure)
	}
	return outs
}
