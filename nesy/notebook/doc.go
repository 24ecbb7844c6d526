// Package notebook is what the cells of nesybook's notebooks say so often that
// it should be short: show a figure, print a table, quote a function of the
// library, assert a claim, show progress that leaves one line behind.
//
//	notebook.Figure(figures.Memberships(curves...), figures.Page)
//	notebook.Near("Cons of appendix B", cons, 0.2256600, 1e-6)
//	notebook.Source("nesy/belief", "Masses")
//
// Outside a notebook the displays do nothing and the assertions still hold, so a
// cell can be pasted into a program. A failed assertion ends the process with
// status 1, which fails the cell and with it the whole run: a notebook that is
// wrong does not pass.
package notebook
