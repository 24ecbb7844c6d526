package focal

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkInduce clusters as many vectors as CIFAR-100 has training images, of the
// small Swin's width, into the default number of clusters. Each label is a broad
// blob that overlaps its neighbours, so that k-means has borders to settle.
func BenchmarkInduce(b *testing.B) {
	const frame, dim = 100, 192
	for _, images := range []int{4000, 40000} {
		embeddings, labels := overlappingBlobs(images, frame, dim)
		for _, method := range []Method{KMeans, GaussianMixture} {
			b.Run(fmt.Sprintf("%v/images=%d", method, images), func(b *testing.B) {
				o := DefaultOptions(frame)
				o.Method = method
				for b.Loop() {
					family, c, err := Induce(embeddings, labels, frame, o)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(c.Iterations), "iterations")
					b.ReportMetric(float64(family.Len()), "sets")
				}
			})
		}
	}
}

// overlappingBlobs returns images labelled in turn, around label means as far from
// each other as their own spread reaches, with most of the variance in few features
// as in the output of a network.
func overlappingBlobs(images, frame, dim int) (embeddings [][]float32, labels []int) {
	rng := rand.New(rand.NewPCG(1, 2))
	means := make([][]float64, frame)
	for y := range means {
		means[y] = make([]float64, dim)
		for j := range means[y] {
			means[y][j] = rng.NormFloat64() / float64(1+j/8)
		}
	}
	for i := range images {
		y := i % frame
		embedding := make([]float32, dim)
		for j := range embedding {
			embedding[j] = float32(means[y][j] + 1.5*rng.NormFloat64()/float64(1+j/8))
		}
		embeddings = append(embeddings, embedding)
		labels = append(labels, y)
	}
	return embeddings, labels
}
