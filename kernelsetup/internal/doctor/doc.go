// Package doctor looks at what the notebooks need on this machine and says, for
// each thing that is missing, what to do about it.
package doctor
