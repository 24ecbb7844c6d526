package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"nesybook/nesy/hierarchy"
)

// Dataset is a collection of square colour pictures with fine labels, the
// hierarchy above these, and a split in three. Its methods may be called from
// several goroutines.
type Dataset struct {
	Name      string
	Hierarchy *hierarchy.Hierarchy
	Side      int   // pixels along an edge
	Labels    []int // the fine label of each image

	Train, Val, Test []int // images of each part, ascending, disjoint

	// Digest is a SHA-256, in hexadecimal, of pictures, labels, label names and
	// split: what a manifest records.
	Digest string

	// Note is a remark on where the data come from that a reader should see, such
	// as files that are well formed but not the official ones. Often empty.
	Note string

	read    Reader
	content string
}

// Reader writes image i into dst: 3·Side·Side bytes, planes R, G, B, each with
// its rows from top to bottom. It must be safe for concurrent use.
type Reader func(i int, dst []byte) error

// New returns a Dataset over pictures that read delivers. content identifies
// them, a hash of all bytes for example, and enters the Digest. It is an error if
// a label is not one of level 0 of the hierarchy. The split is empty: see WithSplit.
func New(name string, h *hierarchy.Hierarchy, side int, labels []int, content string, read Reader) (*Dataset, error) {
	if side <= 0 {
		return nil, fmt.Errorf("dataset: %s: side of %d pixels", name, side)
	}
	for i, y := range labels {
		if y < 0 || y >= h.Size(0) {
			return nil, fmt.Errorf("dataset: %s: image %d has fine label %d, outside 0..%d", name, i, y, h.Size(0)-1)
		}
	}
	d := &Dataset{Name: name, Hierarchy: h, Side: side, Labels: labels, read: read, content: content}
	d.Digest = d.digest()
	return d, nil
}

// Len returns the number of images.
func (d *Dataset) Len() int { return len(d.Labels) }

// Size returns the number of bytes of an image, 3·Side·Side.
func (d *Dataset) Size() int { return 3 * d.Side * d.Side }

// Image writes image i into dst as planes R, G, B of Side·Side bytes, each with
// its rows from top to bottom. It panics if dst is not of Size bytes or there is
// no image i.
func (d *Dataset) Image(i int, dst []byte) error {
	if len(dst) != d.Size() {
		panic("dataset: destination length mismatch")
	}
	if i < 0 || i >= d.Len() {
		panic("dataset: image index out of range")
	}
	return d.read(i, dst)
}

// Coarse returns the label of image i at level 1.
func (d *Dataset) Coarse(i int) int { return d.Hierarchy.Parent(0, d.Labels[i]) }

// WithSplit returns a Dataset over the same pictures with another split, such as
// the first thousand images of each part. It is an error if a part names an image
// that does not exist or that stands in a part already.
func (d *Dataset) WithSplit(train, val, test []int) (*Dataset, error) {
	part := make([]string, d.Len())
	for _, p := range []struct {
		name   string
		images []int
	}{{"training", train}, {"validation", val}, {"test", test}} {
		for _, i := range p.images {
			if i < 0 || i >= d.Len() {
				return nil, fmt.Errorf("dataset: %s: the %s part names image %d of %d", d.Name, p.name, i, d.Len())
			}
			if part[i] != "" {
				return nil, fmt.Errorf("dataset: %s: image %d stands in the %s and the %s part", d.Name, i, part[i], p.name)
			}
			part[i] = p.name
		}
	}
	e := *d
	e.Train, e.Val, e.Test = train, val, test
	e.Digest = e.digest()
	return &e, nil
}

func (d *Dataset) digest() string {
	type level struct {
		Names   []string
		Parents []int
	}
	identity := struct {
		Side             int
		Levels           []level
		Labels           []int
		Train, Val, Test []int
		Content          string
	}{Side: d.Side, Labels: d.Labels, Train: d.Train, Val: d.Val, Test: d.Test, Content: d.content}
	for l := range d.Hierarchy.Levels() {
		var parents []int
		if l+1 < d.Hierarchy.Levels() {
			parents = d.Hierarchy.Parents(l)
		}
		identity.Levels = append(identity.Levels, level{d.Hierarchy.Names(l), parents})
	}
	h := sha256.New()
	if err := json.NewEncoder(h).Encode(identity); err != nil {
		panic("dataset: " + err.Error()) // integers and strings always encode
	}
	return hex.EncodeToString(h.Sum(nil))
}
