package raster

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// patterned is a picture of 20×20 pixels with edges, gradients and colours.
func patterned() []byte {
	const side = 20
	var pixels []byte
	for c := range 3 {
		for y := range side {
			for x := range side {
				pixels = append(pixels, byte((x*x*(c+3)+y*y*5+x*y*(7-c)+40*c)/(c+2)%200+20*c))
			}
		}
	}
	return pixels
}

// noise is a picture of random colours.
func noise(side int, seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	pixels := make([]byte, 3*side*side)
	for k := range pixels {
		pixels[k] = byte(r.IntN(256))
	}
	return pixels
}

// TestPillow compares with what Pillow 9.4.0 made of the same picture, by hashes
// of its bytes: Image.rotate, Image.transform(AFFINE, NEAREST), ImageOps and
// ImageEnhance.
func TestPillow(t *testing.T) {
	const side = 20
	type change = func(dst, src []byte)
	with := func(apply func(side int, dst, src []byte, amount float64), amount float64) change {
		return func(dst, src []byte) { apply(side, dst, src, amount) }
	}
	plain := func(apply func(side int, dst, src []byte)) change {
		return func(dst, src []byte) { apply(side, dst, src) }
	}
	for _, c := range []struct {
		name  string
		apply change
		hash  string
	}{
		{"picture", func(dst, src []byte) { copy(dst, src) }, "35982f6beb587037"},
		{"Rotate 10", with(Rotate, 10), "0316a363c0227f02"},
		{"Rotate -27.5", with(Rotate, -27.5), "16b4d0bddd326e58"},
		{"Rotate 90", with(Rotate, 90), "11f45e1e78f3779c"},
		{"ShearX 0.3", with(ShearX, 0.3), "28ec182a19ce7d37"},
		{"ShearX -0.1", with(ShearX, -0.1), "fa4b76d9fc96809b"},
		{"ShearY 0.2", with(ShearY, 0.2), "4849f1b9e0ce0ecd"},
		{"Translate 3 -4", func(dst, src []byte) { Translate(side, dst, src, 3, -4) }, "16cc00f8300dc527"},
		{"Invert", plain(Invert), "f3885cf7726521a8"},
		{"Solarize 113.3", with(Solarize, 113.3), "9cbd600c16191b92"},
		{"Posterize 3", func(dst, src []byte) { Posterize(side, dst, src, 3) }, "9ee432050da56697"},
		{"AutoContrast", plain(AutoContrast), "2892a1a5a659ab49"},
		{"Equalize", plain(Equalize), "8dde83bfb33f6dcc"},
		{"Brightness 0.1", with(Brightness, 0.1), "b11480563e9da622"},
		{"Brightness 0.7", with(Brightness, 0.7), "2cf0e557bcb8c256"},
		{"Brightness 1.9", with(Brightness, 1.9), "9814b0a94d431964"},
		{"Contrast 0.1", with(Contrast, 0.1), "2058b4994a560110"},
		{"Contrast 0.7", with(Contrast, 0.7), "4bf654aa83fc94d8"},
		{"Contrast 1.9", with(Contrast, 1.9), "48564ae62da95a9f"},
		{"Saturation 0.1", with(Saturation, 0.1), "55122608f2b26d21"},
		{"Saturation 0.7", with(Saturation, 0.7), "ee5b14d9f8f76c0b"},
		{"Saturation 1.9", with(Saturation, 1.9), "d4c5a60323cc165d"},
		{"Sharpness 0.1", with(Sharpness, 0.1), "5eefa8a34c91291e"},
		{"Sharpness 0.7", with(Sharpness, 0.7), "d270b3c9853b06fc"},
		{"Sharpness 1.9", with(Sharpness, 1.9), "f4cbd6ab25ab4888"},
	} {
		src := patterned()
		dst := noise(side, 1) // what was there before must not matter
		c.apply(dst, src)
		sum := sha256.Sum256(dst)
		if got := hex.EncodeToString(sum[:8]); got != c.hash {
			t.Errorf("%s: hash %s, Pillow's is %s", c.name, got, c.hash)
		}
		if !bytes.Equal(src, patterned()) {
			t.Errorf("%s changed its source", c.name)
		}
	}
}

