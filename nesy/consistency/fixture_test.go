package consistency_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"

	"nesybook/nesy/backend"
	"nesybook/nesy/consistency"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/hierarchy"
)

// regular returns a hierarchy of coarse labels with as many children each.
func regular(coarse, children int) *hierarchy.Hierarchy {
	fineNames, coarseNames := make([]string, coarse*children), make([]string, coarse)
	parents := make([]int, coarse*children)
	for y := range coarseNames {
		coarseNames[y] = fmt.Sprint("coarse ", y)
	}
	for y := range fineNames {
		fineNames[y] = fmt.Sprint("fine ", y)
		parents[y] = y / children
	}
	h, err := hierarchy.TwoLevel(fineNames, coarseNames, parents)
	if err != nil {
		panic(err)
	}
	return h
}

// families returns a family over the finer level of h with the given number of
// random sets of 2 to largest labels beside the singletons, and its projection.
func families(r *rand.Rand, h *hierarchy.Hierarchy, sets, largest int) (fine, coarse *focal.Family) {
	induced := make([]focal.Set, sets)
	for i := range induced {
		labels := make([]int, 2+r.IntN(largest-1))
		for j := range labels {
			labels[j] = r.IntN(h.Size(0))
		}
		induced[i] = focal.NewSet(labels...)
	}
	fine = focal.NewFamily(h.Size(0), induced...)
	return fine, fine.Project(h, 0)
}

// rawMasses returns a batch of masses as an inversion gives them: most are small, a
// third are negative, some rows sum to more than 1.
func rawMasses(r *rand.Rand, batch, sets int) [][]float64 {
	rows := make([][]float64, batch)
	for i := range rows {
		rows[i] = make([]float64, sets)
		for j := range rows[i] {
			rows[i][j] = 0.1*r.ExpFloat64() - 0.04
		}
		rows[i][r.IntN(sets)] += r.Float64()
	}
	return rows
}

// configurations returns every form with every t-norm and membership, with weights
// of mean 1 and without.
func configurations() []consistency.Config {
	var all []consistency.Config
	memberships := append(fuzzy.Defaults(), fuzzy.Gaussian(0.3))
	for i, form := range consistency.Forms {
		for j, tnorm := range fuzzy.TNorms {
			for k, membership := range memberships {
				all = append(all, consistency.Config{
					Form: form, TNorm: tnorm, Membership: membership,
					FineExponent: 0.5, CoarseExponent: 1, MeanOne: (i+j+k)%2 == 0,
				})
			}
		}
	}
	return all
}

func name(c consistency.Config) string {
	return fmt.Sprintf("%v/%v/%v/mean one %v", c.Form, c.TNorm, c.Membership, c.MeanOne)
}

func goBackend(t testing.TB) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	return b
}
