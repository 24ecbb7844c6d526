package metrics

import (
	"math"
	"testing"
)

// near fails the test unless got is want but for rounding.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("%s = %.15g, want %.15g", what, got, want)
	}
}

// panics fails the test unless f panics with want.
func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}()
	f()
}

func TestAccuracy(t *testing.T) {
	near(t, "accuracy", Accuracy([]int{0, 1, 2, 2}, []int{0, 1, 1, 2}), 0.75)
	panics(t, "metrics: length mismatch", func() { Accuracy([]int{0}, nil) })
	panics(t, "metrics: no samples", func() { Accuracy(nil, nil) })
}

func TestArgmaxTakesTheLowestOfEquals(t *testing.T) {
	got := Argmax([][]float64{{0.2, 0.4, 0.4}, {1, 0, 0}, {0, 0, 0}})
	if want := []int{1, 0, 0}; got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("Argmax = %v, want %v", got, want)
	}
}

func TestConsistency(t *testing.T) {
	parents := []int{0, 0, 1}
	near(t, "consistency", Consistency([]int{0, 1, 2, 2}, []int{0, 1, 1, 0}, parents), 0.5)
	panics(t, "metrics: label out of range", func() { Consistency([]int{3}, []int{0}, parents) })
}
