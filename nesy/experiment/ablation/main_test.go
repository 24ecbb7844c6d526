package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nesybook/nesy/experiment"
)

func TestWrongCallsAreOneLine(t *testing.T) {
	t.Setenv(experiment.RunsVariable, t.TempDir())
	for args, names := range map[string]string{
		"-wrong":                    "-wrong",
		"extra":                     `"extra"`,
		"-prepare -collect":         "-collect",
		"-profile nowhere":          `"nowhere"`,
		"-shard 3/3":                `"3/3"`,
		"-seeds 42,":                `"42,"`,
		"-seeds 42,42":              "[42 42]",
		"-form round":               `"round"`,
		"-study serch":              `"serch"`,
		"-study search -form paper": "-form",
		"-set train.epoch=5":        `"epoch"`,
		"-set grid.model=rsn":       `"rsn"`,
	} {
		var out, diagnostics bytes.Buffer
		err := ablation(t.Context(), strings.Fields(args), &out, &diagnostics)
		if !errors.As(err, new(usageError)) || !strings.Contains(err.Error(), names) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want one line about %s", args, err, names)
		}
		if out.Len()+diagnostics.Len() > 0 {
			t.Errorf("%s: wrote %s%s", args, &out, &diagnostics)
		}
	}
}

func TestHelpSaysWhatTheCommandDoes(t *testing.T) {
	var diagnostics bytes.Buffer
	err := ablation(t.Context(), []string{"-h"}, nil, &diagnostics)
	if !errors.Is(err, flag.ErrHelp) || !strings.Contains(diagnostics.String(), "-shard index/count") {
		t.Errorf("got %v and\n%s", err, &diagnostics)
	}
}

func TestShardsWaitForWhatTheyShare(t *testing.T) {
	runs := t.TempDir()
	t.Setenv(experiment.RunsVariable, runs)
	err := ablation(t.Context(), []string{"-shard", "0/2"}, nil, nil)
	if err == nil || errors.As(err, new(usageError)) || !strings.Contains(err.Error(), "-prepare") {
		t.Errorf("got %v, want to be sent to -prepare", err)
	}
}

func TestCollectTrainsNothing(t *testing.T) {
	runs := t.TempDir()
	t.Setenv(experiment.RunsVariable, runs)
	var out bytes.Buffer
	if err := ablation(t.Context(), []string{"-profile", "quick", "-collect"}, &out, nil); err != nil {
		t.Fatal(err)
	}
	if want := "0 of 14 trainings are finished in " + filepath.Join(runs, "quick") + "\n"; out.String() != want {
		t.Errorf("got %q, want %q", &out, want)
	}
	out.Reset()
	if err := ablation(t.Context(), strings.Fields("-profile quick -study search -collect"), &out, nil); err != nil {
		t.Fatal(err)
	}
	if want := "0 of 3 trainings are finished in " + filepath.Join(runs, "quick") + "\n"; out.String() != want {
		t.Errorf("got %q, want %q", &out, want)
	}
	if entries, err := os.ReadDir(runs); err != nil || len(entries) != 0 {
		t.Errorf("it wrote %v, %v", entries, err)
	}
}

func TestRemaining(t *testing.T) {
	if got := remaining(30*time.Second, 10, 5); got != ", about 15s left" {
		t.Errorf("got %q", got)
	}
	if got := remaining(time.Second, 0, 5); got != "" {
		t.Errorf("got %q before anything is known", got)
	}
}
