package backend

import (
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// pluginFile matches the names under which go-xla looks for plugins.
var pluginFile = regexp.MustCompile(`^(?:pjrt_c_api_(.+)_plugin|pjrt[-_]plugin[-_](.+))\.(?:so|dylib)$`)

// Plugin is a PJRT plugin found on disk: XLA for one kind of device.
type Plugin struct {
	Name string // "cuda", "cpu_v0.98.0"
	Path string // absolute
}

// Plugins returns the files named like plugins in the folders where go-xla looks:
// those of $PJRT_PLUGIN_LIBRARY_PATH alone where it is set; otherwise the user's
// and the system's go-xla folders and $LD_LIBRARY_PATH. The first file of a name
// wins. None of them is opened: see CheckPlugin.
func Plugins() []Plugin {
	var found []Plugin
	for _, folder := range pluginFolders() {
		entries, _ := os.ReadDir(folder) // a folder that is not there holds none
		for _, entry := range entries {
			m := pluginFile.FindStringSubmatch(entry.Name())
			if m == nil {
				continue
			}
			name := m[1] + m[2]
			if !slices.ContainsFunc(found, func(p Plugin) bool { return p.Name == name }) {
				found = append(found, Plugin{name, filepath.Join(folder, entry.Name())})
			}
		}
	}
	return found
}

// pluginFolders leaves out relative folders, as the dynamic linker should.
func pluginFolders() []string {
	folders, alone := os.LookupEnv("PJRT_PLUGIN_LIBRARY_PATH")
	list := filepath.SplitList(folders)
	if !alone {
		if home, err := os.UserHomeDir(); err == nil {
			list = append(list, filepath.Join(home, ".local/lib/go-xla"), filepath.Join(home, ".local/lib/go-xla/nvidia"))
		}
		list = append(list, "/usr/local/lib/go-xla", "/usr/local/lib/go-xla/nvidia")
		list = append(list, filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))...)
	}
	return slices.DeleteFunc(list, func(folder string) bool { return !filepath.IsAbs(folder) })
}

// machines names the processors of PJRT plugins as ELF files do.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// CheckPlugin says what is wrong with a file as a PJRT plugin without loading it,
// which would run the file's code. It looks into files on Linux alone; elsewhere
// any file passes.
func CheckPlugin(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no plugin at %s", path)
	case err != nil:
		return fmt.Errorf("looking for a plugin: %w", err)
	case info.IsDir():
		return fmt.Errorf("%s is a folder; name the plugin in it, a file ending in .so", path)
	}
	if runtime.GOOS != "linux" {
		return nil
	}
	library, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("%s is not a plugin: not a shared library (%w)", path, err)
	}
	defer library.Close()
	if machine, known := machines[runtime.GOARCH]; known && library.Machine != machine {
		return fmt.Errorf("%s is for another processor (%v) than this one (%v)", path, library.Machine, machine)
	}
	symbols, err := library.DynamicSymbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return fmt.Errorf("%s is not a plugin: %w", path, err)
	}
	exports := func(s elf.Symbol) bool { return s.Name == "GetPjrtApi" && s.Section != elf.SHN_UNDEF }
	if !slices.ContainsFunc(symbols, exports) {
		return fmt.Errorf("%s is not a PJRT plugin: it does not export GetPjrtApi", path)
	}
	return nil
}

// xlaNames are the names under which go-xla registers itself.
var xlaNames = []string{"xla", "stablehlo", "hlo", "shlo"}

// Resolve gives a configuration of XLA the absolute path of its plugin, checked:
// with a path go-xla neither searches nor downloads. It also switches off
// TensorFloat-32, go-xla's default on CUDA, which keeps 10 bits of a float32's
// mantissa, unless an option tf32 asks for it. Other configurations pass. The
// error says what is wrong with the plugin.
func Resolve(configuration string) (string, error) {
	name, rest, _ := strings.Cut(configuration, ":")
	if !slices.Contains(xlaNames, name) {
		return configuration, nil
	}
	plugin, options, _ := strings.Cut(rest, ",")
	path, err := LocatePlugin(plugin)
	if err != nil {
		return "", err
	}
	if err := CheckPlugin(path); err != nil {
		return "", err
	}
	resolved := name + ":" + path
	if options != "" {
		resolved += "," + options
	}
	if !strings.Contains(options, "tf32") {
		resolved += ",tf32=false"
	}
	return resolved, nil
}

// LocatePlugin turns what $GOMLX_BACKEND says of the plugin into a path: an
// absolute path stays itself, a name is looked up among Plugins ("cpu" is also
// "cpu_v0.98.0"), and "" means cuda, else cpu. The file is not looked at.
func LocatePlugin(plugin string) (string, error) {
	if filepath.IsAbs(plugin) {
		return plugin, nil
	}
	if strings.ContainsRune(plugin, filepath.Separator) {
		return "", fmt.Errorf("the plugin's path %s is not absolute", plugin)
	}
	wanted := []string{plugin}
	if plugin == "" {
		wanted = []string{"cuda", "cpu"}
	}
	found := Plugins()
	for _, name := range wanted {
		for _, p := range found {
			if p.Name == name || strings.HasPrefix(p.Name, name+"_v") {
				return p.Path, nil
			}
		}
	}
	return "", fmt.Errorf("no plugin %s found (there are: %s); name one by its absolute path, xla:/path/to/plugin.so, or run go run ./kernelsetup install -xla",
		strings.Join(wanted, " or "), list(found))
}

// list reads "cpu, cuda", or "none".
func list(plugins []Plugin) string {
	if len(plugins) == 0 {
		return "none"
	}
	names := make([]string, len(plugins))
	for i, p := range plugins {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}
