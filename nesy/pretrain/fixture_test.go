package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/gomlx/compute"

	"nesybook/nesy/backend"
	"nesybook/nesy/dataset"
	"nesybook/nesy/swin"
)

func newBackend(t testing.TB) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Finalize)
	return b
}

// classes of the pictures that writePictures draws.
const classes = 4

// writePictures writes record files with noisy pictures whose class is the colour
// that is bright, if any, and returns their folder.
func writePictures(t testing.TB, images, valImages int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tiny-imagenet-32")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	records := func(n, salt int) []byte {
		var data []byte
		for i := range n {
			y := i % classes
			data = append(data, byte(y))
			for k := range 3 * 32 * 32 {
				v := (k*k + 31*i*k + 7*salt + i) % 97
				if k/(32*32) == y {
					v += 120
				}
				data = append(data, byte(v))
			}
		}
		return data
	}
	var names []byte
	for y := range classes {
		names = fmt.Appendf(names, "%d\tn%08d\tclass %d\n", y, y, y)
	}
	for name, content := range map[string][]byte{"train.bin": records(images, 1), "val.bin": records(valImages, 2), "classes.tsv": names} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// smallRecipe trains a network small enough for a test.
func smallRecipe() Recipe {
	r := NewRecipe(classes)
	r.Network = swin.Config{Image: 32, Patch: 8, Embed: 8, Depths: []int{1, 1}, Heads: []int{1, 2}, Window: 2, Classes: classes}
	r.Epochs, r.Batch, r.Chunk, r.StochasticDepth = 3, 8, 4, 0.2
	return r
}

func pictures(t testing.TB, images, valImages int) (train, val *dataset.Records) {
	t.Helper()
	train, val, err := dataset.TinyImageNet(writePictures(t, images, valImages))
	if err != nil {
		t.Fatal(err)
	}
	return train, val
}

// trained trains to the end in the folder dir.
func trained(t testing.TB, b compute.Backend, dir string, r Recipe, train, val *dataset.Records) *training {
	t.Helper()
	tr, err := newTraining(b, dir, r, train, val, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return tr
}

// files returns the contents of a folder by name.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	content := make(map[string]string)
	for _, e := range entries {
		raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		content[e.Name()] = string(raw)
	}
	return content
}

// compare fails unless two folders hold the same files.
func compare(t testing.TB, what string, want, got map[string]string) {
	t.Helper()
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s is left behind", what, name)
		}
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}
