package experiment

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gomlx/compute"

	"nesybook/nesy/backend"
	"nesybook/nesy/checkout"
	"nesybook/nesy/dataset"
	"nesybook/nesy/features"
)

// Run is a profile and the folder its stages write to. It opens what it needs
// once and keeps it.
type Run struct {
	Profile Profile
	Dir     string // holds features, focal, models/<name>

	ctx      context.Context
	compute  compute.Backend
	data     *dataset.Dataset
	features *Features
	fresh    *features.OnTheFly
	sets     *FocalSets

	folders folders
}

// folders are those of the stages that variants of a profile may share or not,
// below Dir. An empty one is called as the stage is.
type folders struct{ features, focal string }

func (r *Run) featuresDir() string {
	return filepath.Join(r.Dir, cmp.Or(r.folders.features, "features"))
}

func (r *Run) focalDir() string { return filepath.Join(r.Dir, cmp.Or(r.folders.focal, "focal")) }

// Progress is told how much of a stage is done; it may be nil. It is called with
// done equal to total at the end, also where there was nothing to do.
type Progress func(done, total int)

// Open opens the run that the environment names: see ProfileVariable,
// OverridesVariable and RunsVariable.
func Open() (*Run, error) {
	p, overrides, err := FromEnvironment()
	if err != nil {
		return nil, err
	}
	dir, err := Folder(p, overrides)
	if err != nil {
		return nil, err
	}
	return New(context.Background(), p, dir), nil
}

// Folder returns the folder of a profile's run, below $NESY_RUNS. A profile that
// was overridden has one of its own, named by all its settings.
func Folder(p Profile, overrides []string) (string, error) {
	runs := os.Getenv(RunsVariable)
	if runs == "" {
		root, err := checkout.Root()
		if err != nil {
			return "", err
		}
		runs = filepath.Join(root, "runs")
	}
	name := p.Name
	if len(overrides) > 0 {
		text, err := json.Marshal(p)
		if err != nil {
			return "", err
		}
		sum := sha256.Sum256(text)
		name += "-" + hex.EncodeToString(sum[:4])
	}
	return filepath.Join(runs, name), nil
}

// New returns the run of a profile in a folder, which is made when something is
// written to it. Stages stop, to be continued, when ctx ends.
func New(ctx context.Context, p Profile, dir string) *Run {
	return &Run{Profile: p, Dir: dir, ctx: ctx}
}

// Backend returns the backend that computes the graphs.
func (r *Run) Backend() (compute.Backend, error) {
	if r.compute == nil {
		b, err := backend.New()
		if err != nil {
			return nil, err
		}
		r.compute = b
	}
	return r.compute, nil
}

// Dataset returns the images, read or downloaded.
func (r *Run) Dataset() (*dataset.Dataset, error) {
	if r.data == nil {
		d, err := open(r.ctx, r.Profile, r.Dir)
		if err != nil {
			return nil, err
		}
		r.data = d
	}
	return r.data, nil
}

// open returns a profile's images; what has to be drawn first goes below dir.
func open(ctx context.Context, p Profile, dir string) (*dataset.Dataset, error) {
	switch d := p.Data; d.Source {
	case "glyphs":
		return dataset.Glyphs(dataset.GlyphOptions{Train: d.Train, Val: d.Val, Test: d.Test, Seed: p.Seed}), nil
	case "cifar100":
		return cifar100(ctx, p.Seed)
	case "folder":
		return dataset.Folder(d.Path, d.Hierarchy, d.Side, p.Seed)
	case "inat2021":
		return inat2021(p)
	case "inat2021-sample":
		return inat2021Sample(p, dir)
	default:
		return nil, fmt.Errorf("experiment: no data are called %q; data.source is glyphs, cifar100, inat2021, inat2021-sample or folder", d.Source)
	}
}

// cifar100 reads the data from $NESY_DATA, or else from the user's cache, where it
// downloads them the first time.
func cifar100(ctx context.Context, seed uint64) (*dataset.Dataset, error) {
	if dir := os.Getenv(DataVariable); dir != "" {
		return dataset.CIFAR100(dir, seed)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("experiment: no folder to download CIFAR-100 to: %w; set $%s to a folder that holds cifar-100-binary", err, DataVariable)
	}
	dir := filepath.Join(cache, "nesybook")
	if err := dataset.FetchCIFAR100(ctx, dir, tellDownload("CIFAR-100")); err != nil {
		return nil, fmt.Errorf("%w; without internet, set $%s to a folder that holds cifar-100-binary", err, DataVariable)
	}
	return dataset.CIFAR100(dir, seed)
}

// tellDownload reports a download on the error stream, a line for each tenth.
func tellDownload(what string) dataset.Progress {
	told := int64(-1)
	return func(done, total int64) {
		if total <= 0 {
			return
		}
		if tenth := 10 * done / total; tenth > told {
			told = tenth
			fmt.Fprintf(os.Stderr, "downloading %s: %d %% of %d MB\n", what, 10*tenth, total/1e6)
		}
	}
}
