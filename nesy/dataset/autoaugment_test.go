package dataset

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"nesybook/nesy/dataset/raster"
)

// table7 is table 7 of the AutoAugment paper, typed anew, a sub-policy a line.
const table7 = `
(Invert,0.1,7) (Contrast,0.2,6)
(Rotate,0.7,2) (TranslateX,0.3,9)
(Sharpness,0.8,1) (Sharpness,0.9,3)
(ShearY,0.5,8) (TranslateY,0.7,9)
(AutoContrast,0.5,8) (Equalize,0.9,2)
(ShearY,0.2,7) (Posterize,0.3,7)
(Color,0.4,3) (Brightness,0.6,7)
(Sharpness,0.3,9) (Brightness,0.7,9)
(Equalize,0.6,5) (Equalize,0.5,1)
(Contrast,0.6,7) (Sharpness,0.6,5)
(Color,0.7,7) (TranslateX,0.5,8)
(Equalize,0.3,7) (AutoContrast,0.4,8)
(TranslateY,0.4,3) (Sharpness,0.2,6)
(Brightness,0.9,6) (Color,0.2,8)
(Solarize,0.5,2) (Invert,0,3)
(Equalize,0.2,0) (AutoContrast,0.6,0)
(Equalize,0.2,8) (Equalize,0.6,4)
(Color,0.9,9) (Equalize,0.6,6)
(AutoContrast,0.8,4) (Solarize,0.2,8)
(Brightness,0.1,3) (Color,0.7,0)
(Solarize,0.4,5) (AutoContrast,0.9,3)
(TranslateY,0.9,9) (TranslateY,0.7,9)
(AutoContrast,0.9,2) (Solarize,0.8,3)
(Equalize,0.8,8) (Invert,0.1,3)
(TranslateY,0.7,9) (AutoContrast,0.9,1)
`

func TestAutoAugmentPolicyIsTable7(t *testing.T) {
	var got strings.Builder
	got.WriteByte('\n')
	for _, sub := range AutoAugmentPolicy() {
		for k, o := range sub {
			if k > 0 {
				got.WriteByte(' ')
			}
			fmt.Fprintf(&got, "(%s,%g,%d)", o.Name, o.Probability, o.Magnitude)
		}
		got.WriteByte('\n')
	}
	if got.String() != table7 {
		t.Errorf("the policy is%s", got.String())
	}
}

func TestAutoAugmentAmounts(t *testing.T) {
	for _, c := range []struct {
		name      string
		magnitude int
		sign      float64
		side      int
		want      [2]float64 // Torchvision, Published
	}{
		{"ShearX", 9, 1, 32, [2]float64{0.3, 0.3}},
		{"ShearY", 3, -1, 32, [2]float64{-0.1, -0.1}},
		{"TranslateX", 9, 1, 331, [2]float64{150, 150}},
		{"TranslateX", 9, 1, 32, [2]float64{14, 14}}, // 14.5, rounded to zero
		{"TranslateY", 3, -1, 32, [2]float64{-4, -4}},
		{"Rotate", 2, -1, 32, [2]float64{-20.0 / 3, -20.0 / 3}},
		{"Rotate", 9, 1, 32, [2]float64{30, 30}},
		{"Color", 0, 1, 32, [2]float64{1, 0.1}},
		{"Brightness", 9, -1, 32, [2]float64{0.1, 1.9}},
		{"Contrast", 9, 1, 32, [2]float64{1.9, 1.9}},
		{"Sharpness", 3, -1, 32, [2]float64{0.7, 0.7}},
		{"Posterize", 0, 1, 32, [2]float64{8, 8}},
		{"Posterize", 7, -1, 32, [2]float64{5, 5}},
		{"Posterize", 9, 1, 32, [2]float64{4, 4}},
		{"Solarize", 0, 1, 32, [2]float64{255, 256}},
		{"Solarize", 3, -1, 32, [2]float64{170, 512.0 / 3}},
		{"Solarize", 9, 1, 32, [2]float64{0, 0}},
		{"Equalize", 9, 1, 32, [2]float64{0, 0}},
	} {
		o := Operation{Name: c.name, Magnitude: c.magnitude}
		for m, want := range c.want {
			if got := o.amount(Magnitudes(m), c.sign, c.side); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s %d, %v, of sign %v at %d pixels: %v, want %v", c.name, c.magnitude, Magnitudes(m), c.sign, c.side, got, want)
			}
		}
	}
}

