package main

import (
	"math"
	"testing"
)

func TestRate(t *testing.T) {
	// By the formulas of PyTorch's OneCycleLR with pct_start 0.15 and its defaults.
	r := Recipe{PeakRate: 1, Warmup: 0.15}
	for step, want := range map[int]float64{0: 0.04, 7: 0.52, 14: 1, 99: 4e-6} {
		if got := r.rate(step, 100); math.Abs(got-want) > 1e-12 {
			t.Errorf("step %d of 100: %g, want %g", step, got, want)
		}
	}
	for step := 1; step < 100; step++ {
		if rises := r.rate(step, 100) > r.rate(step-1, 100); rises != (step <= 14) {
			t.Errorf("at step %d the rate rises: %v", step, rises)
		}
	}
	// Few steps, with hardly any or all but the last in warm-up, or the first at the peak.
	for _, warmup := range []float64{0.15, 0.5, 0.25, 0.9} {
		r.Warmup = warmup
		for _, total := range []int{1, 2, 3, 4} {
			for step := range total {
				if got := r.rate(step, total); !(got > 0 && got <= 1) {
					t.Errorf("warm-up %g, step %d of %d: %g", warmup, step, total, got)
				}
			}
		}
	}
}

func TestRecipesThatCannotBeFollowed(t *testing.T) {
	for name, change := range map[string]func(*Recipe){
		"epochs":    func(r *Recipe) { r.Epochs = 0 },
		"batch":     func(r *Recipe) { r.Batch = 0 },
		"chunk":     func(r *Recipe) { r.Chunk = 100 },
		"rate":      func(r *Recipe) { r.PeakRate = math.NaN() },
		"warm-up":   func(r *Recipe) { r.Warmup = 1 },
		"decay":     func(r *Recipe) { r.Decay = -1 },
		"norm":      func(r *Recipe) { r.MaxNorm = 0 },
		"smoothing": func(r *Recipe) { r.Smoothing = 1 },
		"precision": func(r *Recipe) { r.Precision = "float8" },
		"depth":     func(r *Recipe) { r.StochasticDepth = 1 },
	} {
		r := NewRecipe(200)
		if err := r.Validate(); err != nil {
			t.Fatal(err)
		}
		if change(&r); r.Validate() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
