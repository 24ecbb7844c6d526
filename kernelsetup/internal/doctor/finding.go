package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
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
	return slices.Concat(
		golang(ctx, root),
		[]Finding{
			program(ctx, root, "gonb", "github.com/janpfeifer/gonb").required(),
			program(ctx, root, "goimports", "golang.org/x/tools").required(),
			processor(),
			cells(ctx, root).required(),
			gpus(ctx),
			compiler(ctx),
		},
		plugins(),
		[]Finding{
			jupyter(ctx),
			kernelInJupyter(root),
			weights(root).required(),
			data(os.Getenv),
		},
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
// missing, and last whether the quick notebooks can run.
func Print(w io.Writer, findings []Finding) {
	width := 0
	for _, f := range findings {
		width = max(width, len(f.Name))
	}
	for _, f := range findings {
		status := string(f.Status)
		if f.Status == Missing && !f.Required {
			status = "absent" // and not needed for the quick notebooks
		}
		fmt.Fprintf(w, "%-7s %-*s %s\n", status, width, f.Name, f.Detail)
		if f.Remedy != "" {
			fmt.Fprintf(w, "%-7s %-*s → %s\n", "", width, "", strings.ReplaceAll(f.Remedy, "\n", " "))
		}
	}
	verdict := "all that the quick notebooks need is there"
	if !Healthy(findings) {
		verdict = "the quick notebooks need what is missing; what is absent is for other uses"
	}
	fmt.Fprintf(w, "\n%s\n", verdict)
}

// PrintJSON writes the findings as a JSON list.
func PrintJSON(w io.Writer, findings []Finding) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(findings)
}
