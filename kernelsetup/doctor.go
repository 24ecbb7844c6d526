package main

import (
	"context"
	"io"

	"nesybook/kernelsetup/internal/checkout"
	"nesybook/kernelsetup/internal/doctor"
)

// diagnose says what is there and what is missing.
func diagnose(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := newFlags("doctor", `Says of all that notebooks need or can use whether it is there and, if not, what
to do. Exits with 1 where something is missing that the quick notebooks need.`, stderr)
	asJSON := flags.Bool("json", false, "print a JSON list")
	if err := parse(flags, args); err != nil {
		return err
	}
	root, err := checkout.Find(".")
	if err != nil {
		return err
	}
	findings := doctor.Examine(ctx, root)
	if *asJSON {
		if err := doctor.PrintJSON(stdout, findings); err != nil {
			return err
		}
	} else {
		doctor.Print(stdout, findings)
	}
	if !doctor.Healthy(findings) {
		return errReported
	}
	return nil
}
