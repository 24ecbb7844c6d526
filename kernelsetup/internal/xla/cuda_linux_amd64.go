package xla

import (
	"fmt"

	"github.com/gomlx/go-xla/installer"
)

// cuda downloads the newest plugin for a version of CUDA, 12 or 13, with NVIDIA's
// libraries.
func cuda(folder string, version int) error {
	return installer.CudaInstall(fmt.Sprintf("cuda%d", version), "latest", folder, true, installer.Normal)
}
