package notebook

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"nesybook/nesy/checkout"
)

// Source shows functions of the library as they stand in its files, so that what
// a notebook teaches is what the program runs. folder is relative to the module
// ("nesy/belief"); a name is "Masses" or, for a method, "Term.Score".
func Source(folder string, names ...string) {
	for _, name := range names {
		markdown("```go\n" + Must(FunctionSource(folder, name)) + "\n```")
	}
}

// FunctionSource returns the source of one function without its doc comment.
func FunctionSource(folder, name string) (string, error) {
	root, err := checkout.Root()
	if err != nil {
		return "", err
	}
	paths, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil {
		return "", err
	}
	files := token.NewFileSet()
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("quoting %s: %w", name, err)
		}
		parsed, err := parser.ParseFile(files, path, text, parser.ParseComments)
		if err != nil {
			return "", fmt.Errorf("quoting %s: %w", name, err)
		}
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || functionName(f) != name {
				continue
			}
			from, to := files.Position(f.Pos()).Offset, files.Position(f.End()).Offset
			quoted, err := format.Source(bytes.TrimSpace(text[from:to]))
			return string(quoted), err
		}
	}
	return "", fmt.Errorf("quoting %s: no such function in %s", name, folder)
}

// functionName is "Function" or "Type.Method".
func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	receiver := f.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	if id, ok := receiver.(*ast.Ident); ok {
		return id.Name + "." + f.Name.Name
	}
	return f.Name.Name
}
