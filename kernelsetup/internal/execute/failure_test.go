package execute

import (
	"errors"
	"strings"
	"testing"

	"nesybook/kernelsetup/internal/ipynb"
)

func TestReason(t *testing.T) {
	for _, test := range []struct{ account, stderr, want string }{
		{"exit status 1", "", "exit status 1"},
		{"exit status 1", "exit status 1\n", "exit status 1"},
		{"exit status 1", "2026/01/01 no data\nexit status 1\n", "2026/01/01 no data (exit status 1)"},
		{"exit status 2", "log\npanic: boom\n\ngoroutine 1 [running]:\nexit status 2\n", "panic: boom (exit status 2)"},
		{"exit status 2", "fatal error: all goroutines are asleep - deadlock!\nx\n", "fatal error: all goroutines are asleep - deadlock! (exit status 2)"},
		{"signal: killed", "\x1b[7mred\x1b[0m\n", "red (signal: killed)"},
		{"# gonb_1234\n./main.go:7:2: undefined: x\n", "anything", "./main.go:7:2: undefined: x"},
		{"", "", "unknown error"},
	} {
		if got := reason(test.account, test.stderr); got != test.want {
			t.Errorf("reason of %q, %q is %q, want %q", test.account, test.stderr, got, test.want)
		}
	}
}

func TestReport(t *testing.T) {
	e := &CellError{
		Number: 3, Total: 7, Source: "%%\nfmt.Println(\"x\")\npanic(\"boom\")\n",
		Err: errors.New("panic: boom (exit status 2)"),
		Outputs: []ipynb.Output{
			{Type: "stream", Name: "stdout", Text: "x\n"},
			{Type: "stream", Name: "stderr", Text: "before\n\x1b[31mbefore\x1b[0m\npanic: boom\nstack\nexit status 2\n"},
			{Type: "display_data", Data: map[string]any{"text/plain": "never shown"}},
			{Type: "error", ErrorValue: "exit status 2", Traceback: []string{"exit status 2"}},
		},
	}
	const want = `cell 3 of 7 failed: panic: boom (exit status 2)

    1 | %%
    2 | fmt.Println("x")
    3 | panic("boom")

stdout:
x

stderr:
panic: boom
stack
exit status 2
`
	if got := e.Report(); got != want {
		t.Errorf("report\n%s\nwant\n%s", got, want)
	}
}

// A report is for reading: it shows of long outputs what matters.
func TestReportIsShort(t *testing.T) {
	long := strings.Repeat("line\n", 10000)
	e := &CellError{Source: "x", Err: errors.New("no"), Outputs: []ipynb.Output{
		{Type: "stream", Name: "stdout", Text: long + "last of stdout\n"},
		{Type: "stream", Name: "stderr", Text: long + "last of stderr\n"},
		{Type: "error", ErrorValue: "first of error", Traceback: []string{"first of error", long}},
	}}
	got := e.Report()
	if n := strings.Count(got, "\n"); n > 120 {
		t.Errorf("%d lines", n)
	}
	for _, want := range []string{"last of stdout", "last of stderr", "first of error"} {
		if !strings.Contains(got, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}
