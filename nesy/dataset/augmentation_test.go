package dataset

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// numbered returns planes in which every pixel is distinct within its plane and
// says where it came from: 10·row + column, plus 100 in the second plane.
func numbered(side int) []byte {
	pixels := make([]byte, 3*side*side)
	for k := range pixels {
		c, y, x := k/(side*side), k/side%side, k%side
		pixels[k] = byte(100*c%200 + 10*y + x)
	}
	return pixels
}

func ExampleFlip() {
	pixels := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12} // 2×2 pixels, three planes
	Augmentation{Flip(1)}.Apply(42, 0, 0, 2, pixels)
	fmt.Println(pixels)
	// Output: [2 1 4 3 6 5 8 7 10 9 12 11]
}

func ExampleAugmentation_String() {
	fmt.Println(CropAndFlip())
	fmt.Println(Augmentation{})
	// Output:
	// reflect-crop 4, flip 0.5
	// none
}

func TestReflect(t *testing.T) {
	// About the pixels 0 and 3 of four: 2 1 [0 1 2 3] 2 1.
	want := []int{2, 1, 0, 1, 2, 3, 2, 1}
	for k, x := range []int{-2, -1, 0, 1, 2, 3, 4, 5} {
		if got := reflect(x, 4); got != want[k] {
			t.Errorf("pixel %d of four is %d, want %d", x, got, want[k])
		}
	}
}

// TestReflectCrop compares with a picture that is really extended, for every
// shift that occurs in many draws: all of them.
func TestReflectCrop(t *testing.T) {
	const side, pad = 6, 2
	src := numbered(side)
	step := ReflectCrop(pad)
	seen := make(map[[2]int]bool)
	for trial := range 400 {
		got := make([]byte, len(src))
		step.Apply(rand.New(rand.NewPCG(1, uint64(trial))), side, got, src)
		matches := 0
		for down := -pad; down <= pad; down++ {
			for right := -pad; right <= pad; right++ {
				if bytes.Equal(got, extendedCrop(src, side, pad, down, right)) {
					matches++
					seen[[2]int{down, right}] = true
				}
			}
		}
		if matches != 1 {
			t.Fatalf("trial %d is %d of the possible pictures", trial, matches)
		}
	}
	if len(seen) != (2*pad+1)*(2*pad+1) {
		t.Errorf("%d of %d shifts occurred", len(seen), (2*pad+1)*(2*pad+1))
	}
}

// extendedCrop extends each plane row by row and column by column, then cuts.
func extendedCrop(src []byte, side, pad, down, right int) []byte {
	extend := func(line [][]byte) [][]byte {
		long := slices.Clone(line)
		for k := 1; k <= pad; k++ {
			long = slices.Insert(long, 0, line[k])
			long = append(long, line[len(line)-1-k])
		}
		return long
	}
	var out []byte
	for c := range 3 {
		var rows [][]byte
		for y := range side {
			var cells [][]byte
			for x := range side {
				cells = append(cells, src[(c*side+y)*side+x:][:1])
			}
			rows = append(rows, bytes.Join(extend(cells), nil))
		}
		for _, row := range extend(rows)[pad+down:][:side] {
			out = append(out, row[pad+right:][:side]...)
		}
	}
	return out
}

func TestFlipTwiceIsNothing(t *testing.T) {
	for _, side := range []int{1, 2, 5} {
		pixels := numbered(side)
		a := Augmentation{Flip(1), Flip(1)}
		a.Apply(1, 2, 3, side, pixels)
		if !bytes.Equal(pixels, numbered(side)) {
			t.Errorf("side %d: two mirror images are not the picture", side)
		}
	}
}

func TestFlipProbability(t *testing.T) {
	const trials = 2000
	flipped := 0
	for i := range trials {
		pixels := numbered(2)
		Augmentation{Flip(0.5)}.Apply(42, 0, i, 2, pixels)
		if !bytes.Equal(pixels, numbered(2)) {
			flipped++
		}
	}
	// Five standard deviations of a fair coin.
	if d := flipped - trials/2; d < -112 || d > 112 {
		t.Errorf("%d of %d flipped", flipped, trials)
	}
}

func TestAugmentationDependsOnSeedViewAndImageAlone(t *testing.T) {
	apply := func(seed uint64, view, image int) string {
		pixels := numbered(9)
		CropAndFlip().Apply(seed, view, image, 9, pixels)
		return string(pixels)
	}
	if first, again := apply(1, 2, 3), apply(1, 2, 3); first != again {
		t.Error("the same view differs")
	}
	// 162 pictures are possible, so a few of many pairs agree, not most.
	agree := 0
	for k := range 50 {
		for _, other := range []string{apply(2, 0, k), apply(1, 1, k), apply(1, 0, k+1)} {
			if apply(1, 0, k) == other {
				agree++
			}
		}
	}
	if agree > 10 {
		t.Errorf("%d of 150 views agree that should be unrelated", agree)
	}
}

func TestAugmentationOfOtherLengthPanics(t *testing.T) {
	wantPanic(t, "dataset: plane length mismatch", func() { CropAndFlip().Apply(1, 0, 0, 4, make([]byte, 3)) })
}

func BenchmarkCropAndFlip(b *testing.B) {
	pixels := make([]byte, 3*32*32)
	a := CropAndFlip()
	for i := 0; b.Loop(); i++ {
		a.Apply(42, 0, i, 32, pixels)
	}
}
