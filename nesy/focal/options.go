package focal

import "fmt"

// Method is how embeddings are clustered.
type Method int

const (
	KMeans          Method = iota // Lloyd's algorithm; an image belongs to one cluster
	GaussianMixture               // diagonal Gaussians by EM; an image belongs to each in part
)

// String returns "kmeans" or "mixture".
func (m Method) String() string {
	switch m {
	case KMeans:
		return "kmeans"
	case GaussianMixture:
		return "mixture"
	}
	return fmt.Sprintf("Method(%d)", int(m))
}

// ParseMethod returns the method that String calls name.
func ParseMethod(name string) (Method, error) {
	for _, m := range []Method{KMeans, GaussianMixture} {
		if m.String() == name {
			return m, nil
		}
	}
	return 0, fmt.Errorf("focal: no clustering method %q, want kmeans or mixture", name)
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
	Clusters int // at most; fewer where there are fewer distinct embeddings

	// Share is the part of a cluster, 0 to 1, that a label must hold to join the
	// cluster's set. The paper's "all fine labels occurring in that region" is Share
	// 0, which makes nearly every set of real data nearly Omega.
	Share float64

	MaxSize int // larger sets are discarded as near ignorance; 0: all but Omega stay
	Budget  int // larger sets kept beside the singletons, best supported first; 0: all

	Seed uint64
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
	case o.Method != KMeans && o.Method != GaussianMixture:
		return fmt.Errorf("focal: no clustering method %v", o.Method)
	case o.Clusters < 1:
		return fmt.Errorf("focal: %d clusters, want 1 or more", o.Clusters)
	case !(o.Share >= 0 && o.Share <= 1):
		return fmt.Errorf("focal: share %v, want 0 to 1", o.Share)
	case o.MaxSize < 0:
		return fmt.Errorf("focal: largest set size %d, want 0 (no limit) or more", o.MaxSize)
	case o.Budget < 0:
		return fmt.Errorf("focal: budget %d, want 0 (all sets) or more", o.Budget)
	}
	return nil
}
