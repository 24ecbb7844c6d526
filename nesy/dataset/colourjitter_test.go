package dataset

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"nesybook/nesy/dataset/raster"
)

func apply(s Step, seed uint64, side int, src []byte) []byte {
	dst := make([]byte, len(src))
	s.Apply(rand.New(rand.NewPCG(seed, 0)), side, dst, src)
	return dst
}

func TestColourJitterOfStrengthZeroIsNothing(t *testing.T) {
	src := scattered(8)
	for seed := range uint64(20) {
		if !bytes.Equal(apply(ColourJitter(0, 0, 0, 0), seed, 8, src), src) {
			t.Fatal("the picture changed")
		}
	}
}

// TestColourJitterFactors reads the brightness factor off a pixel of 100: it is
// uniform in 1 ± 0.2, and in 0 to 2.5 where the strength exceeds 1.
func TestColourJitterFactors(t *testing.T) {
	src := bytes.Repeat([]byte{100}, 3)
	for _, c := range []struct{ strength, from, to float64 }{{0.2, 0.8, 1.2}, {1.5, 0, 2.5}} {
		var factors []float64
		r := rand.New(rand.NewPCG(4, 0))
		step, got := ColourJitter(c.strength, 0, 0, 0), make([]byte, 3)
		for range 20_000 {
			step.Apply(r, 1, got, src)
			// What was rounded down is uniform in the byte's interval.
			factors = append(factors, (float64(got[0])+r.Float64())/100)
		}
		wantUniform(t, "factors", factors, c.from, c.to)
	}
}

func TestColourJitterHue(t *testing.T) {
	src := []byte{200, 0, 0} // red: towards yellow green rises, towards magenta blue
	var turns []float64
	r := rand.New(rand.NewPCG(5, 0))
	step, got := ColourJitter(0, 0, 0, 0.1), make([]byte, 3)
	for range 20_000 {
		step.Apply(r, 1, got, src)
		turns = append(turns, (float64(got[1])-float64(got[2])+r.Float64()-0.5)/200/6)
	}
	wantUniform(t, "turns", turns, -0.1, 0.1)
}

// TestColourJitterOrder compares with all 24 orders of four changes, each of
// which must occur. The random numbers are those of the step: its order, then
// one amount for each change in that order.
func TestColourJitterOrder(t *testing.T) {
	src := scattered(4)
	step := ColourJitter(0.5, 0.5, 0.5, 0.2)
	changes := []func(side int, dst, src []byte, amount float64){
		raster.Brightness, raster.Contrast, raster.Saturation, raster.Hue,
	}
	low, width := []float64{0.5, 0.5, 0.5, -0.2}, []float64{1, 1, 1, 0.4}
	orders := make(map[string]bool)
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		order := r.Perm(4)
		orders[fmt.Sprint(order)] = true
		want := bytes.Clone(src)
		for _, k := range order {
			next := make([]byte, len(want))
			changes[k](4, next, want, low[k]+float64(r.Float64()*width[k]))
			want = next
		}
		if !bytes.Equal(apply(step, seed, 4, src), want) {
			t.Fatalf("seed %d, order %v: the pictures differ", seed, order)
		}
	}
	if len(orders) != 24 {
		t.Errorf("%d of 24 orders occurred", len(orders))
	}
}

// TestRandomRotation compares with all angles on a fine grid, and finds angles
// near both ends.
func TestRandomRotation(t *testing.T) {
	const side = 9
	src := scattered(side)
	least := make(map[string]float64) // the first and last angle that gives a picture
	most := make(map[string]float64)
	for k := -10_000; k <= 10_000; k++ {
		angle, picture := float64(k)/1000, make([]byte, len(src))
		raster.Rotate(side, picture, src, angle)
		if _, ok := least[string(picture)]; !ok {
			least[string(picture)] = angle
		}
		most[string(picture)] = angle
	}
	left, right := 0.0, 0.0
	for seed := range uint64(400) {
		got := string(apply(RandomRotation(10), seed, side, src))
		if _, ok := least[got]; !ok {
			t.Fatalf("seed %d is no turn by up to 10 degrees", seed)
		}
		left, right = min(left, most[got]), max(right, least[got])
	}
	if left > -8 || right < 8 {
		t.Errorf("400 turns stayed within %v and %v degrees", left, right)
	}
	if len(least) < 5 {
		t.Fatalf("only %d different turns: the test cannot tell angles apart", len(least))
	}
}
