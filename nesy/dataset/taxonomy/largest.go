package taxonomy

import "slices"

// Family is a family and the number of its species.
type Family struct {
	Class, Name string
	Species     int
}

// Largest returns the n families with most species, all if there are fewer, those
// with most first. Of families with equally many, that whose first species comes
// first does. Among the official species the 50th family has 42 and the 51st 41,
// so that which 50 they are does not hang on this.
func Largest(species []Species, n int) []Family {
	index := make(map[[2]string]int)
	var families []Family
	for _, s := range species {
		key := [2]string{s.Class, s.Family}
		k, ok := index[key]
		if !ok {
			k = len(families)
			index[key] = k
			families = append(families, Family{Class: s.Class, Name: s.Family})
		}
		families[k].Species++
	}
	slices.SortStableFunc(families, func(a, b Family) int { return b.Species - a.Species })
	return families[:min(n, len(families))]
}
