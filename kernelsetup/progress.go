package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// progress shows which cell runs: one line for each that ended and, on a
// terminal, a last line for the one that runs, with what it printed last.
type progress struct {
	w    io.Writer
	live bool

	mu    sync.Mutex
	name  string
	cell  int
	of    int
	begin time.Time
	said  string
	stop  chan struct{} // closed to stop redrawing the line
}

func newProgress(w io.Writer) *progress {
	return &progress{w: w, live: columns(w) > 0 && os.Getenv("TERM") != "dumb"}
}

// columns returns the width of the terminal that w is, 0 if it is none.
func columns(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	if size.Col == 0 {
		return 80
	}
	return int(size.Col)
}

// started says that a cell of a notebook starts.
func (p *progress) started(name string, cell, of int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.name, p.cell, p.of, p.begin, p.said = name, cell, of, time.Now(), ""
	if !p.live {
		return
	}
	stop := make(chan struct{})
	p.stop = stop
	go func() {
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				p.redraw(stop)
			case <-stop:
				return
			}
		}
	}()
}

// wrote says that the cell wrote text.
func (p *progress) wrote(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := len(fields) - 1; i >= 0; i-- {
		if line := printable(fields[i]); line != "" {
			p.said = line
			return
		}
	}
}

// ended says that the cell ended.
func (p *progress) ended(took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live {
		close(p.stop)
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	fmt.Fprintf(p.w, "%s  %.1f s\n", p.place(), took.Seconds())
}

func (p *progress) place() string {
	return fmt.Sprintf("%-24s cell %2d/%d", p.name, p.cell, p.of)
}

// redraw draws the line of the cell that runs, unless it has ended.
func (p *progress) redraw(stop chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != stop {
		return
	}
	select {
	case <-stop:
		return
	default:
	}
	line := fmt.Sprintf("%s  %.0f s  %s", p.place(), time.Since(p.begin).Seconds(), p.said)
	fmt.Fprintf(p.w, "\r%s\x1b[K", truncate(line, columns(p.w)-1))
}

// printable removes what would move the cursor.
func printable(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, s))
}

// truncate cuts s to n runes.
func truncate(s string, n int) string {
	if n <= 0 || utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n])
}
