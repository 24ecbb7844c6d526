package consistency_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/consistency"
	"nesybook/nesy/focal"
	"nesybook/nesy/fuzzy"
	"nesybook/nesy/hierarchy"
)

// likeCIFAR returns families of the size that CIFAR-100 gives: 192 fine sets over
// 100 labels, 83 coarse ones over 20. As there, labels that are confused are often,
// not always, siblings.
func likeCIFAR() (h *hierarchy.Hierarchy, fine, coarse *focal.Family) {
	r := rand.New(rand.NewPCG(42, 0))
	h = regular(20, 5)
	var induced []focal.Set
	for fine == nil || fine.Len() < 192 {
		home := r.IntN(20)
		labels := make([]int, 2+r.IntN(9))
		for i := range labels {
			switch {
			case r.IntN(2) == 0:
				labels[i] = 5*home + r.IntN(5)
			default:
				labels[i] = 5*((home+r.IntN(5))%20) + r.IntN(5)
			}
		}
		induced = append(induced, focal.NewSet(labels...))
		fine = focal.NewFamily(100, induced...)
	}
	return h, fine, fine.Project(h, 0)
}

// BenchmarkGraph measures the term with its gradients in both masses, as a training
// step needs it.
func BenchmarkGraph(b *testing.B) {
	h, fine, coarse := likeCIFAR()
	backend := goBackend(b)
	for _, batch := range []int{64, 512} {
		r := rand.New(rand.NewPCG(1, uint64(batch)))
		mf := tensors.FromValue(convert[float32](rawMasses(r, batch, fine.Len())))
		mc := tensors.FromValue(convert[float32](rawMasses(r, batch, coarse.Len())))
		for _, form := range consistency.Forms {
			for _, tnorm := range fuzzy.TNorms {
				c := consistency.PaperConfig()
				c.Form, c.TNorm = form, tnorm
				term := consistency.New(h, 0, fine, coarse, c)
				b.Run(fmt.Sprintf("batch=%d/%v/%v", batch, form, tnorm), func(b *testing.B) {
					exec := MustNewExec(backend, func(mf, mc *Node) (loss, gradF, gradC *Node) {
						loss = OneMinus(ReduceAllMean(term.Graph(mf, mc)))
						grads := Gradient(loss, mf, mc)
						return loss, grads[0], grads[1]
					})
					defer exec.Finalize()
					exec.MustCall(mf, mc) // compiles
					for b.Loop() {
						exec.MustCall(mf, mc)
					}
				})
			}
		}
	}
}
