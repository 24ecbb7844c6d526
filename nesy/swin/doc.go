// Package swin is the Swin Transformer (Liu and others 2021, Swin Transformer:
// Hierarchical Vision Transformer using Shifted Windows), the frozen backbone of
// appendix C.1 of the paper: images in, one feature vector each out.
//
// An image is cut into patches, each a token. Blocks of self-attention work within
// windows of tokens, every second block with the windows shifted so that
// neighbours exchange information; between stages, 2×2 tokens merge into one of
// twice the width. The mean of the last tokens is the feature vector.
//
// The forward pass exists twice: Reference is plain Go, written to be read beside
// the article, and Forward is the GoMLX graph, arranged to be fast. Weights come
// from safetensors files under timm's or Hugging Face's names, or, for the small
// network that is part of this module, from Carried.
//
// BFloat16 multiplies the network's matrices in that type, which is for GPUs.
//
// ForwardTraining is the same network with weights that are trained, which begin at
// Initial: command pretrain trains by the recipe of the carried weights with it.
//
//	weights, err := swin.Carried()
//	encoder, err := backbone.NewEncoder(b, weights, 32)
//	features, err := encoder.Encode(pixels) // [32, weights.Config.Features()]
package swin
