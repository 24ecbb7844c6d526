package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress says on one line how far the training is and how long it will take, and
// on a line of its own how each epoch ended. On a terminal the first is rewritten; a
// log has only the others.
type progress struct {
	w        io.Writer
	terminal bool

	started       time.Time
	begun, epochs int // steps and epochs that were done before
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

func (p *progress) show(t *training) {
	now := time.Now()
	if p.started.IsZero() {
		p.started, p.begun, p.epochs = now, t.state.Step, len(t.state.Epochs)
	}
	if done := len(t.state.Epochs); done > p.epochs {
		p.epochs = done
		p.clear()
		fmt.Fprintln(p.w, t.state.Epochs[done-1])
		return
	}
	if !p.terminal || t.state.Step == p.begun {
		return
	}
	total := t.recipe.Epochs * t.steps()
	left := now.Sub(p.started) / time.Duration(t.state.Step-p.begun) * time.Duration(total-t.state.Step)
	images := float64(t.state.Step*t.recipe.Batch - len(t.state.Epochs)*t.steps()*t.recipe.Batch)
	fmt.Fprintf(p.w, "\repoch %d of %d: %.0f of %d images, loss %.4f, about %v left\x1b[K",
		len(t.state.Epochs)+1, t.recipe.Epochs, images, t.steps()*t.recipe.Batch, t.state.Sums.Loss/images, left.Round(time.Second))
}

// clear removes the line that is rewritten.
func (p *progress) clear() {
	if p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
