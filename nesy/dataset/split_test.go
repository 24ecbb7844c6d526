package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func ExampleSizes() {
	sizes, _ := Sizes(45_990, 0.7, 0.15, 0.15) // the paper's iNaturalist subset
	fmt.Println(sizes)
	// Output: [32193 6899 6898]
}

func ExampleStratifiedSplit() {
	labels := []int{0, 0, 0, 0, 0, 0, 1, 1, 1}
	parts, _ := StratifiedSplit(labels, []int{6, 3}, 42)
	count := func(images []int, y int) (n int) {
		for _, i := range images {
			if labels[i] == y {
				n++
			}
		}
		return n
	}
	for _, part := range parts {
		fmt.Println(len(part), "images:", count(part, 0), "of class 0,", count(part, 1), "of class 1")
	}
	// Output:
	// 6 images: 4 of class 0, 2 of class 1
	// 3 images: 2 of class 0, 1 of class 1
}

func TestStratifiedSplitOfCIFARIsExact(t *testing.T) {
	labels := make([]int, 50_000)
	for i := range labels {
		labels[i] = i * 7 % 100 // 7 and 100 are coprime: 500 of each
	}
	parts, err := StratifiedSplit(labels, []int{40_000, 10_000}, 42)
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range []int{400, 100} {
		for y, n := range histogram(labels, parts[p], 100) {
			if n != want {
				t.Errorf("part %d has %d images of class %d, want %d", p, n, y, want)
			}
		}
	}
}

func TestStratifiedSplitProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		classes := 1 + r.IntN(12)
		labels := make([]int, r.IntN(400))
		for i := range labels {
			labels[i] = min(r.IntN(classes), r.IntN(classes)) // unbalanced
		}
		sizes := make([]int, 1+r.IntN(4))
		for p, left := 0, len(labels); p < len(sizes); p++ {
			sizes[p] = r.IntN(left + 1)
			left -= sizes[p]
		}
		seed := r.Uint64()
		parts, err := StratifiedSplit(labels, sizes, seed)
		if err != nil {
			t.Fatal(err)
		}

		owner := make(map[int]int)
		all := histogram(labels, run(0, len(labels)), classes)
		for p, part := range parts {
			if len(part) != sizes[p] {
				t.Fatalf("part %d has %d images, want %d", p, len(part), sizes[p])
			}
			if !slices.IsSorted(part) {
				t.Errorf("part %d is not ascending", p)
			}
			for _, i := range part {
				if q, taken := owner[i]; taken {
					t.Fatalf("image %d is in parts %d and %d", i, q, p)
				}
				owner[i] = p
			}
			for y, n := range histogram(labels, part, classes) {
				share := float64(all[y]*sizes[p]) / float64(max(len(labels), 1))
				if math.Abs(float64(n)-share) > 2 {
					t.Errorf("part %d of sizes %v has %d images of class %d, its share is %.2f", p, sizes, n, y, share)
				}
			}
		}

		again, _ := StratifiedSplit(labels, sizes, seed)
		if !equalParts(parts, again) {
			t.Error("the same seed gave two splits")
		}
	}
}

func TestStratifiedSplitDependsOnSeed(t *testing.T) {
	labels := make([]int, 100)
	a, _ := StratifiedSplit(labels, []int{50}, 1)
	b, _ := StratifiedSplit(labels, []int{50}, 2)
	if equalParts(a, b) {
		t.Error("two seeds gave one split")
	}
	// As this package first computed it: another split changes every result.
	if got, want := a[0][:6], []int{1, 3, 4, 5, 8, 9}; !slices.Equal(got, want) {
		t.Errorf("the split from seed 1 begins with %v, it began with %v", got, want)
	}
}

func TestSplitErrors(t *testing.T) {
	_, err := StratifiedSplit(make([]int, 10), []int{8, 3}, 1)
	wantError(t, err, "asks for 11 images of 10")
	_, err = StratifiedSplit(make([]int, 10), []int{8, -3}, 1)
	wantError(t, err, "cannot have -3 images")
	_, err = Sizes(10, 0.5, 0.4)
	wantError(t, err, "sum to 0.9")
	_, err = Sizes(10, 1.5, -0.5)
	wantError(t, err, "cannot be -0.5")
	_, err = Sizes(10, math.NaN())
	wantError(t, err, "cannot be NaN")
}

func TestSizesSumUp(t *testing.T) {
	for n := range 200 {
		sizes, err := Sizes(n, 0.7, 0.15, 0.15)
		if err != nil {
			t.Fatal(err)
		}
		if sizes[0]+sizes[1]+sizes[2] != n {
			t.Errorf("%d images became %v", n, sizes)
		}
		for p, share := range []float64{0.7, 0.15, 0.15} {
			if math.Abs(float64(sizes[p])-share*float64(n)) >= 1 {
				t.Errorf("part %d of %d images has %d", p, n, sizes[p])
			}
		}
	}
}

func histogram(labels, images []int, classes int) []int {
	counts := make([]int, classes)
	for _, i := range images {
		counts[labels[i]]++
	}
	return counts
}

func equalParts(a, b [][]int) bool { return slices.EqualFunc(a, b, slices.Equal[[]int]) }

// wantError holds an error to one line that has a text in it.
func wantError(t *testing.T, err error, text string) {
	t.Helper()
	switch {
	case err == nil:
		t.Errorf("no error, want one with %q", text)
	case !strings.Contains(err.Error(), text):
		t.Errorf("error %q has no %q", err, text)
	case strings.Contains(err.Error(), "\n"):
		t.Errorf("error %q has several lines", err)
	}
}
