package train

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"nesybook/nesy/model"
)

// compare fails unless two directories hold the same files.
func compare(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, slices.Sorted(maps.Keys(want))) {
		t.Errorf("%s: files %v", what, names)
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}

// TestKilledAtEveryWrite ends a run after each of its writes in turn, leaves
// half a line in the log as a torn write would, starts it again, and compares
// every byte with a run that was left alone.
func TestKilledAtEveryWrite(t *testing.T) {
	killAtEveryWrite(t, newTask(t, model.NeSy))
}

func killAtEveryWrite(t *testing.T, k task) {
	t.Helper()
	b, whole := engine(t), t.TempDir()
	var writes []string
	if _, err := k.run(t, b, whole, func(file string) error { writes = append(writes, file); return nil }); err != nil {
		t.Fatal(err)
	}
	want := files(t, whole)
	if len(writes) < 2*k.config.Epochs {
		t.Fatalf("only %d writes: %v", len(writes), writes)
	}
	killed := errors.New("killed")
	for last := range writes {
		dir := t.TempDir()
		n := 0
		_, err := k.run(t, b, dir, func(string) error {
			if n == last {
				return killed
			}
			n++
			return nil
		})
		if !errors.Is(err, killed) {
			t.Fatalf("error %v", err)
		}
		log, err := os.OpenFile(filepath.Join(dir, logFile), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(log, `{"epoch":`)
		log.Close()
		if _, err := k.run(t, b, dir, nil); err != nil {
			t.Fatal(err)
		}
		compare(t, fmt.Sprintf("killed after write %d, of %s", last+1, writes[last]), want, files(t, dir))
	}
}

// directoryVariable tells the process that TestKilledProcess starts where to
// train.
const directoryVariable = "NESYBOOK_TEST_TRAIN_IN"

// TestKilledProcess kills a whole process with a signal it cannot catch, several
// times at whatever it is doing, and lets it train to the end.
func TestKilledProcess(t *testing.T) {
	k := newTask(t, model.RandomSet)
	k.config.Epochs = 60
	if dir := os.Getenv(directoryVariable); dir != "" {
		if _, err := k.run(t, engine(t), dir, nil); err != nil {
			t.Fatal(err)
		}
		return
	}
	whole, dir := t.TempDir(), t.TempDir()
	if _, err := k.run(t, engine(t), whole, nil); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	kills := 0
	for _, lines := range []int{1, 2, 7, 19, 30} {
		process := exec.Command(program, "-test.run=^TestKilledProcess$")
		process.Env = append(os.Environ(), directoryVariable+"="+dir)
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- process.Wait() }()
		for killed := false; !killed; {
			select {
			case err := <-ended:
				t.Fatalf("the process ended by itself: %v", err)
			case <-time.After(time.Millisecond):
				log, _ := os.ReadFile(filepath.Join(dir, logFile))
				killed = bytes.Count(log, []byte("\n")) >= lines
			}
		}
		if err := process.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := <-ended; err != nil {
			kills++
		}
	}
	if kills == 0 {
		t.Error("the process was never killed")
	}
	if _, err := k.run(t, engine(t), dir, nil); err != nil {
		t.Fatal(err)
	}
	compare(t, fmt.Sprintf("killed %d times", kills), files(t, whole), files(t, dir))
}
