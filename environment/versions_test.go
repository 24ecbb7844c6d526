// Package environment holds the files that describe where nesybook runs to the
// versions it is built from. It has no code.
package environment

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// table returns the versions of README's table by the first word of their row.
func table(t *testing.T) map[string]string {
	t.Helper()
	_, text, _ := strings.Cut(read(t, "README.md"), "\n## Versions\n")
	text, _, _ = strings.Cut(text, "\n## ")
	versions := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^\| ([^,|]+?)(?:,[^|]*)? \| ([^|]+) \| [^|]+ \|$`).FindAllStringSubmatch(text, -1) {
		versions[row[1]] = row[2]
	}
	delete(versions, "what") // the head
	return versions
}

// find returns the first group of a pattern in a file.
func find(t *testing.T, path, pattern string) string {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(read(t, path))
	if m == nil {
		t.Fatalf("%s: nothing matches %s", path, pattern)
	}
	return m[1]
}

func TestTheTableIsWhatIsBuilt(t *testing.T) {
	versions := table(t)
	goMod := read(t, "../go.mod")
	for _, module := range []string{
		"github.com/janpfeifer/gonb", "golang.org/x/tools", "github.com/gomlx/gomlx", "github.com/gomlx/compute",
		"github.com/gomlx/go-xla", "gonum.org/v1/gonum", "gonum.org/v1/plot",
	} {
		m := regexp.MustCompile(`(?m)^\t` + regexp.QuoteMeta(module) + ` (v\S+)`).FindStringSubmatch(goMod)
		if m == nil {
			t.Errorf("%s is not in go.mod", module)
		} else if versions[module] != m[1] {
			t.Errorf("%s: the table says %q, go.mod %q", module, versions[module], m[1])
		}
		delete(versions, module)
	}
	for what, want := range map[string]string{
		"Go":                 find(t, "../go.mod", `(?m)^go (\S+)`) + " or newer",
		"honnef.co/go/tools": find(t, "../.ci/run", `honnef\.co/go/tools/cmd/staticcheck@(\S+)`),
		"image golang":       find(t, "Dockerfile", `(?m)^FROM golang:(\S+)`),
	} {
		if versions[what] != want {
			t.Errorf("%s: the table says %q, want %q", what, versions[what], want)
		}
		delete(versions, what)
	}
	for what := range versions {
		t.Errorf("nothing holds the table's %s to a file", what)
	}
	if cpu, cuda := find(t, "Dockerfile", `golang:(\S+)`), find(t, "cuda.Dockerfile", `golang:(\S+)`); cpu != cuda {
		t.Errorf("Dockerfile takes golang:%s, cuda.Dockerfile golang:%s", cpu, cuda)
	}
}

// Binder reads its own folder alone, so the file is there twice.
func TestBinderTakesTheSameEnvironment(t *testing.T) {
	bare := func(path string) string {
		return regexp.MustCompile(`(?m)^#.*\n`).ReplaceAllString(read(t, path), "")
	}
	if bare("environment.yml") != bare("../binder/environment.yml") {
		t.Error("environment.yml and binder/environment.yml differ in more than comments")
	}
}

// A file that the table of files forgets is one that nobody finds.
func TestEveryFileIsListed(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	readme := read(t, "README.md")
	for _, entry := range entries {
		name := entry.Name()
		if name == "README.md" || strings.HasSuffix(name, ".dockerignore") {
			continue
		}
		if !strings.Contains(readme, "`"+name+"`") {
			t.Errorf("README.md does not name %s", name)
		}
	}
}