// grey puts the same plane into all three.
func grey(plane ...byte) []byte { return slices.Concat(plane, plane, plane) }

func ExampleRotate() {
	picture := grey(
		1, 2, 3,
		4, 5, 6,
		7, 8, 9)
	turned := make([]byte, len(picture))
	Rotate(3, turned, picture, 90)
	fmt.Println(turned[:3], turned[3:6], turned[6:9])
	// Output: [3 6 9] [2 5 8] [1 4 7]
}

func ExampleEqualize() {
	// 512 pixels lie below the brightest value, two to a grey level: 128 of them
	// below 12, 256 below 13.
	plane := slices.Concat(bytes.Repeat([]byte{11}, 128), bytes.Repeat([]byte{12}, 128),
		bytes.Repeat([]byte{13}, 256), bytes.Repeat([]byte{14}, 512))
	picture, flat := grey(plane...), make([]byte, 3*32*32)
	Equalize(32, flat, picture)
	fmt.Println(flat[0], flat[128], flat[256], flat[512])
	// Output: 0 64 128 255
}

func TestTranslateByHand(t *testing.T) {
	picture := grey(1, 2, 3, 4, 5, 6, 7, 8, 9)
	got := make([]byte, 27)
	Translate(3, got, picture, 1, -1)
	if want := grey(0, 4, 5, 0, 7, 8, 0, 0, 0); !bytes.Equal(got, want) {
		t.Errorf("got %v, want %v", got[:9], want[:9])
	}
}

func TestShearByHand(t *testing.T) {
	picture := grey(1, 2, 3, 4, 5, 6, 7, 8, 9)
	got := make([]byte, 27)
	ShearX(3, got, picture, 1) // row y, whose centre is at y + 1/2, moves left by that much
	if want := grey(2, 3, 0, 6, 0, 0, 0, 0, 0); !bytes.Equal(got, want) {
		t.Errorf("got %v, want %v", got[:9], want[:9])
	}
	ShearY(3, got, picture, 1)
	if want := grey(4, 8, 0, 7, 0, 0, 0, 0, 0); !bytes.Equal(got, want) {
		t.Errorf("got %v, want %v", got[:9], want[:9])
	}
}

func TestFourQuarterTurnsAreNone(t *testing.T) {
	for _, side := range []int{1, 4, 7} {
		picture := noise(side, 3)
		a, b := bytes.Clone(picture), make([]byte, len(picture))
		for range 4 {
			Rotate(side, b, a, 90)
			a, b = b, a
		}
		if !bytes.Equal(a, picture) {
			t.Errorf("side %d: four quarter turns changed the picture", side)
		}
	}
}

func TestResizeByHand(t *testing.T) {
	// Two pixels of a row become four, whose centres lie at -1/4, 1/4, 3/4 and 5/4
	// between them.
	picture := grey(
		0, 0, 0, 0,
		9, 0, 100, 9,
		9, 0, 100, 9,
		9, 9, 9, 9)
	got := make([]byte, len(picture))
	Resize(4, got, picture, Rect{Left: 1, Top: 1, Width: 2, Height: 2})
	for k, want := range grey(0, 25, 75, 100, 0, 25, 75, 100, 0, 25, 75, 100, 0, 25, 75, 100) {
		if got[k] != want {
			t.Fatalf("value %d is %d, want %d", k, got[k], want)
		}
	}
}

func TestResizeWholeIsNothing(t *testing.T) {
	picture := noise(9, 4)
	got := make([]byte, len(picture))
	Resize(9, got, picture, Rect{Width: 9, Height: 9})
	if !bytes.Equal(got, picture) {
		t.Error("the whole picture did not stay")
	}
}

