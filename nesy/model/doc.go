// Package model holds the trainable network: a projection phi from the frozen
// backbone's features to a shared representation z, and two linear heads that
// map z to logits at the fine and at the coarse level (equation 1 and appendix
// C.1 of the paper).
//
// The softmax base, RS-NN and NeSy are one network: they differ in what the
// heads' outputs stand for, labels or focal sets, and in the loss they are
// trained with (package objective).
//
//	c := model.Config{Kind: model.NeSy, Hidden: 1024, Width: 512, Dropout: 0.3, Fine: 192, Coarse: 83}
//	store := ml.NewStore()                              // ml is gomlx/ml/model
//	err := model.Initialise(store, 192, c, 42)          // features per image, seed
//	exec := ml.MustNewExec(backend, store, func(scope *ml.Scope, x *graph.Node) (fine, coarse *graph.Node) {
//		return model.Forward(scope, x, c)
//	})
package model
