// Package ipynb reads Jupyter notebooks and writes them in one canonical form,
// so that running a notebook twice leaves the same bytes.
//
// The form is what Jupyter itself would write: nbformat 4.5, keys sorted, an
// indent of one space, text as lists of lines, no escaped HTML and a newline at
// the end. What changes from run to run is left out: timestamps, display
// identifiers and the version of the language.
//
//	nb, err := ipynb.Read("notebooks/01_worked_example.ipynb")
//	...
//	err = ipynb.Write(path, nb)
package ipynb
