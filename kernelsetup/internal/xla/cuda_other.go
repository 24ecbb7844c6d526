//go:build !(linux && amd64)

package xla

import (
	"fmt"
	"runtime"
)

func cuda(string, int) error {
	return fmt.Errorf("go-xla's installer has no CUDA plugin for %s/%s", runtime.GOOS, runtime.GOARCH)
}
