// Package focal holds focal sets, the disjunctive hypotheses "one of these labels"
// to which a random-set classifier gives belief, and finds a family of them in the
// data (section 3.2 of the paper).
//
// All 2^n subsets of n labels are far too many, so a family is a budget: every
// singleton, and the sets of labels that share a cluster of the embedding space,
// which are the labels a classifier will confuse. The other way, of Random-Set Neural
// Networks, takes the sets of labels whose regions overlap most in an embedding of few
// dimensions. Omega, the set of all labels, is never in a family: it stands for the
// mass left over.
//
//	family, clustering, err := focal.Induce(embeddings, labels, 100, focal.DefaultOptions(100))
//	...
//	coarse := family.Project(h, 0)  // O^c = {Pi(A) : A in O^f}
//	targets := family.Targets(y)    // Bel(A) = 1 where y is in A
//	fmt.Println(family.Sets[150].Format(h.Names(0)))
package focal
