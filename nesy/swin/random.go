package swin

import (
	"math"
	"math/rand/v2"
)

// Random returns weights drawn at random, for tests and for timing a network whose
// trained weights are not at hand. They are of a size at which every parameter
// matters, biases and normalisation too; the same seed gives the same weights. It
// panics if no such network can be built.
func Random(c Config, seed uint64) *Weights {
	if err := c.check(); err != nil {
		panic(err.Error())
	}
	r := rand.New(rand.NewPCG(seed, 0))
	w := &Weights{Config: c, tensors: make(map[string][]float32)}
	for _, s := range c.shapes() {
		mean, deviation := 0.0, 0.2
		if isScale(s.Name) {
			mean = 1
		}
		if len(s.Dims) > 1 {
			deviation = math.Sqrt(float64(s.Dims[0]) / float64(s.Size())) // keeps the size of what passes through
		}
		values := make([]float32, s.Size())
		for i := range values {
			values[i] = float32(mean + deviation*r.NormFloat64())
		}
		w.tensors[s.Name] = values
	}
	w.digest = w.hash()
	return w
}
