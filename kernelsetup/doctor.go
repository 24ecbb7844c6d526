package main

import (
	"context"
	"errors"
	"io"
)

func diagnose(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return errors.New("doctor: to be written")
}
