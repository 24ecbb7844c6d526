package swin

import (
	"math"
	"math/rand/v2"
	"strings"
)

// Initial returns weights to begin training from, drawn as torchvision's
// SwinTransformer draws them: linear layers and position biases normal with
// deviation 0.02, the patch embedding uniform within the inverse root of its
// inputs, biases zero and normalisation the identity. The same seed gives the same
// weights. It panics if no such network can be built.
func Initial(c Config, seed uint64) *Weights {
	if err := c.check(); err != nil {
		panic(err.Error())
	}
	r := rand.New(rand.NewPCG(seed, 0))
	w := &Weights{Config: c, tensors: make(map[string][]float32)}
	bound := 1 / math.Sqrt(float64(3*c.Patch*c.Patch))
	for _, s := range c.shapes() {
		values := make([]float32, s.Size())
		for i := range values {
			switch {
			case strings.HasPrefix(s.Name, "patch_embed.proj."):
				values[i] = float32(bound * (2*r.Float64() - 1))
			case len(s.Dims) > 1:
				values[i] = float32(0.02 * r.NormFloat64())
			case isScale(s.Name):
				values[i] = 1
			}
		}
		w.tensors[s.Name] = values
	}
	w.digest = w.hash()
	return w
}

// isScale reports whether a tensor scales normalised tokens.
func isScale(name string) bool {
	return strings.Contains(name, "norm") && strings.HasSuffix(name, ".weight")
}
