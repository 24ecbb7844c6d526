package model

import (
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
)

func TestDropout(t *testing.T) {
	c := Config{Hidden: 400, Width: 300, Dropout: 0.3}
	d := NewDropout(c, 50, 9)
	draw := func(step int) []float32 {
		d.Draw(step)
		return slices.Concat(tensors.MustCopyFlatData[float32](d.Masks[0]), tensors.MustCopyFlatData[float32](d.Masks[1]))
	}
	first := draw(3)
	dropped := 0
	for _, v := range first {
		switch v {
		case 0:
			dropped++
		case float32(1 / 0.7):
		default:
			t.Fatalf("mask holds %v", v)
		}
	}
	// 35,000 draws: a standard deviation of 0.0025.
	near(t, "share dropped", float64(dropped)/float64(len(first)), 0.3, 0.01)
	if slices.Equal(first, draw(4)) {
		t.Error("two steps have the same masks")
	}
	if !slices.Equal(first, draw(3)) {
		t.Error("a step drawn again has other masks")
	}
	if none := NewDropout(Config{Hidden: 4, Width: 3}, 5, 9); len(none.Masks) != 0 {
		t.Error("masks without dropout")
	}
}
