package backbone

import (
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// Network is a network with its weights, which are not changed once read.
type Network interface {
	Side() int       // of the square input images, in pixels
	Features() int   // length of the feature vector
	Parameters() int // values that make it up
	Widest() int     // values of one image where the network is wide: what should fit the processor's cache

	// Digest returns the SHA-256, in hexadecimal, of the network's shape and weights.
	Digest() string

	// Pooled returns the feature vectors [batch, features] of images [batch, 3,
	// side, side], normalised. The weights become variables of the scope that are
	// not trained, so that a compiled graph refers to them and does not contain
	// them. It panics, as graph functions do, if the images are of another size.
	Pooled(scope *model.Scope, images *Node) *Node
}

// Pixels returns the number of values of one input image.
func Pixels(n Network) int { return 3 * n.Side() * n.Side() }
