// Package raster holds the deterministic operations on pictures that random
// augmentation is made of (appendix D): cuts, turns, shears, tones and colours.
// Where Pillow, on which torchvision and AutoAugment's authors build, fixes a
// detail such as rounding, so does this package, to the byte; the two exceptions,
// Resize and Hue, say so.
//
// A picture is three planes R, G, B of side·side bytes, each with its rows from
// top to bottom. Every function reads src and writes all of dst, another slice of
// the same length, and panics if either is not 3·side·side long.
//
//	raster.Rotate(32, turned, picture, 10)        // degrees, counter-clockwise
//	raster.Brightness(32, brighter, turned, 1.2)  // a factor
package raster

func check(side int, dst, src []byte) {
	if len(dst) != 3*side*side || len(src) != 3*side*side {
		panic("raster: plane length mismatch")
	}
}
