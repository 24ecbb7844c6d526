// Package features runs the frozen backbone once over a data set and keeps what it
// finds. The paper freezes its Swin Transformer (appendix C.1), so the feature
// vectors of an image never change during training, and computing them anew each
// epoch would cost hundreds of times what training the rest does.
//
// Each view of the data set, the images as they are or one augmented copy of all,
// becomes one .npy file of a float32 row an image. A manifest beside them says
// what they were made from; what matches is read back, and what was interrupted is
// continued.
//
// OnTheFly is the paper's way all the same: the images stay on the device as bytes,
// and augmentation, resizing, normalisation and backbone are part of the graph that
// wants the features (Spec.Graph), in each epoch anew.
//
//	spec := features.Spec{Data: data, Network: weights, Normalisation: dataset.ImageNet, Views: 1}
//	views, err := features.Extract(ctx, backend, spec, "runs/quick/features", nil)
//	scaling := features.FitScaling(views[0], data.Train)
//	rows := scaling.Apply(views[0])
package features
