package xla

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gomlx/go-xla/installer"
)

// download has go-xla's installer fetch a plugin into a folder and returns its
// path: the one for a version of CUDA, or the processor's for version 0. The
// installer takes CUDA's from JAX's wheels on PyPI, whose hashes it checks, and the
// processor's from a release on GitHub, of the version that this go-xla was tested
// with. Archives stay in the user's cache for another try; of what was unpacked
// nothing stays where it fails.
func download(folder string, version int) (path string, err error) {
	_, err = os.Stat(folder)
	fresh := errors.Is(err, fs.ErrNotExist)
	if version > 0 {
		path = filepath.Join(folder, "nvidia", "pjrt_c_api_cuda_plugin.so")
		err = cuda(folder, version)
	} else {
		path = filepath.Join(folder, "pjrt_c_api_cpu_plugin.so")
		err = installer.CPUAutoInstall(folder, true, installer.Normal)
	}
	switch {
	case err == nil:
		return path, nil
	case fresh:
		os.RemoveAll(folder)
	case version > 0:
		os.RemoveAll(filepath.Join(folder, "nvidia")) // which the installer empties before it begins
	}
	return "", err
}
