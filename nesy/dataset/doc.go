// Package dataset reads pictures with two levels of labels, splits them and
// encodes their labels: section 4 and appendix D of the paper.
//
// Five sources give the same Dataset. Glyphs draws its pictures and needs
// nothing; CIFAR100 reads the official binary files, which FetchCIFAR100
// downloads; INat2021 reads the official validation split of iNaturalist 2021, or
// the drawn stand-in that SampleINat2021 writes; Folder reads PNG and JPEG files
// and a table of coarse labels; New takes pixels from anywhere else. TinyImageNet
// reads pictures without a hierarchy, as Records, to pretrain a backbone on.
//
// An Augmentation is a sequence of random Steps; CIFAR100Augmentation and
// INaturalistAugmentation are the paper's, CropAndFlip is a lighter one. What is
// random is drawn as plans of a few numbers; plain Go (Apply) and a graph on whole
// batches (Graph), which can run where the backbone does, follow the same plans to
// the same pictures.
//
//	d := dataset.Glyphs(dataset.GlyphOptions{Train: 4000, Val: 1000, Test: 1000, Seed: 42})
//	norm, err := dataset.OfSplit(d, d.Train)
//	pixels := make([]byte, 3*d.Side*d.Side)
//	err = d.Image(d.Train[0], pixels)  // planes R, G, B
//	norm.Apply(planes, pixels)         // []float32, ready for the backbone
//
// Everything random comes from a seed that the caller gives: the same seed gives
// the same bytes.
package dataset
