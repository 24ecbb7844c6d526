package swin

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"nesybook/nesy/safetensors"
)

// Weights are the parameters of one network, complete and of the right shapes.
// They are not changed once read.
type Weights struct {
	Config  Config
	tensors map[string][]float32 // by timm's name, row-major
	digest  string
}

// Read reads the weights of a network of shape c from a safetensors file of the
// given size in bytes. The tensors may be named as in timm, with a stage's merging
// at its start or, as older files have it, at the end of the one before, or as in
// Hugging Face's transformers; their elements may be F32, F16 or BF16. The buffers
// relative_position_index and attn_mask are skipped.
//
// It fails where a tensor is missing, unknown or of another shape, naming the
// first such tensor and the preset whose weights the file seems to hold.
func Read(r io.ReaderAt, size int64, c Config) (*Weights, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	file, err := safetensors.Parse(r, size)
	if err != nil {
		return nil, fmt.Errorf("swin: %w", err)
	}
	stored, convention, err := storedTensors(file)
	if err != nil {
		return nil, fmt.Errorf("swin: %w", err)
	}
	if err := checkShapes(stored, convention, c); err != nil {
		return nil, fmt.Errorf("swin: %w%s", err, guess(stored, convention))
	}
	w := &Weights{Config: c, tensors: make(map[string][]float32)}
	for _, whole := range c.shapes() {
		var values []float32
		for _, part := range convention.parts(whole) {
			t, err := file.Tensor(stored[part.name].Name)
			if err != nil {
				return nil, fmt.Errorf("swin: %w", err)
			}
			for _, v := range t.Data {
				if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
					return nil, fmt.Errorf("swin: tensor %q holds %v", t.Name, v)
				}
			}
			values = append(values, t.Data...)
		}
		w.tensors[whole.name] = values
	}
	w.digest = w.hash()
	return w, nil
}

// Load reads the weights in the file at path, as Read does.
func Load(path string, c Config) (*Weights, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("swin: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("swin: %w", err)
	}
	w, err := Read(f, info.Size(), c)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

// Digest returns the SHA-256, in hexadecimal, of the network's shape and values.
// The same weights under other names, or in a file of another layout, have the
// same digest.
func (w *Weights) Digest() string { return w.digest }

// Parameters returns the number of values.
func (w *Weights) Parameters() int {
	n := 0
	for _, values := range w.tensors {
		n += len(values)
	}
	return n
}

// Tensors returns all tensors under timm's names, for writing to a file. The
// values are shared, not copied.
func (w *Weights) Tensors() []safetensors.Tensor {
	var tensors []safetensors.Tensor
	for _, s := range w.Config.shapes() {
		tensors = append(tensors, safetensors.Tensor{Name: s.name, Shape: s.dims, Data: w.tensors[s.name]})
	}
	return tensors
}

func (w *Weights) hash() string {
	h := sha256.New()
	fmt.Fprintf(h, "%+v\n", w.Config)
	var raw []byte
	for _, t := range w.Tensors() {
		raw = raw[:0]
		for _, v := range t.Data {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
		}
		h.Write(raw)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// storedTensors lists a file's tensors, without the buffers, by canonical name.
func storedTensors(file *safetensors.File) (map[string]safetensors.Entry, convention, error) {
	var names []string
	for _, e := range file.Entries() {
		names = append(names, e.Name)
	}
	convention := conventionOf(names)
	stored := make(map[string]safetensors.Entry)
	for _, e := range file.Entries() {
		if isBuffer(e.Name) {
			continue
		}
		name := convention.canonical(e.Name)
		if other, taken := stored[name]; taken {
			return nil, convention, fmt.Errorf("tensors %q and %q are the same one", other.Name, e.Name)
		}
		stored[name] = e
	}
	return stored, convention, nil
}

// checkShapes reports the first tensor that is of another shape than c's, missing
// or unknown.
func checkShapes(stored map[string]safetensors.Entry, convention convention, c Config) error {
	known := make(map[string]bool)
	var missing []shape
	for _, whole := range c.shapes() {
		for _, want := range convention.parts(whole) {
			known[want.name] = true
			got, ok := stored[want.name]
			if !ok {
				missing = append(missing, want)
				continue
			}
			if !slices.Equal(got.Shape, want.dims) {
				return fmt.Errorf("tensor %q has shape %v, want %v", got.Name, got.Shape, want.dims)
			}
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("tensor %q %v is missing, the first of %d", missing[0].name, missing[0].dims, len(missing))
	}
	var unknown []safetensors.Entry
	for name, e := range stored {
		if !known[name] {
			unknown = append(unknown, e)
		}
	}
	if len(unknown) > 0 {
		first := slices.MinFunc(unknown, func(a, b safetensors.Entry) int { return strings.Compare(a.Name, b.Name) })
		return fmt.Errorf("tensor %q %v is not part of this network, the first of %d", first.Name, first.Shape, len(unknown))
	}
	return nil
}

// guess says which preset the tensors belong to, if any, with as many classes as
// their head has.
func guess(stored map[string]safetensors.Entry, convention convention) string {
	classes := 0
	if head, ok := stored["head.fc.bias"]; ok && len(head.Shape) == 1 {
		classes = head.Shape[0]
	}
	for _, p := range presets {
		c := p.config
		c.Classes = classes
		if checkShapes(stored, convention, c) == nil {
			return fmt.Sprintf("; these are the weights of the preset %s with %d classes", p.name, classes)
		}
	}
	return "; these are not the weights of any preset"
}
