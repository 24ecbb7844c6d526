package train

import (
	"fmt"
	"math"
)

// Schedule is how the learning rate changes over a run.
type Schedule int

const (
	// Plateau multiplies it by Factor when the validation loss has not improved
	// for more than Patience epochs, as PyTorch's ReduceLROnPlateau does.
	Plateau Schedule = iota
	// Cosine lowers it step by step along half a cosine to MinRate at the last of
	// all epochs (Loshchilov and Hutter, 2017, "SGDR: Stochastic Gradient Descent
	// with Warm Restarts", without restarts).
	Cosine
)

// String returns "plateau" or "cosine".
func (s Schedule) String() string {
	switch s {
	case Plateau:
		return "plateau"
	case Cosine:
		return "cosine"
	}
	return fmt.Sprintf("Schedule(%d)", int(s))
}

// ParseSchedule is the inverse of String.
func ParseSchedule(s string) (Schedule, error) {
	for _, schedule := range []Schedule{Plateau, Cosine} {
		if s == schedule.String() {
			return schedule, nil
		}
	}
	return 0, fmt.Errorf("train: no schedule is called %q (known: plateau, cosine)", s)
}

// MarshalText writes the schedule's name.
func (s Schedule) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the schedule's name.
func (s *Schedule) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSchedule(string(text))
	return err
}

// cosineRate returns the learning rate of a step, counted from 0, of total.
func (c Config) cosineRate(step, total int) float64 {
	progress := float64(step) / float64(total)
	return c.MinRate + (c.LearningRate-c.MinRate)*(1+math.Cos(math.Pi*progress))/2
}

// plateau is the state of the schedule of that name.
type plateau struct {
	Rate float64 `json:"rate"`
	Best float64 `json:"best"` // the loss to improve on
	Seen bool    `json:"seen"` // whether there is one
	Bad  int     `json:"bad"`  // epochs in a row without improvement
}

// plateauThreshold is the relative improvement that counts as one.
const plateauThreshold = 1e-4

// observe takes in the validation loss of an epoch.
func (p *plateau) observe(loss float64, c Config) {
	if !p.Seen || loss < p.Best*(1-plateauThreshold) {
		p.Seen, p.Best, p.Bad = true, loss, 0
		return
	}
	if p.Bad++; p.Bad > c.Patience {
		p.Rate = max(p.Rate*c.Factor, c.MinRate)
		p.Bad = 0
	}
}
