package consistency

import (
	"nesybook/nesy/focal"
	"nesybook/nesy/hierarchy"
)

// Feasible is M^fc(A, B) of equation 11: whether the projection of the fine set a
// meets the coarse set b. Labels of a are of the given level of h, those of b of the
// next.
func Feasible(h *hierarchy.Hierarchy, level int, a, b focal.Set) bool {
	return a.Project(h, level).Intersects(b)
}

// Kappa is the partial inclusion of equation 12 (Bloch, Information combination
// operators for data fusion, 1996): the share of Pi(A) that lies in B. It is 1 where
// Pi(A) is a subset of B and 0 exactly where the pair is infeasible.
func Kappa(h *hierarchy.Hierarchy, level int, a, b focal.Set) float64 {
	return inclusion(a.Project(h, level), b)
}

// inclusion returns |p and b| / max(1, |p|).
func inclusion(p, b focal.Set) float64 {
	return float64(p.Intersection(b).Len()) / float64(max(1, p.Len()))
}
