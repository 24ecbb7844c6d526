package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"nesybook/nesy/atomicfile"
	"nesybook/nesy/backend"
)

// Manifest says what a stage was made from and what it made. Two runs with equal
// manifests hold equal bytes, if the same code of this module made them: the code
// is no input, so whoever changes it removes the stage's folder.
type Manifest struct {
	Stage    string            `json:"stage"`
	Inputs   map[string]string `json:"inputs"`   // name: sha256 of what went in
	Settings json.RawMessage   `json:"settings"` // the part of the profile the stage reads
	Seed     uint64            `json:"seed"`
	Backend  string            `json:"backend"`
	Versions map[string]string `json:"versions"`
	Outputs  map[string]string `json:"outputs,omitempty"` // file: sha256; empty until the stage is finished
}

const (
	manifestFile = "manifest.json"
	pendingFile  = "manifest.partial" // stands in an unfinished stage, so that it is only continued with the same inputs
)

// stage brings the folder dir to hold what make writes for the manifest m. It
// does nothing where dir already holds it, continues where an interrupted run
// had begun it, and starts afresh otherwise.
func stage(dir string, m Manifest, make func(dir string) error) error {
	if done, err := finished(dir, m); err != nil || done {
		return err
	}
	begun, err := read(filepath.Join(dir, pendingFile))
	if err != nil || !same(begun, m) {
		if err := os.RemoveAll(dir); err != nil {
			return fmt.Errorf("experiment: clearing %s: %w", dir, err)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("experiment: stage %s: %w; set $%s to a folder that can be written", m.Stage, err, RunsVariable)
	}
	if err := write(filepath.Join(dir, pendingFile), m); err != nil {
		return err
	}
	if err := make(dir); err != nil {
		return fmt.Errorf("%s: %w", m.Stage, err)
	}
	if m.Outputs, err = hashes(dir); err != nil {
		return err
	}
	if err := write(filepath.Join(dir, manifestFile), m); err != nil {
		return err
	}
	return os.Remove(filepath.Join(dir, pendingFile))
}

// finished reports whether dir holds a finished stage with m's inputs whose
// files are still the ones it made.
func finished(dir string, m Manifest) (bool, error) {
	old, err := read(filepath.Join(dir, manifestFile))
	if err != nil || !same(old, m) {
		return false, nil // missing, torn or another's: made again
	}
	now, err := hashes(dir)
	if err != nil {
		return false, err
	}
	for name, sum := range old.Outputs {
		if now[name] != sum {
			return false, nil
		}
	}
	return true, nil
}

func same(a, b Manifest) bool {
	a.Outputs, b.Outputs = nil, nil
	left, errLeft := json.Marshal(a)
	right, errRight := json.Marshal(b)
	return errLeft == nil && errRight == nil && bytes.Equal(left, right)
}

func read(path string) (m Manifest, err error) {
	return m, readJSON(path, &m)
}

func readJSON(path string, v any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("reading %s: %w; remove it to make it again", path, err)
	}
	return nil
}

func write(path string, v any) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(v)
	})
}

// hashes maps each file under dir, but for manifests, to its sha256.
func hashes(dir string) (map[string]string, error) {
	sums := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == manifestFile || d.Name() == pendingFile {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		sums[filepath.ToSlash(name)], err = atomicfile.SHA256(path)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("experiment: hashing %s: %w", dir, err)
	}
	return sums, nil
}

// digest identifies what a finished stage made and from what, to be an input of
// the next: the hash of its manifest.
func digest(dir string) (string, error) {
	sum, err := atomicfile.SHA256(filepath.Join(dir, manifestFile))
	if err != nil {
		return "", fmt.Errorf("experiment: %s is not finished: %w", dir, err)
	}
	return sum, nil
}

// versions names what, outside this module, could change a number without any input
// changing.
func versions() map[string]string {
	v := map[string]string{"go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			switch d.Path {
			case "github.com/gomlx/gomlx", "github.com/gomlx/compute", "gonum.org/v1/gonum":
				v[d.Path] = d.Version
			}
		}
	}
	return v
}

// manifest begins the manifest of a stage that reads the finished stages in some
// folders.
func (r *Run) manifest(name string, settings any, inputs ...string) (Manifest, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return Manifest{}, err
	}
	m := Manifest{
		Stage: name, Settings: text, Seed: r.Profile.Seed,
		Inputs: map[string]string{}, Backend: backend.Configuration(), Versions: versions(),
	}
	for _, dir := range inputs {
		key, err := filepath.Rel(r.Dir, dir)
		if err != nil {
			return m, err
		}
		if m.Inputs[filepath.ToSlash(key)], err = digest(dir); err != nil {
			return m, err
		}
	}
	return m, nil
}
