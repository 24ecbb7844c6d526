package dataset

// The paper's two augmentations, in the order of appendix D. It gives
// sizes of neither crops nor colour changes: torchvision's ranges for the crop and
// strengths of 0.2, and 0.1 for hue, are ours. The paper's crop enlarges to the
// backbone's 224 pixels before all else; here pictures keep their side until
// after, so that at 32 pixels turns show steps and Equalize counts few pixels.

// CIFAR100Augmentation is the paper's for CIFAR-100: random resized crop, mirror
// image, turn by up to 10 degrees, colour jitter, AutoAugment, and random erasing
// of a quarter of the pictures. norm is what the pictures are normalised with
// afterwards, and fixes the colour of what is erased.
func CIFAR100Augmentation(norm Normalisation) Augmentation {
	return append(INaturalistAugmentation(),
		AutoAugment(Torchvision),
		RandomErasing(0.25, norm.MeanColour()),
	)
}

// INaturalistAugmentation is the paper's for iNaturalist: random resized crop,
// mirror image, turn by up to 10 degrees, colour jitter.
func INaturalistAugmentation() Augmentation {
	return Augmentation{
		RandomResizedCrop(Range{0.08, 1}, Range{3.0 / 4, 4.0 / 3}),
		Flip(0.5),
		RandomRotation(10),
		ColourJitter(0.2, 0.2, 0.2, 0.1),
	}
}
