package train

import (
	"fmt"
	"math"
	"testing"
)

// TestPlateau follows a sequence of losses by hand. With a patience of 2 the
// third epoch in a row without an improvement of one part in 10,000 lowers the
// rate, and counting starts anew.
func TestPlateau(t *testing.T) {
	c := Config{Factor: 0.1, Patience: 2, MinRate: 0.005}
	p := plateau{Rate: 1}
	for i, step := range []struct{ loss, rate float64 }{
		{5, 1}, {4, 1},
		{4.5, 1}, {3.9999, 1}, {4, 0.1}, // 3.9999 is no improvement on 4
		{4, 0.1}, {3.9, 0.1}, // one that is
		{4, 0.1}, {4, 0.1}, {4, 0.01},
		{4, 0.01}, {4, 0.01}, {4, 0.005}, // no lower than MinRate
	} {
		p.observe(step.loss, c)
		if math.Abs(p.Rate-step.rate) > 1e-12 {
			t.Errorf("after epoch %d, of loss %v: rate %v, want %v", i+1, step.loss, p.Rate, step.rate)
		}
	}
}

// A loss can be negative; an improvement is then still one.
func TestPlateauAtLossesOfAnySign(t *testing.T) {
	c := Config{Factor: 0.1, Patience: 0}
	p := plateau{Rate: 1}
	for _, loss := range []float64{1, 0, -1, -2} {
		p.observe(loss, c)
	}
	if p.Rate != 1 {
		t.Errorf("rate %v while the loss improves", p.Rate)
	}
}

func ExampleConfig_cosine() {
	c := Config{LearningRate: 1, MinRate: 0.2, Schedule: Cosine}
	for _, step := range []int{0, 25, 50, 75, 100} {
		fmt.Printf("%.3f ", c.cosineRate(step, 100))
	}
	// Output: 1.000 0.883 0.600 0.317 0.200
}

func TestScheduleNames(t *testing.T) {
	for _, s := range []Schedule{Plateau, Cosine} {
		if back, err := ParseSchedule(s.String()); err != nil || back != s {
			t.Errorf("%v: parsed as %v, %v", s, back, err)
		}
	}
	if _, err := ParseSchedule("linear"); err == nil {
		t.Error("no error for an unknown schedule")
	}
}

func TestBadConfigs(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"epochs":   func(c *Config) { c.Epochs = 0 },
		"warm-up":  func(c *Config) { c.Warmup = c.Epochs },
		"batch":    func(c *Config) { c.Batch = 1 },
		"rate":     func(c *Config) { c.LearningRate = 0 },
		"decay":    func(c *Config) { c.WeightDecay = math.NaN() },
		"min rate": func(c *Config) { c.MinRate = 1 },
		"factor":   func(c *Config) { c.Factor = 1 },
		"patience": func(c *Config) { c.StopPatience = -1 },
		"schedule": func(c *Config) { c.Schedule = 9 },
	} {
		c := Default()
		change(&c)
		if c.Validate() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := Default().Validate(); err != nil {
		t.Errorf("the default: %v", err)
	}
}
