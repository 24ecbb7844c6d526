package model

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

// initialiseStream is the stream of the seed that the weights are drawn from.
const initialiseStream = 1

// Initialise creates every variable of the network for images of the given
// number of features: weights and biases uniform within 1/sqrt(inputs) either
// side of zero, as PyTorch's Linear layers begin (He et al., 2015, "Delving
// Deep into Rectifiers", with slope sqrt(5)), and the normalisation as the
// identity. The same seed gives the same weights whatever the backend, and the
// same projection whatever the heads.
func Initialise(store *model.Store, features int, c Config, seed uint64) error {
	if err := c.Validate(); err != nil {
		return err
	}
	if features < 1 {
		return fmt.Errorf("model: images of %d features: must be positive", features)
	}
	rng := rand.New(rand.NewPCG(seed, initialiseStream))
	inputs := features
	for i, width := range c.widths() {
		layer := "/" + layerName(i)
		if err := create(store, layer+"/weights", uniform(rng, inputs, width, inputs)); err != nil {
			return err
		}
		for name, value := range map[string]float32{"scale": 1, "shift": 0, "mean": 0, "variance": 1} {
			if err := create(store, layer+"/norm_"+name, constant(value, width)); err != nil {
				return err
			}
		}
		inputs = width
	}
	for _, head := range []struct {
		name    string
		outputs int
	}{{"fine", c.Fine}, {"coarse", c.Coarse}} {
		if err := create(store, "/"+head.name+"/weights", uniform(rng, inputs, head.outputs, inputs)); err != nil {
			return err
		}
		if err := create(store, "/"+head.name+"/bias", uniform(rng, inputs, head.outputs)); err != nil {
			return err
		}
	}
	return nil
}

// SetBiases replaces the biases of the two heads of an initialised network, and
// with them what it says of every image before it has learnt anything.
func SetBiases(store *model.Store, fine, coarse []float32) error {
	for name, values := range map[string][]float32{"fine": fine, "coarse": coarse} {
		path := "/" + name + "/bias"
		bias := store.GetVariable(path)
		if bias == nil {
			return fmt.Errorf("model: no variable %s: initialise the network first", path)
		}
		if got := bias.Shape().Size(); got != len(values) {
			return fmt.Errorf("model: %d biases for the %d outputs of the %s head", len(values), got, name)
		}
		if err := bias.SetValue(tensors.FromFlatDataAndDimensions(values, len(values))); err != nil {
			return fmt.Errorf("model: setting %s: %w", path, err)
		}
	}
	return nil
}

func create(store *model.Store, path string, value *tensors.Tensor) error {
	if _, err := store.CreateVariable(path, value); err != nil {
		return fmt.Errorf("model: creating %s: %w", path, err)
	}
	return nil
}

// uniform draws a tensor of a layer with the given number of inputs.
func uniform(rng *rand.Rand, inputs int, dims ...int) *tensors.Tensor {
	bound := 1 / math.Sqrt(float64(inputs))
	size := 1
	for _, d := range dims {
		size *= d
	}
	values := make([]float32, size)
	for i := range values {
		values[i] = float32(bound * (2*rng.Float64() - 1))
	}
	return tensors.FromFlatDataAndDimensions(values, dims...)
}

func constant(value float32, size int) *tensors.Tensor {
	return tensors.FromScalarAndDimensions(value, size)
}
