package features

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"nesybook/nesy/atomicfile"
	"nesybook/nesy/dataset"
)

// codeVersion is raised whenever this package or a backbone comes to compute other
// features from the same input.
const codeVersion = 2

const manifestFile = "manifest.json"

// manifest says what the files of a folder were made from. It is for programs to
// compare and for people to read.
type manifest struct {
	Source source `json:"source"`
	Views  []view `json:"views"`
}

// source is what all views have in common.
type source struct {
	Code          int                   `json:"code"`
	Data          string                `json:"data"` // name, for people
	Digest        string                `json:"data_sha256"`
	Images        int                   `json:"images"`
	Weights       string                `json:"weights_sha256"`
	Features      int                   `json:"features"`
	Resize        string                `json:"resize"`
	Normalisation dataset.Normalisation `json:"normalisation"`
}

// view is one file.
type view struct {
	View         int    `json:"view"`
	File         string `json:"file"`
	Rows         int    `json:"rows"`
	Images       string `json:"images"` // "all", or a hash of the images covered
	Augmentation string `json:"augmentation"`
	SHA256       string `json:"sha256,omitempty"` // of the file
}

func viewFile(v int) string { return fmt.Sprintf("view%d.npy", v) }

func (s Spec) source() source {
	resize := "none"
	if side := s.Network.Side(); side != s.Data.Side {
		resize = fmt.Sprintf("%s %d to %d, float32", s.Resize, s.Data.Side, side)
	}
	return source{
		Code: codeVersion, Data: s.Data.Name, Digest: s.Data.Digest, Images: s.Data.Len(),
		Weights: s.Network.Digest(), Features: s.Network.Features(),
		Resize: resize, Normalisation: s.Normalisation,
	}
}

// view returns what identifies a view's file, without its hash.
func (s Spec) view(v int) view {
	images := s.covered(v)
	identity := view{View: v, File: viewFile(v), Rows: len(images), Images: "all", Augmentation: "none"}
	if len(images) < s.Data.Len() {
		sum := sha256.Sum256(fmt.Append(nil, images))
		identity.Images = hex.EncodeToString(sum[:])
	}
	if v > 0 {
		identity.Augmentation = fmt.Sprintf("%s, seed %d, view %d", s.Augmentation, s.Seed, v)
	}
	return identity
}

// readManifest returns the folder's manifest, empty where there is none that can
// be read: then nothing there can be trusted.
func readManifest(dir string) manifest {
	var m manifest
	raw, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil || json.Unmarshal(raw, &m) != nil {
		return manifest{}
	}
	return m
}

// keepFor forgets the views that were made from another source.
func (m *manifest) keepFor(s Spec) {
	if m.Source != s.source() {
		*m = manifest{Source: s.source()}
	}
}

// vouchesFor reports whether the file at path is the view wanted, unchanged since
// it was written.
func (m manifest) vouchesFor(s Spec, v int, path string) bool {
	for _, known := range m.Views {
		sum := known.SHA256
		known.SHA256 = ""
		if known == s.view(v) {
			found, err := atomicfile.SHA256(path)
			return err == nil && found == sum
		}
	}
	return false
}

// add records a view and saves the manifest.
func (m *manifest) add(s Spec, v int, sum, dir string) error {
	added := s.view(v)
	added.SHA256 = sum
	kept := m.Views[:0:0]
	for _, known := range m.Views {
		if known.View < v {
			kept = append(kept, known)
		}
	}
	kept = append(kept, added)
	for _, known := range m.Views {
		if known.View > v {
			kept = append(kept, known)
		}
	}
	m.Views = kept
	err := atomicfile.Write(filepath.Join(dir, manifestFile), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(m)
	})
	if err != nil {
		return fmt.Errorf("features: %w", err)
	}
	return nil
}
