// Package backbone is what the frozen networks have in common. The paper's method
// takes the output of any of them, "e.g. Swin Transformer, ResNet-18/50, VGG16"
// (section 1); its experiments take a Swin (appendix C.1).
//
// A Network makes one feature vector of an image: packages swin, resnet, vgg and
// vit hold a family each. An Encoder is a network compiled for batches. The rest is
// what they share: strict reading of weights, and operations in the form that suits
// GoMLX's Go backend.
//
//	network, err := swin.Carried()
//	encoder, err := backbone.NewEncoder(b, network, 32)
//	features, err := encoder.Encode(pixels) // [32, network.Features()]
package backbone
