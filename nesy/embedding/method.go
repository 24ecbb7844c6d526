package embedding

import "fmt"

// Method is a way to embed.
type Method int

const (
	ByTSNE Method = iota // t-distributed stochastic neighbour embedding
	ByPCA                // principal components
)

// String returns "tsne" or "pca".
func (m Method) String() string {
	switch m {
	case ByTSNE:
		return "tsne"
	case ByPCA:
		return "pca"
	}
	return fmt.Sprintf("Method(%d)", int(m))
}

// ParseMethod returns the method that String calls name.
func ParseMethod(name string) (Method, error) {
	for _, m := range []Method{ByTSNE, ByPCA} {
		if m.String() == name {
			return m, nil
		}
	}
	return 0, fmt.Errorf("embedding: no method %q, want tsne or pca", name)
}

// MarshalText writes the method's name.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the method's name.
func (m *Method) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMethod(string(text))
	return err
}
