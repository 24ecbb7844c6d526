package dataset_test

import (
	"fmt"
	"os"
	"path/filepath"

	"nesybook/nesy/dataset"
)

// Without the official pictures, a drawn sample has the same families and layout.
func ExampleINat2021() {
	parent, err := os.MkdirTemp("", "inat")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(parent)
	dir := filepath.Join(parent, "sample")
	err = dataset.SampleINat2021(dir, dataset.INat2021SampleOptions{Families: 50, Species: 1, Pictures: 2, Seed: 42})
	if err != nil {
		panic(err)
	}
	d, err := dataset.INat2021(dir, dataset.INat2021Options{Side: 32, Seed: 42})
	if err != nil {
		panic(err)
	}
	fmt.Println(d.Hierarchy, "in parts of", len(d.Train), len(d.Val), len(d.Test))
	fmt.Println(d.Note)
	// Output:
	// 50 -> 7 labels in parts of 70 15 15
	// not the paper's subset of 45990 pictures: 100, of 100 in all families
}
