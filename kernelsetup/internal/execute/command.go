package execute

import (
	"regexp"
	"strings"
)

// GoNB 0.11.4 does not fail a cell whose shell command fails or whose %command it
// does not know. It only remarks so on stderr, in a message of its own, after all
// that the command wrote. These are its remarks, and the cells to look for them
// in are those with such lines: a Go program may write what it likes.

// commands reports whether the source has a line for GoNB rather than for Go: a
// shell line (!ls), a command (%env) or, on the first line, a script (%%bash).
func commands(source string) bool {
	for line := range strings.Lines(source) {
		line = strings.TrimPrefix(line, "//gonb:")
		if strings.HasPrefix(line, "!") || strings.HasPrefix(line, "%") {
			return true
		}
	}
	return false
}

var (
	commandFailed  = regexp.MustCompile(`^(?:\^C\n)?((?:exit status|signal:|stop signal:) ?[^\n]*)\n$`)
	commandUnknown = regexp.MustCompile(`^"(%.*)" unknown or not implemented yet\.$`)
)

// kernelRemark returns what went wrong where text, one message on stderr, is
// GoNB's remark on a failed or unknown command, and "" where it is not.
func kernelRemark(text string) string {
	if m := commandFailed.FindStringSubmatch(text); m != nil {
		return "a shell command failed: " + m[1]
	}
	if m := commandUnknown.FindStringSubmatch(text); m != nil {
		return "unknown command " + m[1] + ": the kernel's commands are listed by %help"
	}
	return ""
}
