// Package xla has the kernel compute through XLA: it finds or downloads a PJRT
// plugin, tries it, and writes the environment in which programs load it.
//
// It links nothing of XLA itself. The trial is a program of its own, which also
// keeps a plugin that crashes from taking this one along.
package xla
