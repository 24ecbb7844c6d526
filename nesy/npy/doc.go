// Package npy reads and writes NumPy's .npy files (format version 1.0) for the
// one kind of array this module caches: a float32 matrix in row-major order. The
// features of package features are such files, so that NumPy, or anything else
// that reads .npy, can open them.
//
//	err := npy.Write("features.npy", [][]float32{{1, 2, 3}, {4, 5, 6}})
//	rows, err := npy.Read("features.npy")
package npy
