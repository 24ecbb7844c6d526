package doctor

import (
	"fmt"
	"os"
	"path/filepath"

	"nesybook/kernelsetup/internal/checkout"
)

// weights finds the weights of the small Swin that the module carries.
func weights(root checkout.Root) Finding {
	paths, _ := filepath.Glob(filepath.Join(root.Dir(), "nesy", "swin", "weights", "*.safetensors"))
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.Size() > 0 {
			return ok("weights", "%s (%.1f MB)", filepath.Base(path), float64(info.Size())/1e6)
		}
	}
	return missing("weights", "nesy/swin/weights holds no .safetensors file", "git checkout nesy/swin/weights")
}

// records are the files of CIFAR-100 and their sizes.
var records = map[string]int64{"train.bin": 153_700_000, "test.bin": 30_740_000}

// data finds CIFAR-100, which the profile cifar100 reads from $NESY_DATA or, if
// that is not set, from the user's cache, to where it downloads it.
func data(getenv func(string) string) Finding {
	const remedy = "set NESY_DATA to a folder that holds cifar-100-binary, or let the profile cifar100 download it"
	dir := getenv("NESY_DATA")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return missing("data", "CIFAR-100: NESY_DATA is not set", remedy)
		}
		dir = filepath.Join(cache, "nesybook")
	}
	for name, size := range records {
		path := filepath.Join(dir, "cifar-100-binary", name)
		info, err := os.Stat(path)
		if err != nil {
			return missing("data", "CIFAR-100: no "+path, remedy)
		}
		if info.Size() != size {
			return missing("data", fmt.Sprintf("CIFAR-100: %s has %d bytes, not %d", path, info.Size(), size), remedy)
		}
	}
	return ok("data", "CIFAR-100 in %s", filepath.Join(dir, "cifar-100-binary"))
}
