package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSHA256 takes the hash of "abc" from FIPS 180-4's examples.
func TestSHA256(t *testing.T) {
	path := filepath.Join(t.TempDir(), "abc")
	if _, err := SHA256(path); !os.IsNotExist(err) {
		t.Errorf("of a file that is not there: %v", err)
	}
	if err := os.WriteFile(path, []byte("abc"), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := SHA256(path)
	if want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
