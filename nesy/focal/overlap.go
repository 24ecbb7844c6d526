package focal

import (
	"cmp"
	"container/heap"
	"fmt"
	"math/rand/v2"
	"slices"

	"nesybook/nesy/embedding"
	"nesybook/nesy/parallel"
)

// tsneImages is the number of images, drawn evenly from the labels, that class
// overlap embeds by t-SNE: its time grows with their square. Principal components
// take all.
const tsneImages = 2000

// Embed returns the points [images][dimensions] in which ClassOverlap looks for
// regions, by o's Embedding and Dimensions, and which images they are. Two or three
// dimensions, 0 for three.
func Embed(embeddings [][]float32, labels []int, frame int, o Options) (points [][]float64, images []int, err error) {
	dimensions := cmp.Or(o.Dimensions, 3)
	if _, err := newPoints(embeddings); err != nil {
		return nil, nil, err
	}
	if len(embeddings[0]) < dimensions || len(embeddings) < 4 {
		return nil, nil, fmt.Errorf("focal: %d images of %d features, want 4 images or more and a feature for each of %d dimensions",
			len(embeddings), len(embeddings[0]), dimensions)
	}
	if o.Embedding == embedding.ByPCA {
		points, _ = embedding.PCA(embeddings, dimensions)
		images = make([]int, len(embeddings))
		for i := range images {
			images[i] = i
		}
		return points, images, nil
	}
	images = drawEvenly(labels, frame, tsneImages, o.Seed)
	if least := dimensions + 1; len(images) < len(embeddings) && tsneImages/frame < least {
		return nil, nil, fmt.Errorf("focal: t-SNE of %d images has fewer than %d for each of %d labels; embed by pca", tsneImages, least, frame)
	}
	rows := make([][]float32, len(images))
	for k, i := range images {
		rows[k] = embeddings[i]
	}
	return embedding.TSNE(rows, dimensions, o.Seed), images, nil
}

// drawEvenly returns all images if there are at most limit, else of each label its
// part of limit, or all that it has, at random; in ascending order.
func drawEvenly(labels []int, frame, limit int, seed uint64) []int {
	order := rand.New(rand.NewPCG(seed, 1)).Perm(len(labels))
	drawn := make([]int, frame)
	var images []int
	for _, i := range order {
		if len(labels) <= limit || drawn[labels[i]] < limit/frame {
			drawn[labels[i]]++
			images = append(images, i)
		}
	}
	slices.Sort(images)
	return images
}

// MostOverlapping returns the k sets of two labels or more, and of at most maxSize
// (0: all but Omega), whose regions overlap most, best first, and their overlaps: the
// volume of the intersection of all regions over that of their union, 0 to 1. Sets
// without overlap are left out; equal ones are in the order of Set.Compare. Volumes
// are counted on a grid of a million cells.
//
// It looks at few of the 2^n sets and misses none: overlap cannot grow when a label
// joins a set, so a set is looked at after the one without its last label.
func MostOverlapping(regions []Region, k, maxSize int) (sets []Set, overlaps []float64) {
	frame := len(regions)
	if maxSize == 0 || maxSize >= frame {
		maxSize = frame - 1
	}
	r := newRaster(regions)
	var queue candidates
	grow := func(labels []int, from int) {
		if len(labels) >= maxSize {
			return
		}
		grown := make([]candidate, frame-from)
		parallel.For(len(grown), func(i int) {
			larger := append(slices.Clone(labels), from+i)
			grown[i] = candidate{NewSet(larger...), r.overlap(larger)}
		})
		for _, c := range grown {
			if c.overlap > 0 {
				heap.Push(&queue, c)
			}
		}
	}
	for y := range frame {
		grow([]int{y}, y+1)
	}
	for len(queue) > 0 && len(sets) < k {
		best := heap.Pop(&queue).(candidate)
		sets, overlaps = append(sets, best.set), append(overlaps, best.overlap)
		labels := best.set.Labels()
		grow(labels, labels[len(labels)-1]+1)
	}
	return sets, overlaps
}

// candidates is a heap with the largest overlap on top.
type candidates []candidate

type candidate struct {
	set     Set
	overlap float64
}

func (c candidates) Len() int { return len(c) }
func (c candidates) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(c[j].overlap, c[i].overlap), c[i].set.Compare(c[j].set)) < 0
}
func (c candidates) Swap(i, j int) { c[i], c[j] = c[j], c[i] }
func (c *candidates) Push(x any)   { *c = append(*c, x.(candidate)) }
func (c *candidates) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}

// overlapping induces a family as Random-Set Neural Networks do (Manchingal and others
// 2025, section on budgeting): embed the features, fit a region to each class, and
// take the sets of classes that overlap most, as many as o's Budget or, where that is
// 0, as there are labels.
func overlapping(embeddings [][]float32, labels []int, frame int, o Options) (*Family, *Clustering, error) {
	points, images, err := Embed(embeddings, labels, frame, o)
	if err != nil {
		return nil, nil, err
	}
	of := make([]int, len(images))
	for k, i := range images {
		of[k] = labels[i]
	}
	c := &Clustering{Regions: FitRegions(points, of, frame), Converged: true}
	var overlaps []float64
	c.Sets, overlaps = MostOverlapping(c.Regions, cmp.Or(o.Budget, frame), o.MaxSize)
	family := NewFamily(frame, c.Sets...)
	c.Support = make([]float64, family.Len())
	for k, A := range c.Sets {
		c.Support[family.Index(A)] = overlaps[k]
	}
	return family, c, nil
}
