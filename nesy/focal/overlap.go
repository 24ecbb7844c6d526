package focal

import (
	"cmp"
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

// embed returns the points [images][dimensions] in which ClassOverlap looks for
// regions, by o's Embedding and Dimensions, and which images they are. Two or three
// dimensions, 0 for three.
func embed(embeddings [][]float32, labels []int, frame int, o Options) (points [][]float64, images []int, err error) {
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
// joins a set, so a set can be among the k best only if the one without its last label
// is, and before it.
func MostOverlapping(regions []Region, k, maxSize int) (sets []Set, overlaps []float64) {
	frame := len(regions)
	if maxSize == 0 || maxSize >= frame {
		maxSize = frame - 1
	}
	r := newRaster(regions)
	var rivals []candidate // the best of those grown from a set looked at, best first
	if maxSize > 1 {
		for y := range frame {
			rivals = best(append(rivals, r.grown([]int{y})...), k)
		}
	}
	for len(rivals) > 0 {
		next := rivals[0]
		sets, overlaps = append(sets, next.set), append(overlaps, next.overlap)
		rivals = rivals[1:]
		if next.set.Len() < maxSize {
			rivals = append(rivals, r.grown(next.set.Labels())...)
		}
		rivals = best(rivals, k-len(sets))
	}
	return sets, overlaps
}

type candidate struct {
	set     Set
	overlap float64
}

// best returns the k candidates with the largest overlaps.
func best(candidates []candidate, k int) []candidate {
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.overlap, a.overlap), a.set.Compare(b.set))
	})
	return candidates[:min(k, len(candidates))]
}

// grown returns the sets of labels, ascending, and one label after the last, as far
// as their regions overlap.
func (r *raster) grown(labels []int) []candidate {
	from := labels[len(labels)-1] + 1
	all := make([]candidate, len(r.regions)-from)
	parallel.For(len(all), func(i int) {
		larger := append(slices.Clone(labels), from+i)
		all[i] = candidate{NewSet(larger...), r.overlap(larger)}
	})
	return slices.DeleteFunc(all, func(c candidate) bool { return c.overlap == 0 })
}

// overlapping induces a family as Random-Set Neural Networks do (Manchingal and others
// 2025, section on budgeting): embed the features, fit a region to each class, and
// take the sets of classes that overlap most, as many as o's Budget or, where that is
// 0, as there are labels.
func overlapping(embeddings [][]float32, labels []int, frame int, o Options) (*Family, *Clustering, error) {
	points, images, err := embed(embeddings, labels, frame, o)
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
