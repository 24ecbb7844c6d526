package backend

import "os"

// Choice is the backend that New starts, and why.
type Choice struct {
	Configuration string // in GoMLX's form "name:configuration"
	Reason        string // "the default" or where the choice was made
}

// Choose returns $GOMLX_BACKEND where it is set, and Go elsewhere: no plugin
// that happens to be on the machine is ever used unasked, since it would change
// the bytes of a result.
func Choose() Choice {
	if c := os.Getenv(Variable); c != "" {
		return Choice{c, "$" + Variable + " is set"}
	}
	return Choice{Go, "the default, $" + Variable + " is not set"}
}

// String reads "go:parallelism=-1 (the default, $GOMLX_BACKEND is not set)".
func (c Choice) String() string { return c.Configuration + " (" + c.Reason + ")" }

// Configuration returns the backend that New starts, without the reason.
func Configuration() string { return Choose().Configuration }
