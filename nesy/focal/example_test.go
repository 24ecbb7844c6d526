package focal_test

import (
	"fmt"
	"math/rand/v2"

	"nesybook/nesy/focal"
	"nesybook/nesy/hierarchy"
)

// The flowers of appendix B: two fine sets with one projection, which lies in both
// coarse sets.
func Example() {
	fine := []string{"rose", "tulip", "oak", "trout"}
	coarse := []string{"flower", "tree", "fish"}
	h, err := hierarchy.TwoLevel(fine, coarse, []int{0, 0, 1, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, A := range []focal.Set{focal.NewSet(0), focal.NewSet(0, 1)} {
		projection := A.Project(h, 0)
		fmt.Println("Pi of", A.Format(fine), "is", projection.Format(coarse))
		for _, B := range []focal.Set{focal.NewSet(0), focal.NewSet(0, 1)} {
			fmt.Println("  within", B.Format(coarse), projection.SubsetOf(B))
		}
	}
	// Output:
	// Pi of {rose} is {flower}
	//   within {flower} true
	//   within {flower, tree} true
	// Pi of {rose, tulip} is {flower}
	//   within {flower} true
	//   within {flower, tree} true
}

func ExampleFamily_Project() {
	fine := []string{"rose", "tulip", "oak", "trout"}
	coarse := []string{"flower", "tree", "fish"}
	h, err := hierarchy.TwoLevel(fine, coarse, []int{0, 0, 1, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	// Of these, {rose, oak} and {tulip, oak} project to one set, and
	// {rose, oak, trout} to all coarse labels, which is Omega.
	family := focal.NewFamily(4, focal.NewSet(0, 1), focal.NewSet(0, 2), focal.NewSet(1, 2), focal.NewSet(0, 2, 3))
	fmt.Println(family)
	projected := family.Project(h, 0)
	fmt.Println(projected)
	for _, B := range projected.Sets {
		fmt.Println(B.Format(coarse))
	}
	// Output:
	// 8 sets over 4 labels: 4 of size 1, 3 of 2, 1 of 3
	// 4 sets over 3 labels: 3 of size 1, 1 of 2
	// {flower}
	// {tree}
	// {fish}
	// {flower, tree}
}

func ExampleFamily_Targets() {
	family := focal.NewFamily(3, focal.NewSet(0, 1))
	fmt.Println(family.Sets)
	fmt.Println("a rose: ", family.Targets(0))
	fmt.Println("an oak: ", family.Targets(2))
	// Output:
	// [{0} {1} {2} {0, 1}]
	// a rose:  [1 0 0 1]
	// an oak:  [0 0 1 0]
}

// Pentagons and hexagons look alike and so do discs and octagons: they share a
// region of the embedding space, and stars have one of their own.
func ExampleInduce() {
	names := []string{"pentagon", "hexagon", "disc", "octagon", "star"}
	region := []float64{-10, -10, 0, 0, 10}
	rng := rand.New(rand.NewPCG(42, 0))
	var embeddings [][]float32
	var labels []int
	for i := range 500 {
		y := i % len(names)
		embeddings = append(embeddings, []float32{
			float32(region[y] + rng.NormFloat64()),
			float32(rng.NormFloat64()),
		})
		labels = append(labels, y)
	}
	options := focal.DefaultOptions(len(names))
	options.Clusters = 3
	family, clustering, err := focal.Induce(embeddings, labels, len(names), options)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, A := range family.Sets {
		fmt.Println(A.Format(names), clustering.Support[i])
	}
	// Output:
	// {pentagon} 0
	// {hexagon} 0
	// {disc} 0
	// {octagon} 0
	// {star} 100
	// {pentagon, hexagon} 200
	// {disc, octagon} 200
}

// Pentagons and hexagons lie in one place, and octagons overlap both; stars are far
// away. All three overlap no more than any two of them.
func ExampleMostOverlapping() {
	names := []string{"pentagon", "hexagon", "octagon", "star"}
	at := []float64{0, 0, 1, 9}
	rng := rand.New(rand.NewPCG(42, 0))
	var points [][]float64
	var labels []int
	for i := range 4000 {
		y := i % len(names)
		points = append(points, []float64{at[y] + rng.NormFloat64(), rng.NormFloat64()})
		labels = append(labels, y)
	}
	regions := focal.FitRegions(points, labels, len(names))
	sets, overlaps := focal.MostOverlapping(regions, 10, 0)
	for i, A := range sets {
		fmt.Printf("%s %.1f\n", A.Format(names), overlaps[i])
	}
	// Output:
	// {pentagon, hexagon} 1.0
	// {pentagon, octagon} 0.6
	// {hexagon, octagon} 0.6
	// {pentagon, hexagon, octagon} 0.6
}
