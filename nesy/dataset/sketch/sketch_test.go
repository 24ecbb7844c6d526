package sketch

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"
)

func drawn(seed uint64, class string, family int) *image.RGBA {
	return Draw(rand.New(rand.NewPCG(seed, 0)), class, family, 80, 60)
}

func TestDrawIsDeterministic(t *testing.T) {
	a, b := drawn(1, "Aves", 2), drawn(1, "Aves", 2)
	if !bytes.Equal(a.Pix, b.Pix) {
		t.Error("the same numbers give two pictures")
	}
	for name, other := range map[string]*image.RGBA{
		"seed": drawn(2, "Aves", 2), "class": drawn(1, "Insecta", 2), "family": drawn(1, "Aves", 3),
	} {
		if bytes.Equal(a.Pix, other.Pix) {
			t.Errorf("another %s gives the same picture", name)
		}
	}
}

// TestEachClassIsDrawn wants a figure of every class to cover a fair part of the
// middle with other colours than those of the ground alone.
func TestEachClassIsDrawn(t *testing.T) {
	for class := range figures {
		for family := range 6 {
			r := rand.New(rand.NewPCG(9, 0))
			bare := &canvas{picture: image.NewRGBA(image.Rect(0, 0, 80, 60)), mirror: float64(2*r.IntN(2) - 1)}
			bare.ground(r)
			picture, changed := drawn(9, class, family), 0
			for k := 0; k < len(picture.Pix); k += 4 {
				if !bytes.Equal(picture.Pix[k:k+4], bare.picture.Pix[k:k+4]) {
					changed++
				}
				if picture.Pix[k+3] != 255 {
					t.Fatalf("%s: pixel %d is transparent", class, k/4)
				}
			}
			if share := float64(changed) / (80 * 60); share < 0.05 || share > 0.8 {
				t.Errorf("%s, family %d, covers %.0f %% of the picture", class, family, 100*share)
			}
		}
	}
}

func TestEllipseHasItsArea(t *testing.T) {
	c := &canvas{picture: image.NewRGBA(image.Rect(0, 0, 200, 200)), centre: point{100, 100}, scale: 100, cos: 1, mirror: 1}
	c.ellipse(color.White, point{0.1, -0.2}, 0.6, 0.3, 0.7)
	var sum float64
	for k := 0; k < len(c.picture.Pix); k += 4 {
		sum += float64(c.picture.Pix[k]) / 255
	}
	// That of the 24-gon in it: (24/2π) sin(2π/24) = 0.9886 of the ellipse's.
	if want := math.Pi * 60 * 30 * 0.9886; math.Abs(sum-want) > 0.005*want {
		t.Errorf("the ellipse covers %v pixels, want %v", sum, want)
	}
}

func TestHSV(t *testing.T) {
	for _, c := range []struct {
		h, s, v float64
		want    color.RGBA
	}{
		{0, 1, 1, color.RGBA{255, 0, 0, 255}},
		{1.0 / 3, 1, 1, color.RGBA{0, 255, 0, 255}},
		{-1.0 / 3, 1, 1, color.RGBA{0, 0, 255, 255}},
		{1.0 / 6, 1, 0.4, color.RGBA{102, 102, 0, 255}},
		{0.9, 0, 0.6, color.RGBA{153, 153, 153, 255}},
	} {
		if got := hsv(c.h, c.s, c.v); got != c.want {
			t.Errorf("%v is %v, want %v", c, got, c.want)
		}
	}
}

func TestDrawPanics(t *testing.T) {
	defer func() {
		if got := recover(); got != "sketch: picture without pixels" {
			t.Errorf("panic %v", got)
		}
	}()
	Draw(rand.New(rand.NewPCG(1, 1)), "Aves", 0, 0, 10)
}
