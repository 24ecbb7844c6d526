package backend

import (
	"io"
	"os"
	"strings"
	"testing"
)

func TestTheEnvironmentDecides(t *testing.T) {
	t.Setenv(Variable, "")
	if got := Configuration(); got != Go {
		t.Errorf("without the variable: %q, want %q", got, Go)
	}
	t.Setenv(Variable, "go:ops_sequential")
	if got := Configuration(); got != "go:ops_sequential" {
		t.Errorf("with the variable: %q", got)
	}
}

func TestAnUnknownBackendIsNamedWithTheRemedy(t *testing.T) {
	t.Setenv(Variable, "abacus")
	_, err := New()
	if err == nil || !strings.Contains(err.Error(), `"abacus"`) || !strings.Contains(err.Error(), "unset it") {
		t.Errorf("got %v", err)
	}
}

func TestStartingPrintsNothing(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = w
	b, err := NewGo()
	os.Stdout = stdout
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Finalize()
	if printed, _ := io.ReadAll(r); len(printed) > 0 {
		t.Errorf("printed %q", printed)
	}
}
