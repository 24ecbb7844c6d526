package backend

import (
	"fmt"
	"os"
	"testing"
)

func TestTheEnvironmentDecides(t *testing.T) {
	t.Setenv(Variable, "go:ops_sequential")
	if got, want := Choose().String(), "go:ops_sequential ($GOMLX_BACKEND is set)"; got != want {
		t.Errorf("with the variable: %q, want %q", got, want)
	}
	t.Setenv(Variable, "")
	if got := Configuration(); got != Go {
		t.Errorf("with an empty variable: %q, want %q", got, Go)
	}
}

func ExampleChoose() {
	os.Unsetenv(Variable)
	fmt.Println(Choose())
	// Output: go:parallelism=-1 (the default, $GOMLX_BACKEND is not set)
}
