package dataset

import "math/rand/v2"

// Names of the streams of random numbers that come from one seed.
const (
	splitStream = iota + 1
	glyphStream
	augmentationStream
	sampleStream
)

// stream returns the random numbers that belong to a seed and a path below it,
// such as (augmentationStream, view, image). Different paths give unrelated
// numbers, whatever their order of use.
func stream(seed uint64, path ...uint64) *rand.Rand {
	high, low := scramble(seed), scramble(^seed)
	for _, p := range path {
		high = scramble(high ^ p)
		low = scramble(low + p)
	}
	return rand.New(rand.NewPCG(high, low))
}

// scramble is the output function of SplitMix64 (Steele, Lea and Flood 2014,
// Fast splittable pseudorandom number generators): a bijection in which every
// bit of the input changes half the bits of the output.
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
