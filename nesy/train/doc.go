// Package train fits a model (package model) to features with a loss (package
// objective) as section 4 and appendix C of the paper do: AdamW, a schedule of
// the learning rate, early stopping, some epochs of warm-up on cross-entropy
// alone, and the checkpoint with the best validation loss kept.
//
//	result, err := train.Run(ctx, backend, "runs/nesy", data, modelConfig, loss, train.Default(),
//		func(e train.Epoch) { fmt.Println(e) })
//	fine, coarse, err := train.Predict(backend, result.BestPath, modelConfig, rows)
//
// The features are cached, or made anew in each epoch from augmented images, by the
// frozen backbone in the graph of the training step: see Data.
//
// A run is a directory:
//
//	config.json       what is trained on what: another configuration is refused
//	log.jsonl         one line an epoch: every term, coefficient and accuracy
//	best.safetensors  the variables of the best epoch
//	last.safetensors  the variables, the optimiser's moments and the state of the
//	                  schedule after the last epoch
//
// A run that is killed at any moment and started again ends with the same bytes
// as one that was not: each epoch is committed by the one atomic replacement of
// last.safetensors, and all randomness is drawn from the seed and the number of
// the epoch or step.
package train
