package jupyter_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"nesybook/kernelsetup/internal/jupyter"
	"nesybook/kernelsetup/internal/kerneltest"
)

func TestMain(m *testing.M) {
	kerneltest.Serve()
	os.Exit(m.Run())
}

// start starts the test kernel and has it end with the test.
func start(t *testing.T) *jupyter.Kernel {
	t.Helper()
	k, err := jupyter.Start(t.Context(), kerneltest.Command(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.Kill)
	return k
}

// execute runs code and returns what happened, one line an event.
func execute(t *testing.T, k *jupyter.Kernel, code string) ([]string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var events []string
	err := k.Execute(ctx, code, func(e jupyter.Event) { events = append(events, fmt.Sprintf("%T %+v", e, e)) })
	return events, err
}

func TestExecuteReportsEventsInOrder(t *testing.T) {
	k := start(t)
	got, err := execute(t, k, "print a\ncomplain b\nprint c\nshow d\nshow-as 7 e\nupdate 7 f\nclear-wait\nfail g\nprint never")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"jupyter.Stream {Name:stdout Text:a\n}",
		"jupyter.Stream {Name:stderr Text:b\n}",
		"jupyter.Stream {Name:stdout Text:c\n}",
		"jupyter.Display {Data:map[text/plain:d] Metadata:map[] ID: Update:false}",
		"jupyter.Display {Data:map[text/plain:e] Metadata:map[] ID:7 Update:false}",
		"jupyter.Display {Data:map[text/plain:f] Metadata:map[] ID:7 Update:true}",
		"jupyter.Clear {Wait:true}",
		"jupyter.Failure {Name:ERROR Value:g Traceback:[g]}",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	// The kernel lives on, with its state.
	if got, err := execute(t, k, "count"); err != nil || len(got) != 1 || !strings.Contains(got[0], "Text:2\n") {
		t.Errorf("second cell: %q, %v", got, err)
	}
}

// Nothing is lost on the way, however much there is.
func TestExecuteLosesNothing(t *testing.T) {
	k := start(t)
	size := 0
	err := k.Execute(t.Context(), "flood 20", func(e jupyter.Event) { size += len(e.(jupyter.Stream).Text) })
	if err != nil || size != 20<<20 {
		t.Errorf("%d bytes, %v; want %d", size, err, 20<<20)
	}
}

func TestExecuteFails(t *testing.T) {
	for _, test := range []struct {
		code string
		want error  // or
		text string // what the error says
	}{
		{code: "die", want: jupyter.ErrDied, text: "exit status 4"},
		{code: "die", want: jupyter.ErrDied, text: "out of patience"}, // from its log
		{code: "ask", want: jupyter.ErrInput},
		{code: "forge", text: "wrong signature"},
	} {
		_, err := execute(t, start(t), test.code)
		if err == nil || test.want != nil && !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: error %v, want %v %q", test.code, err, test.want, test.text)
		}
	}
}

func TestExecuteEndsWithItsContext(t *testing.T) {
	reason := errors.New("no more time")
	ctx, cancel := context.WithCancelCause(t.Context())
	err := start(t).Execute(ctx, "print started\nhang", func(jupyter.Event) { cancel(reason) })
	if !errors.Is(err, reason) {
		t.Errorf("error %v, want %v", err, reason)
	}
}

func TestStartFails(t *testing.T) {
	dies := kerneltest.Command(t.TempDir())
	dies.Env = append(dies.Env, "KERNELTEST_DIE=1")
	gone := kerneltest.Command(t.TempDir())
	gone.Args[0] = filepath.Join(t.TempDir(), "no-such-kernel")
	silent := jupyter.Command{Args: []string{"sleep", "1000"}, Env: os.Environ()}
	for name, test := range map[string]struct {
		command jupyter.Command
		limit   time.Duration
		want    string
	}{
		"dies":    {dies, time.Minute, "cannot start today"},
		"missing": {gone, time.Minute, "no-such-kernel"},
		"silent":  {silent, 100 * time.Millisecond, context.DeadlineExceeded.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TMPDIR", shortTemp(t))
			ctx, cancel := context.WithTimeout(t.Context(), test.limit)
			defer cancel()
			k, err := jupyter.Start(ctx, test.command)
			if err == nil {
				k.Kill()
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %q does not say %q", err, test.want)
			}
			if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
				t.Errorf("it left %v", left)
			}
		})
	}
}

// shortTemp returns a temporary folder with a name short enough for sockets.
func shortTemp(t *testing.T) string {
	dir, err := os.MkdirTemp("/tmp", "kt")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// The paths of sockets are limited to about a hundred bytes.
func TestStartWithLongTemporaryFolder(t *testing.T) {
	dir := filepath.Join(shortTemp(t), strings.Repeat("long", 30))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	if _, err := execute(t, start(t), "print a"); err != nil {
		t.Error(err)
	}
}

func TestKillLeavesNothing(t *testing.T) {
	command := kerneltest.Command(t.TempDir())
	t.Setenv("TMPDIR", shortTemp(t))
	k, err := jupyter.Start(t.Context(), command)
	if err != nil {
		t.Fatal(err)
	}
	defer k.Kill()
	var pid int
	err = k.Execute(t.Context(), "detach", func(e jupyter.Event) { fmt.Sscan(e.(jupyter.Stream).Text, &pid) })
	if err != nil || pid == 0 {
		t.Fatalf("process %d, %v", pid, err)
	}
	if !runs(pid) {
		t.Fatal("the detached process does not run")
	}
	k.Kill()
	k.Kill() // once more does no harm
	if runs(pid) {
		t.Error("a process that left the kernel's session outlived it")
		syscall.Kill(pid, syscall.SIGKILL)
	}
	if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
		t.Errorf("it left %v", left)
	}
}

// runs reports whether a process runs: the dead that nobody has buried do not.
func runs(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if os.IsNotExist(err) {
		return syscall.Kill(pid, 0) == nil && !hasProc()
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return err == nil && !strings.HasPrefix(rest, "Z")
}

func hasProc() bool {
	_, err := os.Stat("/proc/self")
	return err == nil
}
