// Package figures draws every figure of the notebooks and the README with
// gonum/plot, in one style.
//
// Each file holds one figure. It takes plain data, names and numbers, and imports
// nothing of package nesy that computes them, so a figure can be drawn from a
// file as well as from a model. What it returns draws itself, and PNG and Save
// turn that into bytes or a file:
//
//	bars := figures.Masses("fine level", masses)
//	png, err := figures.PNG(bars, figures.Column, 0)
//	err = figures.Save("masses.svg", bars, figures.Column, 0)
//
// A height of 0 lets the figure choose the one that suits its content. Colours
// are told apart by colour-blind readers, and by everyone in grey: dashes, markers
// or labels always say the same. Figures panic where slices that belong together
// differ in length, as gonum does.
package figures