// TestResizePillow compares with the first two rows of red that Pillow 9.4.0
// makes by Image.crop((3, 5, 10, 16)).resize((20, 20), BILINEAR).
func TestResizePillow(t *testing.T) {
	got := make([]byte, 3*20*20)
	Resize(20, got, patterned(), Rect{Left: 3, Top: 5, Width: 7, Height: 11})
	for k, want := range []int{
		128, 129, 139, 148, 158, 169, 180, 166, 108, 50, 27, 40, 53, 67, 81, 95, 110, 125, 140, 141,
		140, 141, 152, 161, 167, 155, 144, 124, 89, 54, 43, 57, 70, 84, 99, 113, 111, 103, 96, 95,
	} {
		if d := int(got[k]) - want; d < -1 || d > 1 {
			t.Errorf("value %d is %d, Pillow's %d", k, got[k], want)
		}
	}
}

// TestResizeIsTheTentFilter compares with the definition as a weighted mean of
// all pixels of the cut, weights falling linearly to 0 a pixel away.
func TestResizeIsTheTentFilter(t *testing.T) {
	const side = 8
	picture := noise(side, 5)
	tent := func(d float64) float64 { return max(0, 1-math.Abs(d)) }
	for _, r := range []Rect{{0, 0, 8, 8}, {2, 1, 5, 3}, {7, 7, 1, 1}, {0, 3, 8, 2}} {
		got := make([]byte, len(picture))
		Resize(side, got, picture, r)
		for k := range got {
			c, y, x := k/(side*side), k/side%side, k%side
			v, u := (float64(y)+0.5)*float64(r.Height)/side, (float64(x)+0.5)*float64(r.Width)/side
			var sum, weights float64
			for row := range r.Height {
				for column := range r.Width {
					w := tent(v-float64(row)-0.5) * tent(u-float64(column)-0.5)
					weights += w
					sum += w * float64(picture[(c*side+r.Top+row)*side+r.Left+column])
				}
			}
			if want := sum / weights; math.Abs(float64(got[k])-want) > 0.5+1e-9 {
				t.Fatalf("%v: value %d is %d, want %v", r, k, got[k], want)
			}
		}
	}
}

