// Package resnet holds the residual networks of He and others (2015, Deep residual
// learning for image recognition), which the paper names beside the Swin as
// backbones (section 1): images in, the mean of the last feature maps out.
//
// They are torchvision's: the stride of a bottleneck stands at its 3×3
// convolution, not at its first. Normalisation is as in evaluation, by the running
// statistics, and folded into the convolutions before it. There is no second
// forward pass in plain Go: the tests hold this one, stage by stage, to what
// torchvision computes with the same weights.
//
//	weights, err := resnet.Load("resnet18.safetensors", resnet.ResNet18())
//	encoder, err := backbone.NewEncoder(b, weights, 2)
//	features, err := encoder.Encode(pixels) // [2, 512]
package resnet
