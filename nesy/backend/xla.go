//go:build xla

package backend

import "github.com/gomlx/go-xla/compute/xla" // registers the backend "xla"

// go-xla downloads plugins that it misses, and with them replaces what is in its
// folder. Nobody asked for that; "go run ./kernelsetup install -xla" is how to ask.
func init() { xla.EnableAutoInstall(false) }
