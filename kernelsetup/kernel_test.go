package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/jupyter"
	"nesybook/kernelsetup/internal/toolchain"
)

// The tests of this file run the real kernel, in a checkout with this module's
// requirements and next to no library.

var built struct {
	once sync.Once
	dir  string
	err  error
}

// realCheckout returns a checkout with the kernel built. All tests share it, for
// the sake of time, and keep to their own notebooks.
func realCheckout(t *testing.T) checkout.Root {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and runs the real kernel")
	}
	built.once.Do(func() { built.dir, built.err = makeCheckout(t) })
	if built.err != nil {
		t.Fatal(built.err)
	}
	return checkout.Root(built.dir)
}

func makeCheckout(t *testing.T) (string, error) {
	here, err := checkout.Find(".")
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "kernelsetup-test-")
	if err != nil {
		return "", err
	}
	content := map[string]string{
		"nesy/backend/backend.go": "package backend\n\n// Name names a backend.\nfunc Name() string { return \"stand-in\" }\n",
		"figures/figures.go":      "package figures\n",
		"notebooks/README":        "",
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		raw, err := os.ReadFile(filepath.Join(here.Dir(), name))
		if err != nil {
			return "", err
		}
		content[name] = string(raw)
	}
	for name, text := range content {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	root := checkout.Root(dir)
	g, err := toolchain.FindGo(t.Context(), root)
	if err != nil {
		return "", err
	}
	if err := toolchain.Build(t.Context(), root, g); err != nil {
		return "", err
	}
	return dir, toolchain.Prepare(t.Context(), root, g)
}

// realSuite runs notebooks on the real kernel.
func realSuite(root checkout.Root, timeout time.Duration) *suite {
	return &suite{
		kernel:   jupyter.Command{Args: []string{root.Launcher(), "{connection_file}"}, Env: os.Environ()},
		target:   root.Notebooks(),
		timeout:  timeout,
		progress: newProgress(io.Discard),
	}
}

const declarations = `import (
	"github.com/janpfeifer/gonb/gonbui"

	"nesybook/nesy/backend"
)

func show(s string) {
	gonbui.DisplayMarkdown(s)
	gonbui.Sync()
}`

func TestRealRunAndCheck(t *testing.T) {
	root := realCheckout(t)
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	path := book(t, root.Notebooks(), "20_works", declarations,
		"%%\nfmt.Println(backend.Name(), 1 < 2)\nfmt.Fprintln(os.Stderr, \"note\")\nshow(\"**bold**\")\nfmt.Println(3.25)",
		"!echo in $(basename $PWD) with $NESY_PROFILE and $NESY_SET",
		"%%\ngonbui.UpdateHTML(\"id\", \"half\")\ngonbui.UpdateHTML(\"id\", \"done\")\ngonbui.Sync()",
		"%test\nfunc TestNothing(t *testing.T) {}")
	var first string
	for range 2 {
		code, stdout, stderr := call(t, root.Dir(), "run", "-only", "20", "-set", "x=1")
		if code != exitOK || !strings.Contains(stdout, "20_works  5/5") {
			t.Fatalf("code %d\n%s%s", code, stdout, stderr)
		}
		if again := read(t, path); first != "" && strings.ReplaceAll(again, "0.01s", "0.00s") != strings.ReplaceAll(first, "0.01s", "0.00s") {
			t.Errorf("the second run wrote\n%s\nafter\n%s", again, first)
		}
		first = read(t, path)
	}
	for _, want := range []string{
		`"stand-in true\n",` + "\n      " + `"3.25\n"`, `"note\n"`, `"**bold**"`, `"in notebooks with quick and x=1\n"`, `"done"`, `"--- PASS: TestNothing`,
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the notebook lacks %s:\n%s", want, first)
		}
	}
	if strings.Contains(first, `"half"`) { // quoted once more in the source
		t.Error("what was replaced is still there")
	}

	book(t, root.Notebooks(), "21_checked", "%%\nfmt.Println(\"loss\", 3.25)", "%%\nfmt.Println(os.Getenv(\"NESY_RUNS\") != \"\")")
	code, _, stderr := call(t, root.Dir(), "check", "-only", "21")
	if code != exitFailed || !strings.Contains(stderr, "cell 1: never executed") {
		t.Errorf("check before the first run: code %d, %s", code, stderr)
	}
	if code, _, stderr := call(t, root.Dir(), "run", "-only", "21"); code != exitOK {
		t.Fatalf("code %d, %s", code, stderr)
	}
	checked := filepath.Join(root.Notebooks(), "21_checked.ipynb")
	text := strings.Replace(read(t, checked), "false", "true", 1) // check has a folder of its own for runs
	for _, test := range []struct {
		committed, rtol string
		code            int
		want            []string
	}{
		{text, "0", exitOK, nil},
		{strings.Replace(text, "3.25", "3.26", 1), "1e-2", exitOK, nil},
		{strings.Replace(text, "3.25", "3.26", 1), "1e-3", exitFailed, []string{"cell 1: output 1: stdout, line 1", "- loss 3.26", "+ loss 3.25", "run -only 21_checked"}},
		{strings.Replace(text, `"loss 3.25\n"`, `"loss 3.25\n", "more\n"`, 1), "1", exitFailed, []string{"stdout, line 2", "- more"}},
	} {
		if err := os.WriteFile(checked, []byte(test.committed), 0o644); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := call(t, root.Dir(), "check", "-only", "21", "-rtol", test.rtol)
		if code != test.code {
			t.Errorf("check with rtol %s: code %d\n%s%s", test.rtol, code, stdout, stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(stderr, want) {
				t.Errorf("check with rtol %s lacks %q:\n%s", test.rtol, want, stderr)
			}
		}
		if read(t, checked) != test.committed {
			t.Error("check changed the notebook")
		}
	}
}

