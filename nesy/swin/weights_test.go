package swin

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nesybook/nesy/safetensors"
)

var little = Config{Image: 16, Patch: 2, Embed: 8, Depths: []int{2, 1}, Heads: []int{2, 4}, Window: 4, Classes: 3}

// rename gives the tensors of present timm names the names of another convention.
func rename(tensors []safetensors.Tensor, pairs ...string) []safetensors.Tensor {
	renamed := slices.Clone(tensors)
	for i := range renamed {
		renamed[i].Name = strings.NewReplacer(pairs...).Replace(renamed[i].Name)
	}
	return renamed
}

var oldTimm = []string{"layers.1.downsample", "layers.0.downsample", "head.fc", "head"}

var hf = []string{
	"patch_embed.proj", "swin.embeddings.patch_embeddings.projection",
	"patch_embed.norm", "swin.embeddings.norm",
	"layers.1.downsample", "swin.encoder.layers.0.downsample",
	"layers.", "swin.encoder.layers.",
	"norm1", "layernorm_before", "norm2", "layernorm_after",
	"attn.relative", "attention.self.relative", "attn.proj", "attention.output.dense",
	"mlp.fc1", "intermediate.dense", "mlp.fc2", "output.dense",
	"head.fc", "classifier",
}

// splitQKV replaces each joint projection by query, key and value.
func splitQKV(tensors []safetensors.Tensor) []safetensors.Tensor {
	var split []safetensors.Tensor
	for _, t := range tensors {
		before, after, ok := strings.Cut(t.Name, "attn.qkv.")
		if !ok {
			if rest, ok := strings.CutPrefix(t.Name, "norm."); ok {
				t.Name = "swin.layernorm." + rest
			}
			split = append(split, t)
			continue
		}
		shape := slices.Clone(t.Shape)
		shape[0] /= 3
		n := len(t.Data) / 3
		for i, part := range []string{"query", "key", "value"} {
			split = append(split, safetensors.Tensor{Name: before + "attention.self." + part + "." + after, Shape: shape, Data: t.Data[i*n : (i+1)*n]})
		}
	}
	return split
}

func TestConventions(t *testing.T) {
	w := Random(little, 1)
	buffers := []safetensors.Tensor{
		{Name: "layers.0.blocks.1.attn_mask", Shape: []int{1}, Data: []float32{0}},
		{Name: "layers.0.blocks.1.attn.relative_position_index", Shape: []int{1}, Data: []float32{0}},
	}
	for name, tensors := range map[string][]safetensors.Tensor{
		"timm":         w.Tensors(),
		"old timm":     rename(w.Tensors(), oldTimm...),
		"hugging face": rename(splitQKV(w.Tensors()), hf...),
		"with buffers": slices.Concat(w.Tensors(), buffers),
	} {
		got, err := read(tensors, little)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Digest() != w.Digest() {
			t.Errorf("%s: the weights changed on the way", name)
		}
	}
	if Random(little, 2).Digest() == w.Digest() {
		t.Error("other weights have the same digest")
	}
}

