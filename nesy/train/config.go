package train

import "fmt"

// Config says how a model is trained.
type Config struct {
	Epochs int // at most
	// Warmup is the number of first epochs on cross-entropy alone. They count
	// neither for the best checkpoint nor for the plateau nor for early stopping.
	Warmup int
	Batch  int // images a step; what is left of an epoch after the last whole batch is not used

	LearningRate float64
	WeightDecay  float64 // of the weights alone
	Schedule     Schedule
	Factor       float64 // Plateau: the learning rate's, after Patience epochs without improvement
	Patience     int
	MinRate      float64 // the learning rate falls no lower

	// UniformStart begins with the beliefs of the uniform distribution, Bel(A) =
	// |A|/n, in place of PyTorch's initial biases, which believe about one half of
	// every set. The masses then begin valid, and the first epochs are not spent on
	// finding out that most sets are false.
	UniformStart bool

	StopPatience int // epochs in a row without a new best after which training ends; 0: it never does
	Seed         uint64
}

// Default returns the paper's setting (table 2, in appendix C).
func Default() Config {
	return Config{
		Epochs:       300,
		Warmup:       5,
		Batch:        64,
		LearningRate: 2e-4,
		WeightDecay:  1e-2,
		Schedule:     Plateau,
		Factor:       0.1,
		Patience:     3,
		StopPatience: 5,
		Seed:         42,
	}
}

// Validate reports the first value that no training can follow.
func (c Config) Validate() error {
	switch {
	case c.Epochs < 1:
		return fmt.Errorf("train: %d epochs: must be positive", c.Epochs)
	case c.Warmup < 0 || c.Warmup >= c.Epochs:
		return fmt.Errorf("train: %d epochs of warm-up in %d: some must follow", c.Warmup, c.Epochs)
	case c.Batch < 2:
		return fmt.Errorf("train: batches of %d: batch normalisation needs two images", c.Batch)
	case !(c.LearningRate > 0):
		return fmt.Errorf("train: learning rate of %v: must be positive", c.LearningRate)
	case !(c.WeightDecay >= 0):
		return fmt.Errorf("train: weight decay of %v: must not be negative", c.WeightDecay)
	case !(c.MinRate >= 0 && c.MinRate <= c.LearningRate):
		return fmt.Errorf("train: least learning rate of %v: must be within [0, %v]", c.MinRate, c.LearningRate)
	case c.Schedule == Plateau && !(c.Factor > 0 && c.Factor < 1):
		return fmt.Errorf("train: factor of %v on a plateau: must be within (0, 1)", c.Factor)
	case c.Schedule == Plateau && c.Patience < 0, c.StopPatience < 0:
		return fmt.Errorf("train: patience must not be negative")
	case c.Schedule < Plateau || c.Schedule > Cosine:
		return fmt.Errorf("train: %v is no schedule", c.Schedule)
	}
	return nil
}