// Every way for a cell to fail fails the run, with the cell and its error.
func TestRealFailures(t *testing.T) {
	root := realCheckout(t)
	for name, test := range map[string]struct{ source, want string }{
		"shell":          {"!echo before\n!false", "a shell command failed: exit status 1"},
		"shell_then_go":  {"!exit 7\n%%\nfmt.Println(\"after\")", "a shell command failed: exit status 7"},
		"shell_killed":   {"!kill -9 $$", "a shell command failed: signal: killed"},
		"shell_in_dir":   {"!*cat no-such-file", "a shell command failed: exit status 1"},
		"bash":           {"%%bash\necho hi\nexit 3", "a shell command failed: exit status 3"},
		"sh":             {"%%sh\nno-such-program", "a shell command failed: exit status 127"},
		"script":         {"%%script no-such-program\nx", "no-such-program"},
		"unknown":        {"%frobnicate", "unknown command %frobnicate"},
		"unknown_prefix": {"//gonb:%frobnicate", "unknown command %frobnicate"},
		"command":        {"%cd no-such-folder", "no-such-folder"},
		"compile":        {"%%\nfmt.Println(nothing)", "undefined: nothing"},
		"syntax":         {"%%\nif {", "missing condition in if statement"},
		"module":         {"import \"example.com/none\"\n\n%%\nnone.F()", "cells run without network"},
		"panic":          {"%%\npanic(\"boom\")", "panic: boom (exit status 2)"},
		"exit":           {"%%\nos.Exit(9)", "exit status 9"},
		"fatal":          {"%%\nlog.Fatal(\"no data\")", "no data (exit status 1)"},
		"test":           {"%test\nfunc TestIt(t *testing.T) { t.Fatal(\"wrong sum\") }", "wrong sum"},
		"hang":           {"%%\nselect {}", "fatal error: all goroutines are asleep - deadlock!"},
		"sleep":          {"%%\nfmt.Println(\"so far\")\ntime.Sleep(time.Hour)", "limit of 5s"},
		"kill":           {"%%\nsyscall.Kill(os.Getppid(), syscall.SIGKILL)\ntime.Sleep(time.Hour)", "the kernel died (signal: killed)"},
		"input":          {"%with_inputs\n!read x", "asks for input"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limit := 5 * time.Minute // what is not the cell's fault must not fail it
			if name == "sleep" {
				limit = 5 * time.Second
			}
			path := book(t, root.Notebooks(), "30_"+name, "%%\nfmt.Println(\"fine\")", test.source, "%%\nfmt.Println(\"never\")")
			before := read(t, path)
			results, err := realSuite(root, limit).run(t.Context(), []string{path})
			if err != nil {
				t.Fatal(err)
			}
			r := results[0]
			if r.err == nil || !strings.Contains(r.report(), test.want) || !strings.Contains(r.report(), "cell 2 of 3 failed") {
				t.Fatalf("reported %v, want cell 2 with %q", r.err, test.want)
			}
			if read(t, path) != before {
				t.Error("the original changed")
			}
			left := read(t, strings.TrimSuffix(path, ".ipynb")+".failed.ipynb")
			if !strings.Contains(left, `"fine\n"`) || strings.Contains(left, `"never\n"`) {
				t.Errorf("the notebook so far:\n%s", left)
			}
		})
	}
}

