// Package vit is the Vision Transformer of Dosovitskiy and others (2020, An image is
// worth 16x16 words), which the paper names among the architectures that its method
// is for (section 1).
//
// An image is cut into patches, each a token. A learnt token, the class token, goes
// before them; positions are learnt too. Every block of self-attention sees all
// tokens. The class token, normalised after the last block, is the feature vector.
//
// The tests hold it, block by block, to what torchvision computes with the same
// weights; there is no second forward pass in plain Go.
//
//	weights, err := vit.Load("vit_b_16.safetensors", vit.Base16())
//	encoder, err := backbone.NewEncoder(b, weights, 4)
//	features, err := encoder.Encode(pixels) // [4, 768]
package vit
