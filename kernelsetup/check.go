package main

import (
	"context"
	"errors"
	"io"
)

func check(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return errors.New("check: to be written")
}
