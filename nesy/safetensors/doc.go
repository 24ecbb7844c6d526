// Package safetensors reads and writes the safetensors file format: named
// tensors in one flat file with a JSON header in front. It is the format of the
// backbone's weights (package swin) and of the training checkpoints (package
// train), because every deep-learning library reads it.
//
// A file is an 8-byte little-endian header length, a JSON object that maps each
// tensor's name to its element type, shape and byte range, and the tensors' bytes.
// Reading is strict, since a weights file may come from anywhere: the byte ranges
// must tile the data exactly, sizes must agree with shapes, names must be unique,
// and nothing is allocated on a header's word alone.
//
//	err := safetensors.Save("model.safetensors", safetensors.F32,
//		[]safetensors.Tensor{{Name: "bias", Shape: []int{2}, Data: []float32{1, 2}}},
//		map[string]string{"epoch": "7"})
//	file, err := safetensors.Load("model.safetensors")
//	bias, err := file.Tensor("bias")
package safetensors
