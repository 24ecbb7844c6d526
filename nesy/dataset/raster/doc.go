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
// The functions ending in Graph do the same to a batch of pictures within a graph:
// images [batch, 3, side, side] of whole float32 numbers in 0 to 255, each picture
// with numbers of its own. They give the same bytes where they do not say otherwise
// and the backend rounds each operation as IEEE 754 has it; one that fuses
// operations may differ by 1.
//
//	raster.Rotate(32, turned, picture, 10)        // degrees, counter-clockwise
//	raster.Brightness(32, brighter, turned, 1.2)  // a factor
package raster

func check(side int, dst, src []byte) {
	if len(dst) != 3*side*side || len(src) != 3*side*side {
		panic("raster: plane length mismatch")
	}
}
