package experiment

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nesybook/nesy/dataset"
)

// TestOwnDataGoThroughTheWholePath does what README tells people with a folder
// of pictures to do: unequal classes, two file formats, pictures that are not
// square, every model of the profile.
func TestOwnDataGoThroughTheWholePath(t *testing.T) {
	photos, table := ownData(t)
	p, err := Override(small(t), []string{
		"data.source=folder", "data.path=" + photos, "data.hierarchy=" + table, "data.side=32",
		"focal.clusters=6", "network.hidden=64", "network.width=32", "train.epochs=6",
	})
	if err != nil {
		t.Fatal(err)
	}
	r := New(context.Background(), p, t.TempDir())
	d, err := r.Dataset()
	if err != nil {
		t.Fatal(err)
	}
	if d.Len() != 150 || d.Hierarchy.Size(0) != 6 || d.Hierarchy.Size(1) != 2 {
		t.Fatalf("%d images of %d fine and %d coarse classes, want 150, 6 and 2", d.Len(), d.Hierarchy.Size(0), d.Hierarchy.Size(1))
	}
	s, err := r.FocalSets(nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Fine.Frame != 6 || s.Fine.Len() <= 6 || s.Coarse.Frame != 2 {
		t.Errorf("%d fine sets over %d labels, %d coarse labels: want sets beyond the 6 singletons", s.Fine.Len(), s.Fine.Frame, s.Coarse.Frame)
	}
	for _, m := range p.Models {
		report, err := r.Evaluate(m.Name, Test)
		if err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		if report.Samples != len(d.Test) {
			t.Errorf("%s: measured on %d images, want %d", m.Name, report.Samples, len(d.Test))
		}
		// Six kinds of glyph are easy to tell apart; one guess in six is right by chance.
		if m.Name == "base" && report.Fine.Accuracy < 0.4 {
			t.Errorf("%s: fine accuracy %v, want it to have learnt something", m.Name, report.Fine.Accuracy)
		}
	}
}

// TestOwnDataWithAMistake holds that each mistake is told in one line that names it.
func TestOwnDataWithAMistake(t *testing.T) {
	photos, table := ownData(t)
	short := filepath.Join(t.TempDir(), "short.csv")
	if err := os.WriteFile(short, []byte("fine,coarse\nclass 0,group 0\nclass 1,group 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ set, names string }{
		{"data.path=" + filepath.Join(photos, "nothing"), "nothing"},
		{"data.hierarchy=" + table + ".gone", "labels.csv.gone"},
		{"data.hierarchy=" + short, "class 2"},
		{"data.side=0", "side"},
		{"backbone.weights=" + table, "labels.csv"},
	} {
		p, err := Override(small(t), []string{
			"data.source=folder", "data.path=" + photos, "data.hierarchy=" + table, "data.side=32", c.set,
		})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		_, err = New(context.Background(), p, dir).Features(nil)
		if err == nil || !strings.Contains(err.Error(), c.names) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want one line about %q", c.set, err, c.names)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s left %v, %v", c.set, left, err)
		}
	}
}

// ownData writes 30 glyphs of each of six classes, of every third 15, as PNG and JPEG
// files of 32×28 pixels in one sub-folder a class, and the table of the classes.
func ownData(t *testing.T) (photos, table string) {
	t.Helper()
	const classes, most = 6, 30
	parent := t.TempDir()
	photos, table = filepath.Join(parent, "photos"), filepath.Join(parent, "labels.csv")
	d := dataset.Glyphs(dataset.GlyphOptions{Train: 40 * most, Seed: 7}) // image i is of class i modulo 40
	planes := make([]byte, 3*d.Side*d.Side)
	rows := []string{"fine,coarse"}
	for y := range classes {
		name := fmt.Sprintf("class %d", y)
		rows = append(rows, fmt.Sprintf("%s,group %d", name, y/3))
		if err := os.MkdirAll(filepath.Join(photos, name), 0o755); err != nil {
			t.Fatal(err)
		}
		count := most
		if y%3 == 1 {
			count = most / 2
		}
		for k := range count {
			if err := d.Image(7*y+40*k, planes); err != nil { // every seventh kind: unlike each other
				t.Fatal(err)
			}
			path := filepath.Join(photos, name, fmt.Sprintf("%02d", k))
			encode, ending := png.Encode, ".png"
			if k%2 == 1 {
				encode, ending = asJPEG, ".jpg"
			}
			save(t, path+ending, encode, picture(planes, d.Side))
		}
	}
	if err := os.WriteFile(table, []byte(strings.Join(slices.Concat(rows, []string{""}), "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	return photos, table
}

// picture returns the planes of a square image without its last four rows.
func picture(planes []byte, side int) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, side, side-4))
	for k := range side * (side - 4) {
		m.Set(k%side, k/side, color.NRGBA{planes[k], planes[side*side+k], planes[2*side*side+k], 255})
	}
	return m
}

func asJPEG(w io.Writer, m image.Image) error {
	return jpeg.Encode(w, m, &jpeg.Options{Quality: 95})
}

func save(t *testing.T, path string, encode func(io.Writer, image.Image) error, m image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := encode(f, m); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
