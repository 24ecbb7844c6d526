// Package vgg holds the network of 16 layers of Simonyan and Zisserman (2014, Very
// deep convolutional networks for large-scale image recognition), which the paper
// names beside the Swin as a backbone (section 1).
//
// Its features are the 4,096 values that enter the last layer, after their ReLU.
// The paper does not say which it means. These are what is left when the
// classifier's last layer is taken away, as for every other backbone here, and so
// what the paper's heads would replace; the means of the 512 last feature maps
// would leave out most of the network's weights.
//
// The tests hold it, stage by stage, to what torchvision computes with the same
// weights; there is no second forward pass in plain Go.
//
//	weights, err := vgg.Load("vgg16.safetensors", vgg.VGG16())
//	encoder, err := backbone.NewEncoder(b, weights, 1)
//	features, err := encoder.Encode(pixels) // [1, 4096]
package vgg