func TestBadWeights(t *testing.T) {
	w := Random(little, 1)
	change := func(name string, f func(*safetensors.Tensor)) []safetensors.Tensor {
		tensors := w.Tensors()
		for i := range tensors {
			if tensors[i].Name == name {
				f(&tensors[i])
				return tensors
			}
		}
		t.Fatalf("no tensor %q", name)
		return nil
	}
	for name, c := range map[string]struct {
		tensors []safetensors.Tensor
		config  Config
		want    []string
	}{
		"missing": {slices.DeleteFunc(w.Tensors(), func(t safetensors.Tensor) bool { return t.Name == "norm.bias" }), little,
			[]string{`"norm.bias" [16] is missing`}},
		"unknown": {append(w.Tensors(), safetensors.Tensor{Name: "extra", Shape: []int{2}, Data: []float32{1, 2}}), little,
			[]string{`"extra" [2] is not part`}},
		"shape": {change("norm.weight", func(t *safetensors.Tensor) { t.Shape = []int{4, 4} }), little,
			[]string{`"norm.weight" has shape [4 4], want [16]`, "not the weights of any preset"}},
		"not a number": {change("norm.weight", func(t *safetensors.Tensor) {
			t.Data = slices.Clone(t.Data)
			t.Data[3] = float32(math.NaN())
		}), little, []string{`"norm.weight" holds NaN`}},
		"twice": {append(w.Tensors(), safetensors.Tensor{Name: "head.weight", Shape: []int{1}, Data: []float32{1}}), little,
			[]string{`"head.fc.weight" and "head.weight"`}},
		"another preset": {Random(withClasses(Nano32(), 7), 1).Tensors(), Tiny(),
			[]string{`has shape [48 3 2 2], want [96 3 4 4]`, "preset Nano32 with 7 classes"}},
		"classes": {Random(withClasses(Nano32(), 7), 1).Tensors(), Nano32(),
			[]string{`"head.fc.weight" has shape [7 192], want [200 192]`, "preset Nano32 with 7 classes"}},
		"impossible": {w.Tensors(), Config{Image: 10, Patch: 2, Embed: 8, Depths: []int{1}, Heads: []int{2}, Window: 4},
			[]string{"do not tile"}},
	} {
		_, err := read(c.tensors, c.config)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %q", name, err, want)
			}
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q has more than one line", name, err)
		}
	}
}

func withClasses(c Config, n int) Config {
	c.Classes = n
	return c
}

func TestLoadNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights.safetensors")
	if _, err := Load(path, little); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("missing file: %v", err)
	}
	if err := os.WriteFile(path, []byte("not weights at all"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path, little); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("foreign file: %v", err)
	}
	w := Random(little, 1)
	if err := safetensors.Save(path, safetensors.F32, w.Tensors(), nil); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(path, little); err != nil || got.Digest() != w.Digest() {
		t.Errorf("saved weights: %v", err)
	}
}

// The published networks' numbers of parameters, from Liu and others (2021), table
// 1, in millions; Swin-T's exact count and its 173 tensors are those of timm's file.
func TestPresets(t *testing.T) {
	for _, p := range []struct {
		config   Config
		millions float64
		features int
	}{{Tiny(), 28.3, 768}, {Small(), 49.6, 768}, {Base(), 87.8, 1024}, {Nano32(), 2.2, 192}} {
		n := 0
		for _, s := range p.config.shapes() {
			n += s.Size()
		}
		if got := float64(n) / 1e6; math.Abs(got-p.millions) > 0.06 {
			t.Errorf("%+v: %.2f million parameters, want %.1f", p.config, got, p.millions)
		}
		if p.config.Embed == 96 && p.config.Depths[2] == 6 && (n != 28288354 || len(p.config.shapes()) != 173) {
			t.Errorf("Tiny: %d parameters in %d tensors, want 28288354 in 173", n, len(p.config.shapes()))
		}
		if p.config.Features() != p.features || p.config.check() != nil {
			t.Errorf("%+v: %d features, %v", p.config, p.config.Features(), p.config.check())
		}
	}
}

func TestCarried(t *testing.T) {
	w, err := Carried()
	if err != nil {
		t.Fatal(err)
	}
	if n := w.Parameters(); n != 2195930 { // the float32 original's count
		t.Errorf("%d parameters", n)
	}
	readme, err := os.ReadFile("weights/README.md")
	if err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(nano32)); !strings.Contains(string(readme), sum) {
		t.Errorf("weights/README.md does not state the file's sha256, %s", sum)
	}
}

func ExampleCarried() {
	w, err := Carried()
	if err != nil {
		panic(err)
	}
	fmt.Println(w.Parameters(), "parameters,", w.Config.Image, "pixels a side,", w.Config.Features(), "features")
	// Output: 2195930 parameters, 32 pixels a side, 192 features
}
