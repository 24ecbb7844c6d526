// Package embedding draws high-dimensional features down to two or three
// dimensions, to be looked at or to fit simple regions to: principal components,
// which keep the largest distances, and t-SNE, which keeps neighbourhoods.
//
//	points := embedding.TSNE(features, 2, 42)
//	points, explained := embedding.PCA(features, 2)
//
// Equal arguments give equal bytes, whatever the number of processors. Another kind
// of processor may round exponentials and sums in another way, which moves points by
// next to nothing.
package embedding