// TestAutoAugmentOperations compares each operation by name with what it should
// call.
func TestAutoAugmentOperations(t *testing.T) {
	const side = 20
	src := scattered(side)
	for name, want := range map[string]func(dst []byte){
		"ShearX":       func(dst []byte) { raster.ShearX(side, dst, src, -0.3) },
		"ShearY":       func(dst []byte) { raster.ShearY(side, dst, src, -0.3) },
		"TranslateX":   func(dst []byte) { raster.Translate(side, dst, src, -9, 0) },
		"TranslateY":   func(dst []byte) { raster.Translate(side, dst, src, 0, -9) },
		"Rotate":       func(dst []byte) { raster.Rotate(side, dst, src, -30) },
		"Brightness":   func(dst []byte) { raster.Brightness(side, dst, src, 1-0.9) },
		"Color":        func(dst []byte) { raster.Saturation(side, dst, src, 1-0.9) },
		"Contrast":     func(dst []byte) { raster.Contrast(side, dst, src, 1-0.9) },
		"Sharpness":    func(dst []byte) { raster.Sharpness(side, dst, src, 1-0.9) },
		"Posterize":    func(dst []byte) { raster.Posterize(side, dst, src, 4) },
		"Solarize":     func(dst []byte) { raster.Solarize(side, dst, src, 0) },
		"AutoContrast": func(dst []byte) { raster.AutoContrast(side, dst, src) },
		"Equalize":     func(dst []byte) { raster.Equalize(side, dst, src) },
		"Invert":       func(dst []byte) { raster.Invert(side, dst, src) },
	} {
		got, expected := make([]byte, len(src)), make([]byte, len(src))
		Operation{Name: name, Magnitude: 9}.apply(Torchvision, -1, side, got, src)
		want(expected)
		if !bytes.Equal(got, expected) {
			t.Errorf("%s is another operation", name)
		}
		if name != "AutoContrast" && bytes.Equal(got, src) { // random colours span 0 to 255
			t.Errorf("%s changed nothing", name)
		}
	}
	wantPanic(t, "dataset: no AutoAugment operation Colour", func() {
		Operation{Name: "Colour"}.apply(Torchvision, 1, side, make([]byte, len(src)), src)
	})
}

// TestAutoAugment compares with all that the 25 sub-policies can make of a
// picture, and holds how often each outcome occurs to its probability.
func TestAutoAugment(t *testing.T) {
	const side, trials = 12, 20_000
	src := scattered(side)
	for _, m := range []Magnitudes{Torchvision, Published} {
		expected := make(map[string]float64)
		for _, sub := range AutoAugmentPolicy() {
			outcomes(m, side, src, sub[:], 1.0/25, expected)
		}
		var sum float64
		for _, p := range expected {
			sum += p
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Fatalf("the outcomes' probabilities sum to %v", sum)
		}
		counts := make(map[string]int)
		r, step, got := rand.New(rand.NewPCG(8, 0)), AutoAugment(m), make([]byte, len(src))
		for range trials {
			step.Apply(r, side, got, src)
			counts[string(got)]++
		}
		for picture, n := range counts {
			if expected[picture] == 0 {
				t.Fatalf("%v: %d pictures come from no sub-policy", m, n)
			}
		}
		for picture, p := range expected {
			deviation := math.Sqrt(trials * p * (1 - p))
			if d := float64(counts[picture]) - trials*p; math.Abs(d) > 5*deviation+1 {
				t.Errorf("%v: an outcome of probability %.5f occurred %d times in %d", m, p, counts[picture], trials)
			}
		}
	}
}

// outcomes adds to sum what the operations can make of a picture and how likely
// that is, given that they are reached with probability p.
func outcomes(m Magnitudes, side int, src []byte, operations []Operation, p float64, sum map[string]float64) {
	if p == 0 {
		return
	}
	if len(operations) == 0 {
		sum[string(src)] += p
		return
	}
	o, rest := operations[0], operations[1:]
	outcomes(m, side, src, rest, p*(1-o.Probability), sum)
	for _, sign := range []float64{-1, 1} {
		dst := make([]byte, len(src))
		o.apply(m, sign, side, dst, src)
		outcomes(m, side, dst, rest, p*o.Probability/2, sum)
	}
}
