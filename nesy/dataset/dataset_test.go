package dataset

import (
	"bytes"
	"errors"
	"sync"
	"testing"

	"nesybook/nesy/hierarchy"
)

func TestDigestTellsEverythingApart(t *testing.T) {
	flowers := func(fine string, parents ...int) *hierarchy.Hierarchy {
		h, err := hierarchy.TwoLevel([]string{fine, "tulip", "oak"}, []string{"flower", "tree"}, parents)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	digest := func(h *hierarchy.Hierarchy, side int, content string, train, val []int, labels ...int) string {
		d, err := New("garden", h, side, labels, content, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d, err = d.WithSplit(train, val, nil); err != nil {
			t.Fatal(err)
		}
		return d.Digest
	}
	h := flowers("rose", 0, 0, 1)
	seen := make(map[string]string)
	for name, sum := range map[string]string{
		"original":       digest(h, 2, "abc", []int{0}, []int{1}, 0, 1, 2),
		"other pictures": digest(h, 2, "abd", []int{0}, []int{1}, 0, 1, 2),
		"other size":     digest(h, 3, "abc", []int{0}, []int{1}, 0, 1, 2),
		"other label":    digest(h, 2, "abc", []int{0}, []int{1}, 0, 1, 1),
		"other split":    digest(h, 2, "abc", []int{0, 1}, nil, 0, 1, 2),
		"parts swapped":  digest(h, 2, "abc", []int{1}, []int{0}, 0, 1, 2),
		"other name":     digest(flowers("lily", 0, 0, 1), 2, "abc", []int{0}, []int{1}, 0, 1, 2),
		"other parent":   digest(flowers("rose", 0, 1, 1), 2, "abc", []int{0}, []int{1}, 0, 1, 2),
	} {
		if len(sum) != 64 {
			t.Errorf("%s: digest %q is no SHA-256", name, sum)
		}
		if twin, ok := seen[sum]; ok {
			t.Errorf("%s and %s have one digest", name, twin)
		}
		seen[sum] = name
	}
	if again := digest(h, 2, "abc", []int{0}, []int{1}, 0, 1, 2); seen[again] != "original" {
		t.Error("the same data set has two digests")
	}
}

func TestNewAndWithSplitErrors(t *testing.T) {
	h, err := hierarchy.TwoLevel([]string{"rose", "oak"}, []string{"flower", "tree"}, []int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	_, err = New("garden", h, 4, []int{0, 2}, "", nil)
	wantError(t, err, "garden: image 1 has fine label 2, outside 0..1")
	_, err = New("garden", h, 4, []int{-1}, "", nil)
	wantError(t, err, "image 0 has fine label -1")
	_, err = New("garden", h, 0, nil, "", nil)
	wantError(t, err, "side of 0 pixels")

	d, err := New("garden", h, 4, []int{0, 1, 1}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.WithSplit([]int{0, 3}, nil, nil)
	wantError(t, err, "the training part names image 3 of 3")
	_, err = d.WithSplit(nil, nil, []int{-1})
	wantError(t, err, "the test part names image -1 of 3")
	_, err = d.WithSplit([]int{0}, []int{1}, []int{0})
	wantError(t, err, "image 0 stands in the training and the test part")
	_, err = d.WithSplit([]int{2, 2}, nil, nil)
	wantError(t, err, "image 2 stands in the training and the training part")
	if d.Train != nil {
		t.Error("WithSplit changed its receiver")
	}
}

func TestImage(t *testing.T) {
	h, err := hierarchy.TwoLevel([]string{"rose"}, []string{"flower"}, []int{0})
	if err != nil {
		t.Fatal(err)
	}
	unplugged := errors.New("unplugged")
	d, err := New("garden", h, 2, []int{0, 0}, "", func(i int, dst []byte) error {
		dst[0] = byte(i)
		return unplugged
	})
	if err != nil {
		t.Fatal(err)
	}
	dst := make([]byte, d.Size())
	if err := d.Image(1, dst); err != unplugged || dst[0] != 1 {
		t.Errorf("read %d with error %v", dst[0], err)
	}
	wantPanic(t, "dataset: destination length mismatch", func() { d.Image(0, dst[:11]) })
	wantPanic(t, "dataset: image index out of range", func() { d.Image(2, dst) })
	wantPanic(t, "dataset: image index out of range", func() { d.Image(-1, dst) })
}

func TestImagesFromSeveralGoroutines(t *testing.T) {
	d := Glyphs(GlyphOptions{Train: 40, Seed: 9})
	alone := make([][]byte, d.Len())
	for i := range alone {
		alone[i] = make([]byte, d.Size())
		if err := d.Image(i, alone[i]); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			got := make([]byte, d.Size())
			for i := range alone {
				if err := d.Image(i, got); err != nil || !bytes.Equal(got, alone[i]) {
					t.Errorf("image %d differs beside others (error %v)", i, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestStreamsAreUnrelated(t *testing.T) {
	seen := make(map[uint64][]uint64)
	for seed := range uint64(3) {
		for a := range uint64(10) {
			for b := range uint64(10) {
				v := stream(seed, a, b).Uint64()
				if other, ok := seen[v]; ok {
					t.Errorf("paths %v and %d, %d of seed %d begin alike", other, a, b, seed)
				}
				seen[v] = []uint64{seed, a, b}
			}
		}
	}
	if stream(1, 2).Uint64() != stream(1, 2).Uint64() {
		t.Error("a stream is not the same twice")
	}
}
