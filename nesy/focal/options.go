package focal

import (
	"fmt"
	"slices"

	"nesybook/nesy/embedding"
)

// Method is how labels that may be confused are found among embeddings.
type Method int

const (
	KMeans          Method = iota // Lloyd's algorithm; an image belongs to one cluster
	GaussianMixture               // diagonal Gaussians by EM; an image belongs to each in part
	ClassOverlap                  // no clusters: a Gaussian for each class, and how far they overlap
)

var methods = []Method{KMeans, GaussianMixture, ClassOverlap}

// String returns "kmeans", "mixture" or "class-overlap".
func (m Method) String() string {
	switch m {
	case KMeans:
		return "kmeans"
	case GaussianMixture:
		return "mixture"
	case ClassOverlap:
		return "class-overlap"
	}
	return fmt.Sprintf("Method(%d)", int(m))
}

// ParseMethod returns the method that String calls name.
func ParseMethod(name string) (Method, error) {
	for _, m := range methods {
		if m.String() == name {
			return m, nil
		}
	}
	return 0, fmt.Errorf("focal: no clustering method %q, want kmeans, mixture or class-overlap", name)
}

// MarshalText writes the method's name.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the method's name.
func (m *Method) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMethod(string(text))
	return err
}

// Options say how a family is induced from embeddings.
type Options struct {
	Method   Method
	Clusters int // at most; fewer where there are fewer distinct embeddings; not for ClassOverlap

	// Share is the part of a cluster, 0 to 1, that a label must hold to join the
	// cluster's set. The paper's "all fine labels occurring in that region" is Share
	// 0, which makes nearly every set of real data nearly Omega. Not for ClassOverlap.
	Share float64

	MaxSize int // larger sets are discarded as near ignorance; 0: all but Omega stay
	Budget  int // larger sets kept beside the singletons, best supported first; 0: all, or for ClassOverlap as many as labels

	Seed uint64

	// For ClassOverlap alone: how features are embedded before Gaussians are fitted,
	// and in how many dimensions, 2 or 3; 0 for 3. t-SNE in three is what RS-NN does.
	Embedding  embedding.Method `json:",omitempty"`
	Dimensions int              `json:",omitempty"`
}

// DefaultOptions returns the setting for a frame of so many labels: k-means with
// one cluster a label, a share of 5 %, sets of at most 10 labels or half the frame,
// no budget, seed 42. From the small Swin's features of 10,000 CIFAR-100 images it
// makes 98 sets of 2 to 8 labels beside the 100 singletons, about the 200 sets that
// RS-NN takes for 100 classes (Manchingal and others 2025, "Random-Set Neural
// Networks").
func DefaultOptions(labels int) Options {
	return Options{
		Method:   KMeans,
		Clusters: labels,
		Share:    0.05,
		MaxSize:  min(10, max(2, labels/2)),
		Seed:     42,
	}
}

func (o Options) check() error {
	switch {
	case !slices.Contains(methods, o.Method):
		return fmt.Errorf("focal: no clustering method %v", o.Method)
	case o.Clusters < 1:
		return fmt.Errorf("focal: %d clusters, want 1 or more", o.Clusters)
	case !(o.Share >= 0 && o.Share <= 1):
		return fmt.Errorf("focal: share %v, want 0 to 1", o.Share)
	case o.MaxSize < 0:
		return fmt.Errorf("focal: largest set size %d, want 0 (no limit) or more", o.MaxSize)
	case o.Budget < 0:
		return fmt.Errorf("focal: budget %d, want 0 (all sets) or more", o.Budget)
	case o.Embedding != embedding.ByTSNE && o.Embedding != embedding.ByPCA:
		return fmt.Errorf("focal: no embedding method %v", o.Embedding)
	case o.Dimensions != 0 && o.Dimensions != 2 && o.Dimensions != 3:
		return fmt.Errorf("focal: an embedding in %d dimensions, want 2 or 3", o.Dimensions)
	}
	return nil
}
