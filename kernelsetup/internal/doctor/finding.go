package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"nesybook/kernelsetup/internal/checkout"
)

// Finding is what was found of one thing.
type Finding struct {
	Name     string `json:"name"`
	Status   Status `json:"status"`
	Required bool   `json:"required"` // whether the quick notebooks need it
	Detail   string `json:"detail"`
	Remedy   string `json:"remedy,omitempty"` // what to do where it is missing
}

// Status says whether a thing is there.
type Status string

// The statuses.
const (
	OK      Status = "ok"
	Missing Status = "missing"
)

func ok(name, format string, args ...any) Finding {
	return Finding{Name: name, Status: OK, Detail: fmt.Sprintf(format, args...)}
}

func missing(name, detail, remedy string) Finding {
	return Finding{Name: name, Status: Missing, Detail: detail, Remedy: remedy}
}

// required marks a finding as of what the quick notebooks need.
func (f Finding) required() Finding {
	f.Required = true
	return f
}

// Examine looks at everything.
func Examine(ctx context.Context, root checkout.Root) []Finding {
	return append(golang(ctx, root),
		program(ctx, root, "gonb", "github.com/janpfeifer/gonb").required(),
		program(ctx, root, "goimports", "golang.org/x/tools").required(),
		processor(),
		goBackend().required(),
		xlaBackend(os.Getenv),
		gpu(ctx),
		jupyter(ctx),
		kernelInJupyter(root),
		weights(root).required(),
		data(os.Getenv),
	)
}

// Healthy reports whether all that the quick notebooks need is there.
func Healthy(findings []Finding) bool {
	for _, f := range findings {
		if f.Required && f.Status != OK {
			return false
		}
	}
	return true
}

// Print writes one line for each finding, with the remedy below where it is
// missing.
func Print(w io.Writer, findings []Finding) {
	for _, f := range findings {
		status := string(f.Status)
		if f.Status == Missing && !f.Required {
			status = "absent" // and not needed for the quick notebooks
		}
		fmt.Fprintf(w, "%-7s %-11s %s\n", status, f.Name, f.Detail)
		if f.Remedy != "" {
			fmt.Fprintf(w, "%-7s %-11s → %s\n", "", "", strings.ReplaceAll(f.Remedy, "\n", " "))
		}
	}
}

// PrintJSON writes the findings as a JSON list.
func PrintJSON(w io.Writer, findings []Finding) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(findings)
}