// hanging is a cell that does not end. Its process is found by the word.
func hanging(word string) string {
	return "%% " + word + "\ntime.Sleep(time.Hour)"
}

// detaching is a shell line that starts a process in a session of its own.
func detaching(word string) string {
	return "!setsid sh -c 'sleep 1000; : " + word + "' >/dev/null 2>&1 &\n"
}

// program starts kernelsetup as a program of its own in root and waits until
// the notebook 40_word has started as many processes.
func program(t *testing.T, root checkout.Root, word string, started int) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "run", "-only", "40_"+word)
	cmd.Dir = root.Dir()
	temporary, err := os.MkdirTemp("/tmp", "kst-") // what a killed program leaves
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(temporary) })
	cmd.Env = append(os.Environ(), asProgram+"=1", "TMPDIR="+temporary)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	for start := time.Now(); len(processes(word)) < started; time.Sleep(20 * time.Millisecond) {
		if time.Since(start) > time.Minute {
			t.Fatal("the cell does not start")
		}
	}
	return cmd, &out
}

// processes returns the command lines that contain word.
func processes(word string) (found []string) {
	paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if line := string(bytes.ReplaceAll(raw, []byte{0}, []byte{' '})); err == nil && strings.Contains(line, word) && !strings.Contains(line, "40_") {
			found = append(found, line)
		}
	}
	return found
}

func TestRealInterrupt(t *testing.T) {
	root := realCheckout(t)
	if !exists("/proc/self/cmdline") {
		t.Skip("needs /proc to see processes")
	}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		word := fmt.Sprintf("kernelsetup-test-%d-%d", os.Getpid(), signal)
		path := book(t, root.Notebooks(), "40_"+word, "%%\nfmt.Println(\"so far\")", detaching(word)+hanging(word))
		before := read(t, path)
		cmd, out := program(t, root, word, 2)
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(out.String(), "interrupted in "+path) {
			t.Errorf("%v: code %d\n%s", signal, code, out)
		}
		if left := processes(word); len(left) > 0 {
			t.Errorf("%v: processes left: %q", signal, left)
		}
		if failed := read(t, strings.TrimSuffix(path, ".ipynb")+".failed.ipynb"); read(t, path) != before || !strings.Contains(failed, `"so far\n"`) {
			t.Errorf("%v: the notebook so far:\n%s", signal, failed)
		}
	}
}

// Even killed without a chance to clean up, the program takes the cell with it.
func TestRealKilled(t *testing.T) {
	root := realCheckout(t)
	if !exists("/proc/self/cmdline") {
		t.Skip("needs /proc to see processes")
	}
	word := fmt.Sprintf("kernelsetup-test-%d-kill", os.Getpid())
	path := book(t, root.Notebooks(), "40_"+word, hanging(word))
	before := read(t, path)
	cmd, _ := program(t, root, word, 1)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		left := processes(word)
		if len(left) == 0 {
			break
		}
		if time.Since(start) > 10*time.Second {
			t.Fatalf("processes left: %q", left)
		}
	}
	if read(t, path) != before {
		t.Error("the notebook changed")
	}
}

func TestRealDoctorAndInstall(t *testing.T) {
	root := realCheckout(t)
	data := t.TempDir()
	t.Setenv("JUPYTER_DATA_DIR", data)
	weights := filepath.Join(root.Dir(), "nesy", "swin", "weights", "w.safetensors")
	if err := os.MkdirAll(filepath.Dir(weights), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(weights, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := call(t, root.Dir(), "install"); code != exitOK || !strings.Contains(stdout, data) {
		t.Fatalf("install: code %d\n%s%s", code, stdout, stderr)
	}
	code, stdout, stderr := call(t, root.Dir(), "doctor")
	if code != exitOK || stderr != "" {
		t.Errorf("doctor: code %d\n%s%s", code, stdout, stderr)
	}
	for _, want := range []string{"ok      gonb", "v0.11.4", "ok      launcher", data} {
		if !strings.Contains(stdout, want) {
			t.Errorf("doctor lacks %q:\n%s", want, stdout)
		}
	}
}
