package swin

import (
	"fmt"
	"io"

	"nesybook/nesy/backbone"
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
	stored, convention, err := open(r, size)
	if err != nil {
		return nil, fmt.Errorf("swin: %w", err)
	}
	if err := stored.Check(convention.shapes(c)); err != nil {
		return nil, fmt.Errorf("swin: %w%s", err, guess(stored, convention))
	}
	values, err := stored.Values(convention.shapes(c))
	if err != nil {
		return nil, fmt.Errorf("swin: %w", err)
	}
	w := &Weights{Config: c, tensors: make(map[string][]float32)}
	for _, whole := range c.shapes() {
		for _, part := range convention.parts(whole) {
			w.tensors[whole.Name] = append(w.tensors[whole.Name], values[part.Name]...)
		}
	}
	w.digest = w.hash()
	return w, nil
}

// Load reads the weights in the file at path, as Read does.
func Load(path string, c Config) (*Weights, error) {
	return backbone.Load(path, func(r io.ReaderAt, size int64) (*Weights, error) { return Read(r, size, c) })
}

// Side returns the side of the input images in pixels.
func (w *Weights) Side() int { return w.Config.Image }

// Features returns the length of the pooled feature vector.
func (w *Weights) Features() int { return w.Config.Features() }

// Widest returns the number of values in the tokens of an image's first stage.
func (w *Weights) Widest() int { return w.Config.grid(0) * w.Config.grid(0) * w.Config.Embed }

// Digest returns the SHA-256, in hexadecimal, of the network's shape and values.
// The same weights under other names, or in a file of another layout, have the
// same digest.
func (w *Weights) Digest() string { return w.digest }

// Parameters returns the number of values.
func (w *Weights) Parameters() int { return backbone.Count(w.tensors) }

// Tensors returns all tensors under timm's names, for writing to a file. The
// values are shared, not copied.
func (w *Weights) Tensors() []safetensors.Tensor {
	return backbone.Tensors(w.Config.shapes(), w.tensors)
}

func (w *Weights) hash() string {
	return backbone.Digest(fmt.Sprintf("%+v", w.Config), w.Config.shapes(), w.tensors)
}

// open finds out a file's convention, and lists its tensors, without the buffers,
// by the present timm names.
func open(r io.ReaderAt, size int64) (*backbone.Stored, convention, error) {
	var c convention
	file, err := safetensors.Parse(r, size)
	if err != nil {
		return nil, c, err
	}
	var names []string
	for _, e := range file.Entries() {
		names = append(names, e.Name)
	}
	c = conventionOf(names)
	stored, err := backbone.Select(file, func(name string) string {
		if isBuffer(name) {
			return ""
		}
		return c.canonical(name)
	})
	return stored, c, err
}

// guess says which preset the tensors belong to, if any, with as many classes as
// their head has.
func guess(stored *backbone.Stored, convention convention) string {
	classes := 0
	if head := stored.Dims("head.fc.bias"); len(head) == 1 {
		classes = head[0]
	}
	for _, p := range presets {
		c := p.config
		c.Classes = classes
		if stored.Check(convention.shapes(c)) == nil {
			return fmt.Sprintf("; these are the weights of the preset %s with %d classes", p.name, classes)
		}
	}
	return "; these are not the weights of any preset"
}
