package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nesybook/nesy/backend"
	"nesybook/nesy/swin"
)

// call runs the command and returns what it printed.
func call(args ...string) (stdout, stderr string, err error) {
	var out, log bytes.Buffer
	err = pretrain(context.Background(), args, &out, &log)
	return out.String(), log.String(), err
}

// killedVariable tells the process that TestCommand starts what to train.
const killedVariable = "NESYBOOK_TEST_PRETRAIN"

// TestCommand trains the small Swin on a few pictures, in one go and killed by a
// signal that cannot be caught, and reads the weights.
func TestCommand(t *testing.T) {
	if args := os.Getenv(killedVariable); args != "" {
		if _, _, err := call(strings.Split(args, "\n")...); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, dir := writePictures(t, 20, 8), t.TempDir()
	args := func(out string) []string {
		return []string{"-data", data, "-out", filepath.Join(dir, out), "-limit", "16", "-epochs", "2", "-batch", "8", "-every", "1", "-half"}
	}
	stdout, stderr, err := call(args("whole.safetensors")...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"whole.safetensors: 2158102 parameters in float16; 16 images in 4 classes at 32×32; 2 epochs", "top-1 accuracy on 8 validation images"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q does not say %q", stdout, want)
		}
	}
	if lines := strings.Split(strings.TrimSpace(stderr), "\n"); len(lines) != 2 || !strings.HasPrefix(lines[1], "epoch 2 ") {
		t.Errorf("progress %q", stderr)
	}
	network := swin.Nano32()
	network.Classes = classes
	if _, err := swin.Load(filepath.Join(dir, "whole.safetensors"), network); err != nil {
		t.Error(err)
	}

	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	process := exec.Command(program, "-test.run=^TestCommand$")
	process.Env = append(os.Environ(), killedVariable+"="+strings.Join(args("killed.safetensors"), "\n"))
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- process.Wait() }()
	checkpoint := filepath.Join(dir, "killed.safetensors.run", checkpointFile)
	for {
		if _, err := os.Stat(checkpoint); err == nil {
			break
		}
		select {
		case err := <-ended:
			t.Fatalf("the process ended by itself: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	if err := process.Process.Kill(); errors.Is(err, os.ErrProcessDone) {
		t.Skip("the machine stalled until there was nothing left to kill")
	} else if err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("the process was not killed")
	}
	if _, _, err := call(args("killed.safetensors")...); err != nil {
		t.Fatal(err)
	}
	compare(t, "killed", files(t, filepath.Join(dir, "whole.safetensors.run")), files(t, filepath.Join(dir, "killed.safetensors.run")))
}

func TestDefaultChunk(t *testing.T) {
	b, err := backend.NewGo()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Finalize()
	for batch, want := range map[int]int{256: 32, 32: 32, 48: 48, 8: 8} {
		if got := defaultChunk(b, batch); got != want {
			t.Errorf("batches of %d: chunks of %d, want %d", batch, got, want)
		}
	}
}

func TestWrongCalls(t *testing.T) {
	data, dir := writePictures(t, 8, 4), t.TempDir()
	out := filepath.Join(dir, "weights.safetensors")
	t.Setenv("NESY_DATA", "")
	for _, c := range []struct {
		args  []string
		usage bool
		want  string
	}{
		{[]string{"-out", out}, true, "-data is missing"},
		{[]string{"-data", data}, true, "-out is missing"},
		{[]string{"-data", data, "-out", dir}, true, "is a folder"},
		{[]string{"-data", data, "-out", out, "more"}, true, `no argument "more"`},
		{[]string{"-data", data, "-out", out, "-epochs", "0"}, true, "0 epochs"},
		{[]string{"-data", data, "-out", out, "-chunk", "100"}, true, "chunks must divide"},
		{[]string{"-data", data, "-out", out, "-every", "0"}, true, "-every must be positive"},
		{[]string{"-data", data, "-out", out, "-colour"}, true, "-colour"},
		{[]string{"-data", dir, "-out", out}, false, "classes.tsv is missing"},
		{[]string{"-data", data, "-out", out}, false, "8 training images do not fill a batch of 256"},
		{[]string{"-data", data, "-out", filepath.Join(data, "train.bin", "x"), "-batch", "4"}, false, "not a directory"},
	} {
		_, _, err := call(c.args...)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v; want %q", c.args, err, c.want)
		}
		if wrong := (usageError{}); errors.As(err, &wrong) != c.usage {
			t.Errorf("%q: wrong usage should be %v: %v", c.args, c.usage, err)
		}
	}
	if _, stderr, err := call("-h"); err == nil || !strings.Contains(stderr, "-smoothing") {
		t.Errorf("-h: %v, %q", err, stderr)
	}
}
