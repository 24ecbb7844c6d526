package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"nesybook/nesy/dataset/glyph"
	"nesybook/nesy/hierarchy"
)

// GlyphOptions says how many glyphs to draw and from which seed.
type GlyphOptions struct {
	Train, Val, Test int // images of each part
	Seed             uint64
}

// Glyphs returns the built-in data set: 32×32 pictures of 40 classes in ten groups
// of four, drawn when they are asked for (see package glyph). Image i depends on
// the seed and i alone, and has class i modulo 40, so that any run of images is
// balanced. The training images come first, then validation, then test. It panics
// if a part is negative.
//
// The Digest covers the options and the pictures of the first four of each class,
// not all: it changes with any change to how they are drawn, at little cost.
func Glyphs(o GlyphOptions) *Dataset {
	if o.Train < 0 || o.Val < 0 || o.Test < 0 {
		panic("dataset: negative number of glyphs")
	}
	h := glyphHierarchy()
	classes := h.Size(0)
	labels := make([]int, o.Train+o.Val+o.Test)
	for i := range labels {
		labels[i] = i % classes
	}
	draw := func(i int, dst []byte) error {
		glyph.Draw(stream(o.Seed, glyphStream, uint64(i)), i%classes, dst)
		return nil
	}

	drawn := sha256.New()
	fmt.Fprintf(drawn, "glyphs from seed %d\n", o.Seed)
	pixels := make([]byte, glyph.Bytes)
	for i := range 4 * classes {
		draw(i, pixels)
		drawn.Write(pixels)
	}
	d, err := New("glyphs", h, glyph.Side, labels, hex.EncodeToString(drawn.Sum(nil)), draw)
	if err == nil {
		val, test := o.Train, o.Train+o.Val
		d, err = d.WithSplit(run(0, val), run(val, test), run(test, len(labels)))
	}
	if err != nil {
		panic(err) // labels and parts are right by construction
	}
	return d
}

// run returns from, from+1, ..., to-1.
func run(from, to int) []int {
	images := make([]int, to-from)
	for k := range images {
		images[k] = from + k
	}
	return images
}

func glyphHierarchy() *hierarchy.Hierarchy {
	var fine, coarse []string
	var parent []int
	for _, c := range glyph.Classes() {
		z := slices.Index(coarse, c.Group)
		if z < 0 {
			z = len(coarse)
			coarse = append(coarse, c.Group)
		}
		fine = append(fine, c.Name)
		parent = append(parent, z)
	}
	h, err := hierarchy.TwoLevel(fine, coarse, parent)
	if err != nil {
		panic(err) // the classes are part of the program
	}
	return h
}
