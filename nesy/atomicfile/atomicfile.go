// Package atomicfile writes files that appear complete or not at all. Whatever
// interrupts a write, a full disk, a signal or a failing writer, the path holds
// its old content or the new, never a part.
//
//	err := atomicfile.Write("family.json", func(w io.Writer) error {
//		return json.NewEncoder(w).Encode(family)
//	})
package atomicfile

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Write replaces the file at path by what write produces. The content goes to a
// temporary name in the same folder, which is renamed once it is on disk and
// removed where anything fails. The error names path.
func Write(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = fmt.Errorf("writing %s: %w", path, err)
		}
	}()
	buffered := bufio.NewWriterSize(f, 1<<16)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil { // CreateTemp's 0600 would hide results from other users
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
