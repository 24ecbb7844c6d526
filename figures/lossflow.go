package figures

// LossFlow draws the computation of the belief-based, logically constrained loss:
// the picture that the paper describes in the caption of its figure 2, with the
// numbers of its equations. Blue is fine, vermilion coarse, green the hierarchy's
// knowledge, purple their agreement.
func LossFlow() Drawer {
	d := &diagram{width: 104, tall: 43}
	const fine, coarse, knowledge, agreement, other = 0, 1, 2, 3, 7
	box := func(name string, x, y, w float64, hue int, text string) {
		d.add(name, node{x, y, w, 9, text, palette[hue]})
	}
	box("hierarchy", 9, 38, 16, knowledge, "hierarchy\nπ: fine → coarse")
	box("pairs", 32, 38, 18, knowledge, "feasible pairs\nΠ(A) meets B, eq. 11")
	box("kappa", 55, 38, 16, knowledge, "compatibility\nκ(A, B), eq. 12")
	box("weight", 79, 38, 18, knowledge, "specificity\nwᶠ(A) wᶜ(B), eq. 13")

	box("beliefs f", 9, 22, 16, fine, "fine beliefs\nsigmoids, eq. 2")
	box("masses f", 32, 22, 18, fine, "fine masses\nmᶠ(A), eq. 3")
	box("beliefs c", 9, 5.5, 16, coarse, "coarse beliefs\nsigmoids, eq. 2")
	box("masses c", 32, 5.5, 18, coarse, "coarse masses\nmᶜ(B), eq. 3")
	box("fuzzy", 55, 5.5, 16, coarse, "membership\nμ(mᶜ(B)), eq. 14")

	box("tnorm", 55, 22, 16, agreement, "t-norm\nT(mᶠ(A), μ(B))")
	box("score", 79, 22, 18, agreement, "score of a pair\ns(A, B), eq. 15")
	box("cons", 79, 5.5, 18, agreement, "consistency\nCons, eq. 16")
	box("lcons", 97, 5.5, 11, agreement, "loss term\n1 − Cons")
	box("loss", 97, 22, 11, other, "loss\neq. 8")
	box("terms", 97, 38, 13, other, "other terms\neq. 4, 5, 7")

	d.join("hierarchy", "pairs")
	d.join("pairs", "kappa")
	d.join("kappa", "score")
	d.join("weight", "score")
	d.join("beliefs f", "masses f")
	d.join("masses f", "tnorm")
	d.join("beliefs c", "masses c")
	d.join("masses c", "fuzzy")
	d.join("fuzzy", "tnorm")
	d.join("tnorm", "score")
	d.join("score", "cons")
	d.join("cons", "lcons")
	d.join("lcons", "loss")
	d.join("terms", "loss")
	return d
}
