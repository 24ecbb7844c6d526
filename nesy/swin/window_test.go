package swin

import (
	"slices"
	"testing"
)

func TestWindowOrder(t *testing.T) {
	// A grid of 4×4 tokens, numbered 0 to 15, in windows of 2×2.
	if got, want := windowOrder(4, 2, 0), []int{0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15}; !slices.Equal(got, want) {
		t.Errorf("windows %v, want %v", got, want)
	}
	if got, want := windowOrder(4, 2, 1), []int{5, 6, 9, 10, 7, 4, 11, 8, 13, 14, 1, 2, 15, 12, 3, 0}; !slices.Equal(got, want) {
		t.Errorf("shifted windows %v, want %v", got, want)
	}
}

func TestMergeOrder(t *testing.T) {
	if got, want := mergeOrder(4, rasterOrder(2)), []int{0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestMoves(t *testing.T) {
	from, to := windowOrder(6, 3, 1), rasterOrder(6)
	for i, m := range moves(from, to) {
		if from[m] != to[i] {
			t.Fatalf("token %d comes from %d, which holds %d", to[i], m, from[m])
		}
	}
}

func TestWrapped(t *testing.T) {
	// 4×4 tokens, shift 1: the last window holds 15, 12, 3 and 0, the four corners.
	for _, c := range []struct {
		a, b int
		want bool
	}{{15, 12, true}, {15, 3, true}, {15, 0, true}, {12, 3, true}, {5, 10, false}, {7, 11, false}, {7, 4, true}, {7, 7, false}} {
		if got := wrapped(4, 1, c.a, c.b); got != c.want {
			t.Errorf("wrapped(%d, %d) = %v", c.a, c.b, got)
		}
	}
}

// Values of timm's relative_position_index buffer for windows of 7×7.
func TestRelativePosition(t *testing.T) {
	for _, c := range []struct{ query, key, want int }{{0, 0, 84}, {0, 48, 0}, {48, 0, 168}} {
		if got := relativePosition(7, c.query, c.key); got != c.want {
			t.Errorf("[%d, %d] = %d, want %d", c.query, c.key, got, c.want)
		}
	}
}
