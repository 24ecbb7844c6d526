package train

import (
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
)

func TestOrder(t *testing.T) {
	first := order(100, 42, 3)
	if !slices.Equal(first, order(100, 42, 3)) {
		t.Error("an epoch has two orders")
	}
	if slices.Equal(first, order(100, 42, 4)) || slices.Equal(first, order(100, 43, 3)) {
		t.Error("two epochs or two seeds have the same order")
	}
	slices.Sort(first)
	for i, image := range first {
		if i != image {
			t.Fatal("not every image comes once")
		}
	}
}

func TestBatchIsFilledAndPadded(t *testing.T) {
	rows := [][]float32{{1, 2}, {3, 4}, {5, 6}}
	labels := Labels{Fine: []int{7, 8, 9}, Coarse: []int{1, 2, 3}}
	b, x := newBatch(4), newCached([][][]float32{rows}, 4)
	for _, indices := range [][]int{{0, 1, 2, 0}, {2, 0}} { // nothing of the first filling may stay
		b.fill(labels, indices)
		x.Inputs(0, indices)
	}
	for _, c := range []struct {
		what      string
		got, want []float32
	}{
		{"features", tensors.MustCopyFlatData[float32](x.rows), []float32{5, 6, 1, 2, 0, 0, 0, 0}},
		{"mask", tensors.MustCopyFlatData[float32](b.mask), []float32{1, 1, 0, 0}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if got := tensors.MustCopyFlatData[int32](b.fine); !slices.Equal(got, []int32{9, 7, 0, 0}) {
		t.Errorf("fine labels: %v", got)
	}
	if got := tensors.MustCopyFlatData[int32](b.coarse); !slices.Equal(got, []int32{3, 1, 0, 0}) {
		t.Errorf("coarse labels: %v", got)
	}
}

func TestDigestSeesEveryPart(t *testing.T) {
	make := func(change func(*Data)) string {
		d := Data{
			Views: [][][]float32{{{1, 2}, {3, 4}}},
			Train: Labels{Fine: []int{0, 1}, Coarse: []int{0, 0}},
			Val:   [][]float32{{5, 6}}, ValLabels: Labels{Fine: []int{1}, Coarse: []int{0}},
		}
		change(&d)
		return d.digest()
	}
	whole := make(func(*Data) {})
	if whole != make(func(*Data) {}) {
		t.Error("the same data have two digests")
	}
	for name, change := range map[string]func(*Data){
		"feature":    func(d *Data) { d.Views[0][1][0] = 9 },
		"views":      func(d *Data) { d.Views = append(d.Views, d.Views[0]) },
		"label":      func(d *Data) { d.Train.Coarse[1] = 1 },
		"validation": func(d *Data) { d.Val[0][1] = 9 },
		"its label":  func(d *Data) { d.ValLabels.Fine[0] = 0 },
	} {
		if make(change) == whole {
			t.Errorf("%s: a change leaves the digest", name)
		}
	}
}
