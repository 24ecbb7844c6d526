package experiment

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Root returns the folder of the nesybook module: the working directory or the
// nearest folder above it whose go.mod declares it.
func Root() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if declaresModule(filepath.Join(dir, "go.mod")) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("experiment: %s is not inside the nesybook module; change to its folder", start)
		}
	}
}

func declaresModule(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if name, ok := strings.CutPrefix(strings.TrimSpace(lines.Text()), "module "); ok {
			return strings.TrimSpace(name) == "nesybook"
		}
	}
	return false
}
