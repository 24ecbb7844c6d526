package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/nesy/dataset"
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
var records = []struct {
	name string
	size int64
}{{"train.bin", 153_700_000}, {"test.bin", 30_740_000}}

// data finds CIFAR-100 where the profile cifar100 looks for it: in $NESY_DATA or,
// if that is not set, in the user's cache, to where it downloads it.
func data(getenv func(string) string) Finding {
	const remedy = "set NESY_DATA to the folder that holds cifar-100-binary or cifar-100-binary.tar.gz, or leave it unset and let the profile cifar100 download the archive (169 MB)"
	dir := getenv("NESY_DATA")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return missing("data", "CIFAR-100: NESY_DATA is not set", remedy)
		}
		dir = filepath.Join(cache, "nesybook")
		if _, err := dataset.FindCIFAR100(dir); err != nil {
			return missing("data", "CIFAR-100 is not downloaded yet, and NESY_DATA is not set", remedy)
		}
	}
	found, err := dataset.FindCIFAR100(dir)
	if err != nil {
		return missing("data", "CIFAR-100: NESY_DATA is "+dir+", "+content(dir), nearby(dir, remedy))
	}
	info, err := os.Stat(found)
	switch {
	case err != nil:
		return missing("data", "CIFAR-100: "+err.Error(), remedy)
	case !info.IsDir() && !strings.HasSuffix(found, ".tar.gz"):
		return missing("data", "CIFAR-100: NESY_DATA is "+dir+", "+content(dir), remedy)
	case !info.IsDir():
		return ok("data", "CIFAR-100 in the archive %s", found)
	}
	for _, record := range records {
		path := filepath.Join(found, record.name)
		info, err := os.Stat(path)
		if err != nil {
			return missing("data", "CIFAR-100: no "+path, remedy)
		}
		if info.Size() != record.size {
			return missing("data", fmt.Sprintf("CIFAR-100: %s has %d bytes, not %d", path, info.Size(), record.size), remedy)
		}
	}
	return ok("data", "CIFAR-100 in %s", found)
}

// content says what is at path: "which is not there", or a file, or what the folder
// holds.
func content(path string) string {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "which is not there"
	case !info.IsDir():
		return "a file, not the archive cifar-100-binary.tar.gz"
	}
	entries, err := os.ReadDir(path)
	switch {
	case err != nil:
		return "a folder that cannot be read"
	case len(entries) == 0:
		return "an empty folder"
	}
	const most = 5
	var names []string
	for _, entry := range entries[:min(most, len(entries))] {
		names = append(names, entry.Name())
	}
	if len(entries) > most {
		names = append(names, fmt.Sprintf("and %d more", len(entries)-most))
	}
	return "a folder with " + strings.Join(names, ", ")
}

// nearby names the folder that NESY_DATA should be, where it is one below or above
// dir, and otherwise returns the remedy.
func nearby(dir, remedy string) string {
	below, _ := filepath.Glob(filepath.Join(dir, "*", "cifar-100-binary*")) // a folder name with a [ finds nothing
	if len(below) > 0 {
		return "set NESY_DATA=" + filepath.Dir(below[0])
	}
	if found, err := dataset.FindCIFAR100(filepath.Dir(dir)); err == nil && filepath.Dir(found) == filepath.Dir(dir) {
		return "set NESY_DATA=" + filepath.Dir(dir)
	}
	return remedy
}
