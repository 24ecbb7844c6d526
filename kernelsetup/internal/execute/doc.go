// Package execute runs the cells of a notebook on a kernel and puts their outputs
// into it, always in the same order, so that two runs that compute the same write
// the same notebook.
package execute
