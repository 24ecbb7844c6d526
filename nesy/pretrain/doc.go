// Command pretrain makes weights for the small Swin: it trains swin.Nano32 from
// random weights on Tiny ImageNet's record files (dataset.TinyImageNet), by the
// recipe of the carried weights (nesy/swin/weights/README.md), which were made in
// PyTorch.
//
//	go run ./nesy/pretrain -data DIR -out swin_nano32.safetensors -half
//	go run ./nesy/pretrain -data DIR -out try.safetensors -limit 1500 -epochs 6 -batch 64
//
// The first makes weights like those carried, whose top-1 accuracy on the 10,000
// validation images is 0.3092 by their card. It has not been run to its end yet: a
// step of 128 images takes some 4 s of processor time on an AMD EPYC with
// GOEXPERIMENT=simd and GoMLX's Go backend (measured beside other work), so that an
// epoch of 100,000 images would take some 26 minutes on two cores and all twelve
// five hours. PyTorch took 65 minutes. On a GPU it is still to be measured.
//
// The second was run, in 6 minutes of processor time: the training loss falls from
// 5.29 in the first epoch to 4.89, the validation loss from 5.22 to 5.11 (chance is
// 5.30), which shows that it learns, and no more.
//
// # The recipe
//
// Adam with decoupled weight decay (package train); a learning rate of one cycle; a
// gradient that is shortened to a norm; cross-entropy with smoothed labels;
// stochastic depth that grows towards the last block; a random crop out of 4
// reflected pixels and a mirror image half the time; ImageNet's mean and deviation.
// A Recipe holds the numbers, each of which is a flag.
//
// What the card leaves open follows PyTorch and torchvision where these have a
// default: the rate begins at a 25th of its peak and ends at a 10,000th of that; the
// initial weights are torchvision's. Two things differ from them. PyTorch's one cycle
// also moves Adam's first coefficient between 0.85 and 0.95, which stays 0.9 here; and
// the bias of the keys stays at its initial 0, since it has no effect on the network
// (attention ignores it), where PyTorch lets it drift with the rounding of its
// gradient. The random numbers are other ones in any case.
//
// # What is kept
//
// Beside the weights, FILE, stands the folder FILE.run:
//
//	last.safetensors  the parameters, the optimiser's moments, and the state
//	log.jsonl         one line an epoch: learning rate, loss and accuracy
//
// A training that is killed at any moment and started again ends with the same bytes
// as one that was not: all randomness is drawn from the seed and the number of the
// epoch or step, and each checkpoint is one atomic replacement of last.safetensors.
package main
