package execute

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"nesybook/kernelsetup/internal/ipynb"
)

// ErrTimeout is the cause of a cell that took longer than allowed.
var ErrTimeout = errors.New("the cell exceeded its limit")

// CellError is the failure of a cell.
type CellError struct {
	Number, Total int    // of the code cell, from 1, as in Jupyter's In [n]
	Source        string // of the cell
	Outputs       []ipynb.Output
	Err           error
}

// Error says on one line which cell failed and why.
func (e *CellError) Error() string {
	return fmt.Sprintf("cell %d of %d failed: %s", e.Number, e.Total, firstLine(e.Err.Error()))
}

func (e *CellError) Unwrap() error { return e.Err }

// maxReported limits the lines of a cell's stderr in a report.
const maxReported = 40

// Report returns all that helps to find the fault: the cell's numbered source,
// what it wrote to stderr and the kernel's account of the error.
func (e *CellError) Report() string {
	var b strings.Builder
	b.WriteString(e.Error() + "\n\n")
	for i, line := range strings.Split(strings.TrimRight(e.Source, "\n"), "\n") {
		fmt.Fprintf(&b, "%5d | %s\n", i+1, line)
	}
	for _, o := range e.Outputs {
		switch {
		case o.Type == "stream" && o.Name == "stderr":
			b.WriteString("\nstderr:\n" + fault(plain(o.Text), maxReported))
		case o.Type == "stream":
			b.WriteString("\nstdout:\n" + tail(plain(o.Text), maxReported/4))
		case o.Type == "error" && !exitStatus.MatchString(o.ErrorValue): // said above
			account := strings.Join(o.Traceback, "\n")
			if strings.TrimSpace(account) == "" {
				account = o.ErrorValue
			}
			b.WriteString("\n" + head(strings.TrimLeft(plain(account), "\n"), maxReported))
		}
	}
	if _, rest, found := strings.Cut(e.Err.Error(), "\n"); found {
		b.WriteString("\n" + plain(rest) + "\n")
	}
	if s := b.String(); strings.Contains(s, "module lookup disabled by GOPROXY=off") || strings.Contains(s, "cannot find module providing package") {
		b.WriteString("\ncells run without network: add the module to this one with go get, then run go run ./kernelsetup install\n")
	}
	return b.String()
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// plain removes the colours from s.
func plain(s string) string { return escapes.ReplaceAllString(s, "") }

// exitStatus matches the error of a cell whose program failed.
var exitStatus = regexp.MustCompile(`^(?:exit status \d+|signal: .*)$`)

// crash matches the line with which Go's runtime ends a program.
var crash = regexp.MustCompile(`(?m)^(?:panic: |fatal error: |runtime: ).*$`)

// reason returns why a cell failed: the kernel's account of it and, where that
// is no more than the status of its program, what the program said last.
func reason(account, stderr string) string {
	account = firstLine(account)
	if !exitStatus.MatchString(account) {
		return account
	}
	stderr = plain(stderr)
	if line := crash.FindString(stderr); line != "" {
		return line + " (" + account + ")"
	}
	last := ""
	for line := range strings.Lines(stderr) {
		if line = strings.TrimSpace(line); line != "" && line != account {
			last = line
		}
	}
	if last == "" {
		return account
	}
	return last + " (" + account + ")"
}

// fault returns the n lines of stderr that matter most: from where the program
// crashed, or else the last.
func fault(stderr string, n int) string {
	if at := crash.FindStringIndex(stderr); at != nil {
		return head(stderr[at[0]:], n)
	}
	return tail(stderr, n)
}

// head returns the first n lines of s, each ended.
func head(s string, n int) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	if len(lines) > n {
		lines = append(lines[:n:n], fmt.Sprintf("... and %d lines more, in the notebook", len(lines)-n))
	}
	return strings.Join(lines, "\n") + "\n"
}

// tail returns the last n lines of s, each ended.
func tail(s string, n int) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	if len(lines) > n {
		lines = append([]string{fmt.Sprintf("... %d lines before, in the notebook", len(lines)-n)}, lines[len(lines)-n:]...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// firstLine returns the first line of s that says something.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			return line
		}
	}
	return "unknown error"
}
