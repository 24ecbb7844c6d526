package focal

import (
	"fmt"
	"math"
)

// Clustering is a partition of images, or for a mixture a soft one, by their
// embeddings, and what Induce made of it. ClassOverlap makes no clusters: its
// Assignment and Centers are empty, and it has Regions.
type Clustering struct {
	Assignment []int       // [images] the cluster of each image; for a mixture the likeliest
	Centers    [][]float64 // [clusters][features]

	// Of a mixture alone.
	Responsibilities [][]float64 // [images][clusters] p(cluster | image), rows sum to 1
	Variances        [][]float64 // [clusters][features]
	Proportions      []float64   // [clusters] p(cluster), sum to 1

	Regions []Region `json:",omitempty"` // [labels] of ClassOverlap alone

	// Loss is what the method brought down: for k-means the mean squared distance of
	// an image to its center, for a mixture the mean of -log p(image), in nats.
	Loss       float64
	Iterations int
	Converged  bool // false where the limit of iterations came first

	// Filled in by Induce.
	Sets    []Set     // [clusters] the set each cluster induced, whether kept or not; of ClassOverlap the sets kept, best first
	Support []float64 // [sets of the family] images, see Select; of ClassOverlap the overlap of larger sets, 0 to 1
}

// Cluster groups embeddings [images, features] by o's Method, Clusters and Seed.
// It is an error if the embeddings are empty, ragged, not finite or fewer than the
// clusters, if an option is out of range, or if the Method is ClassOverlap.
func Cluster(embeddings [][]float32, o Options) (*Clustering, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Method == ClassOverlap {
		return nil, fmt.Errorf("focal: %v makes no clusters", o.Method)
	}
	x, err := newPoints(embeddings)
	if err != nil {
		return nil, err
	}
	if x.rows < o.Clusters {
		return nil, fmt.Errorf("focal: %d embeddings for %d clusters, want at least one each", x.rows, o.Clusters)
	}
	if o.Method == GaussianMixture {
		return mixture(x, o.Clusters, o.Seed), nil
	}
	return kMeans(x, o.Clusters, o.Seed), nil
}

// points are rows of equal length, one behind the other, in float64.
type points struct {
	rows, dim int
	data      []float64 // [rows, dim]
}

func newPoints(embeddings [][]float32) (*points, error) {
	if len(embeddings) == 0 || len(embeddings[0]) == 0 {
		return nil, fmt.Errorf("focal: no embeddings to cluster")
	}
	x := makePoints(len(embeddings), len(embeddings[0]))
	for i, embedding := range embeddings {
		if len(embedding) != x.dim {
			return nil, fmt.Errorf("focal: embedding %d has %d features, embedding 0 has %d", i, len(embedding), x.dim)
		}
		for j, v := range embedding {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				return nil, fmt.Errorf("focal: feature %d of embedding %d is %v", j, i, v)
			}
			x.row(i)[j] = float64(v)
		}
	}
	return x, nil
}

func makePoints(rows, dim int) *points {
	return &points{rows, dim, make([]float64, rows*dim)}
}

func (p *points) row(i int) []float64 { return p.data[i*p.dim : (i+1)*p.dim : (i+1)*p.dim] }

// slices returns the rows as slices that share p's memory.
func (p *points) slices() [][]float64 {
	rows := make([][]float64, p.rows)
	for i := range rows {
		rows[i] = p.row(i)
	}
	return rows
}

// squaredDistance returns |a-b|^2. It sums in four strands, which a processor adds
// at once, and never by fused multiply-add, so that it gives the same bits on every
// kind of processor.
func squaredDistance(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		d0, d1, d2, d3 := a[0]-b[0], a[1]-b[1], a[2]-b[2], a[3]-b[3]
		s0 += float64(d0 * d0)
		s1 += float64(d1 * d1)
		s2 += float64(d2 * d2)
		s3 += float64(d3 * d3)
		a, b = a[4:], b[4:]
	}
	for i := range a {
		d := a[i] - b[i]
		s0 += float64(d * d)
	}
	return (s0 + s1) + (s2 + s3)
}

func sum(values []float64) float64 {
	var total float64
	for _, v := range values {
		total += v
	}
	return total
}
