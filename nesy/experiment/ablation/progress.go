package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress says on one line how far the work is and how long it will take. On a
// terminal the line is rewritten; in a log there is one for each training.
type progress struct {
	w        io.Writer
	terminal bool
	trial    string

	started time.Time
	begun   int // epochs that were done before
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

func (p *progress) images(done, total int) {
	if p.terminal && done < total {
		fmt.Fprintf(p.w, "\rfeatures: %d of %d images\x1b[K", done, total)
	}
}

func (p *progress) epochs(trial string, done, total int) {
	now := time.Now()
	if p.started.IsZero() {
		p.started, p.begun = now, done
	}
	if done == total {
		if p.terminal {
			fmt.Fprint(p.w, "\r\x1b[K")
		}
		return
	}
	text := fmt.Sprintf("%s: epoch %d of %d%s", trial, done, total, remaining(now.Sub(p.started), done-p.begun, total-done))
	switch {
	case p.terminal:
		fmt.Fprintf(p.w, "\r%s\x1b[K", text)
	case p.trial != trial:
		fmt.Fprintln(p.w, text)
	}
	p.trial = trial
}

// remaining estimates the time left from that of the epochs so far.
func remaining(elapsed time.Duration, done, left int) string {
	if done == 0 {
		return ""
	}
	return fmt.Sprintf(", about %v left", (elapsed / time.Duration(done) * time.Duration(left)).Round(time.Second))
}