func TestTones(t *testing.T) {
	picture := grey(10, 60, 110, 20)
	got := make([]byte, len(picture))
	for name, c := range map[string]struct {
		apply func()
		want  []byte
	}{
		"invert":          {func() { Invert(2, got, picture) }, []byte{245, 195, 145, 235}},
		"solarize":        {func() { Solarize(2, got, picture, 60) }, []byte{10, 195, 145, 20}},
		"solarize all":    {func() { Solarize(2, got, picture, 0) }, []byte{245, 195, 145, 235}},
		"solarize none":   {func() { Solarize(2, got, picture, 256) }, []byte{10, 60, 110, 20}},
		"posterize":       {func() { Posterize(2, got, picture, 3) }, []byte{0, 32, 96, 0}},
		"posterize not":   {func() { Posterize(2, got, picture, 8) }, []byte{10, 60, 110, 20}},
		"auto-contrast":   {func() { AutoContrast(2, got, picture) }, []byte{0, 127, 255, 25}},
		"equalize few":    {func() { Equalize(2, got, picture) }, []byte{10, 60, 110, 20}},
		"brightness":      {func() { Brightness(2, got, picture, 2.5) }, []byte{25, 150, 255, 50}},
		"no brightness":   {func() { Brightness(2, got, picture, 0) }, []byte{0, 0, 0, 0}},
		"contrast":        {func() { Contrast(2, got, picture, 2) }, []byte{0, 70, 170, 0}}, // about the mean 50
		"no contrast":     {func() { Contrast(2, got, picture, 0) }, []byte{50, 50, 50, 50}},
		"grey saturation": {func() { Saturation(2, got, picture, 1.9) }, []byte{10, 60, 110, 20}},
		"grey hue":        {func() { Hue(2, got, picture, 0.3) }, []byte{10, 60, 110, 20}},
		"edges stay":      {func() { Sharpness(2, got, picture, 0) }, []byte{10, 60, 110, 20}},
	} {
		c.apply()
		if !bytes.Equal(got, grey(c.want...)) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

func TestConstantChannelStays(t *testing.T) {
	picture := bytes.Repeat([]byte{77}, 3*20*20)
	got := make([]byte, len(picture))
	AutoContrast(20, got, picture)
	if !bytes.Equal(got, picture) {
		t.Error("AutoContrast changed a constant picture")
	}
	Equalize(20, got, picture)
	if !bytes.Equal(got, picture) {
		t.Error("Equalize changed a constant picture")
	}
}

func TestSharpnessByHand(t *testing.T) {
	picture := grey(0, 0, 0, 0, 130, 0, 0, 0, 13)
	got := make([]byte, len(picture))
	Sharpness(3, got, picture, 0)
	if got[4] != 51 { // (5·130 + 13) / 13
		t.Errorf("the smoothed centre is %d, want 51", got[4])
	}
	Sharpness(3, got, picture, 1.5)
	if got[4] != 169 { // 51 + 1.5·79, rounded down
		t.Errorf("the sharpened centre is %d, want 169", got[4])
	}
}

func TestFactorOneIsNothing(t *testing.T) {
	picture := noise(12, 6)
	for name, apply := range map[string]func(side int, dst, src []byte, factor float64){
		"brightness": Brightness, "contrast": Contrast, "saturation": Saturation, "sharpness": Sharpness,
	} {
		got := make([]byte, len(picture))
		apply(12, got, picture, 1)
		if !bytes.Equal(got, picture) {
			t.Errorf("%s changed the picture", name)
		}
	}
}

func TestSaturationZeroIsGrey(t *testing.T) {
	picture := []byte{255, 0, 0, 9, 0, 255, 0, 9, 0, 0, 255, 9} // red, green, blue, grey
	got := make([]byte, len(picture))
	Saturation(2, got, picture, 0)
	// BT.601: 0.299, 0.587 and 0.114 of 255.
	if want := grey(76, 150, 29, 9); !bytes.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestHueOfPrimaries(t *testing.T) {
	picture := []byte{200, 200, 0, 50, 0, 200, 200, 50, 0, 0, 0, 50} // red, yellow, green, grey
	for turn, want := range map[float64][]byte{
		1.0 / 3:  {0, 0, 0, 50, 200, 200, 0, 50, 0, 200, 200, 50},   // green, cyan, blue
		-1.0 / 3: {0, 200, 200, 50, 0, 0, 0, 50, 200, 200, 0, 50},   // blue, magenta, red
		1.0 / 6:  {200, 0, 0, 50, 200, 200, 200, 50, 0, 0, 200, 50}, // yellow, green, cyan
		1.0 / 12: {200, 100, 0, 50, 100, 200, 200, 50, 0, 0, 100, 50},
	} {
		got := make([]byte, len(picture))
		Hue(2, got, picture, turn)
		if !bytes.Equal(got, want) {
			t.Errorf("turn %v: got %v, want %v", turn, got, want)
		}
	}
}

func TestHueWholeTurnsAreNone(t *testing.T) {
	picture := noise(16, 7)
	for _, turn := range []float64{0, 1, -1} {
		got := make([]byte, len(picture))
		Hue(16, got, picture, turn)
		if !bytes.Equal(got, picture) {
			t.Errorf("turn %v changed the picture", turn)
		}
	}
}

func TestHueKeepsValueAndChroma(t *testing.T) {
	picture := noise(16, 8)
	got := make([]byte, len(picture))
	Hue(16, got, picture, 0.123)
	for k := range 256 {
		from, to := []byte{picture[k], picture[256+k], picture[512+k]}, []byte{got[k], got[256+k], got[512+k]}
		if slices.Max(from) != slices.Max(to) || slices.Min(from) != slices.Min(to) {
			t.Fatalf("%v became %v", from, to)
		}
	}
}

func TestPanics(t *testing.T) {
	for want, f := range map[string]func(){
		"raster: plane length mismatch":         func() { Invert(2, make([]byte, 12), make([]byte, 11)) },
		"raster: rectangle outside the picture": func() { Resize(2, make([]byte, 12), make([]byte, 12), Rect{1, 0, 2, 1}) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %q", got, want)
				}
			}()
			f()
		}()
	}
}
