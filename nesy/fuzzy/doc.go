// Package fuzzy holds the two fuzzy ingredients of the consistency term of section
// 3.3: membership functions, which turn a coarse mass into a degree of typicality,
// and t-norms, the continuous conjunctions that join it with a fine mass.
//
// Each exists as a plain float64 function, written to be read beside the paper, and
// as a GoMLX graph function for training:
//
//	mu := fuzzy.Gaussian(1)
//	support := fuzzy.Product.Of(0.6, mu.At(0.7)) // 0.5736
//	inGraph := fuzzy.Product.Graph(fine, mu.Graph(coarse))
package fuzzy
