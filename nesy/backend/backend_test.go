package backend

import (
	"io"
	"os"
	"strings"
	"testing"
)

func TestAnUnknownBackendIsNamedWithTheRemedy(t *testing.T) {
	t.Setenv(Variable, "abacus")
	_, err := New()
	if err == nil || !strings.Contains(err.Error(), `"abacus"`) || !strings.Contains(err.Error(), "unset $GOMLX_BACKEND") {
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
	if !IsGo(b) {
		t.Errorf("%s is not taken for the Go backend", b.Name())
	}
	if printed, _ := io.ReadAll(r); len(printed) > 0 {
		t.Errorf("printed %q", printed)
	}
}
