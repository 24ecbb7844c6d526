// Package glyph draws the pictures of the built-in data set: a coloured figure of
// one of 40 classes, in ten groups of four, on a cluttered ground of 32 by 32
// pixels, turned, sheared, shaded, partly covered, blurred and noisy.
//
// The classes are chosen to be confusable within their group (pentagon and
// hexagon) and, on purpose, across groups, where a fine and a coarse classifier
// can disagree: octagon and disc, rounded square and square, letter O and ring,
// letter X and saltire, gear and eight-pointed star, dart and kite.
//
// The same random numbers give the same bytes on processors of one kind.
//
//	pixels := make([]byte, glyph.Bytes)
//	glyph.Draw(rand.New(rand.NewPCG(42, 0)), class, pixels)
package glyph
