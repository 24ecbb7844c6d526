// Package toolchain builds what a notebook needs to run Go: the GoNB kernel and
// goimports, at the versions that go.mod pins, and the script that starts the
// kernel so that cells import this module with no set-up.
package toolchain
