package metrics

// Consistency returns the share of samples whose coarse label is the parent of
// their fine one. The paper gives no formula for its "Log. Cons."; this is the
// reading its text supports ("compatibility of fine and coarse singleton
// predictions"), and it asks nothing about the true labels.
func Consistency(fine, coarse, parents []int) float64 {
	checkPaired(len(fine), len(coarse))
	consistent := 0
	for i, y := range fine {
		if y < 0 || y >= len(parents) {
			panic("metrics: label out of range")
		}
		if parents[y] == coarse[i] {
			consistent++
		}
	}
	return float64(consistent) / float64(len(fine))
}
