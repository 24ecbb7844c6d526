package dataset

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tiny is a data set in CIFAR's format, small enough to write: 2×2 pixels, four
// fine labels in two coarse ones, twelve images of which four are for testing.
func tiny() cifarFormat {
	c := cifarFormat{
		name: "tiny", side: 2, fine: 4, coarse: 2, train: 4, val: 4, test: 4,
		archive: Archive{
			URL:    "https://example.org/tiny.tar.gz",
			Folder: "tiny-binary",
			Files:  map[string]int64{trainRecords: 8 * 14, testRecords: 4 * 14, fineNames: 100, coarseNames: 100},
		},
		md5: make(map[string]string),
	}
	for name, data := range tinyFiles() {
		sum := md5.Sum(data)
		c.md5[name] = hex.EncodeToString(sum[:])
	}
	return c
}

// tinyFiles returns the content of tiny's files. Record k of train.bin has fine
// label k mod 4, coarse label half of that, and pixels 16k, 16k+1, and so on.
func tinyFiles() map[string][]byte {
	records := func(n int) []byte {
		var data []byte
		for k := range n {
			data = append(data, byte(k%4/2), byte(k%4))
			for p := range 12 {
				data = append(data, byte(16*k+p))
			}
		}
		return data
	}
	return map[string][]byte{
		trainRecords: records(8),
		testRecords:  records(4),
		fineNames:    []byte("rose\ntulip\noak\npine\n"),
		coarseNames:  []byte("flower\ntree\n"),
	}
}

// writeFiles writes a folder of files.
func writeFiles(t *testing.T, dir string, content map[string][]byte) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, data := range content {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCIFARFolder(t *testing.T) {
	parent := t.TempDir()
	dir := writeFiles(t, filepath.Join(parent, "tiny-binary"), tinyFiles())
	for _, path := range []string{dir, parent} {
		d, err := tiny().load(path, 42)
		if err != nil {
			t.Fatal(err)
		}
		if want := []int{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}; !slices.Equal(d.Labels, want) {
			t.Errorf("labels %v, want %v", d.Labels, want)
		}
		if want := []int{8, 9, 10, 11}; !slices.Equal(d.Test, want) {
			t.Errorf("test part %v, want %v", d.Test, want)
		}
		for _, part := range [][]int{d.Train, d.Val} {
			if got := histogram(d.Labels, part, 4); !slices.Equal(got, []int{1, 1, 1, 1}) {
				t.Errorf("part %v has %v images of each class, want one", part, got)
			}
		}
		if got := d.Hierarchy.Name(0, 2) + " " + d.Hierarchy.Name(1, d.Coarse(2)); got != "oak tree" {
			t.Errorf("image 2 is %q, want oak tree", got)
		}
		if d.Note != "" {
			t.Errorf("the official files carry the note %q", d.Note)
		}
		pixels := make([]byte, 12)
		for i, first := range map[int]byte{5: 80, 9: 16} { // image 9 is record 1 of test.bin
			if err := d.Image(i, pixels); err != nil || pixels[0] != first || pixels[11] != first+11 {
				t.Errorf("image %d is %v (error %v), want %d, %d, …", i, pixels, err, first, first+1)
			}
		}
	}
}

func TestCIFARArchiveIsTheFolder(t *testing.T) {
	parent := t.TempDir()
	packed := filepath.Join(parent, "tiny-binary.tar.gz")
	if err := os.WriteFile(packed, pack(t, entriesOf("tiny-binary", tinyFiles())...), 0o644); err != nil {
		t.Fatal(err)
	}
	folder, err := tiny().load(writeFiles(t, t.TempDir(), tinyFiles()), 42)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{packed, parent} {
		d, err := tiny().load(path, 42)
		if err != nil {
			t.Fatal(err)
		}
		if d.Digest != folder.Digest {
			t.Error("read from the archive, the data set has another digest")
		}
	}
}

func TestCIFARNotesForeignFiles(t *testing.T) {
	files := tinyFiles()
	train := files[trainRecords]
	files[trainRecords] = slices.Concat(train[14:28], train[:14], train[28:]) // two records exchanged
	dir := writeFiles(t, t.TempDir(), files)
	d, err := tiny().load(dir, 42)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(d.Note, "not the official files") {
		t.Errorf("note %q", d.Note)
	}
	original, err := tiny().load(writeFiles(t, t.TempDir(), tinyFiles()), 42)
	if err != nil {
		t.Fatal(err)
	}
	if d.Digest == original.Digest {
		t.Error("another order of records has the same digest")
	}
}

func TestCIFARErrors(t *testing.T) {
	change := func(name string, edit func(data []byte) []byte) map[string][]byte {
		files := tinyFiles()
		files[name] = edit(files[name])
		return files
	}
	set := func(place int, value byte) func([]byte) []byte {
		return func(data []byte) []byte { data[place] = value; return data }
	}
	replace := func(text string) func([]byte) []byte { return func([]byte) []byte { return []byte(text) } }
	for name, c := range map[string]struct {
		files map[string][]byte
		want  []string
	}{
		"truncated": {
			change(trainRecords, func(data []byte) []byte { return data[:100] }),
			[]string{"train.bin", "100 bytes instead of 112 (8 records of 14)", "restore it from https://example.org/tiny.tar.gz"},
		},
		"too long": {
			change(testRecords, func(data []byte) []byte { return append(data, 0) }),
			[]string{"test.bin", "57 bytes, more than the 56 expected"},
		},
		"empty file": {
			change(testRecords, func([]byte) []byte { return nil }),
			[]string{"test.bin", "0 bytes instead of 56"},
		},
		"fine label out of range": {
			change(testRecords, set(3*14+1, 4)),
			[]string{"test.bin", "record 3 has fine label 4, outside 0..3"},
		},
		"coarse label out of range": {
			change(trainRecords, set(5*14, 255)),
			[]string{"train.bin", "record 5 has coarse label 255, outside 0..1"},
		},
		"contradiction": {
			change(testRecords, set(1*14, 1)),
			[]string{"test.bin", "record 1 puts fine label 1 (tulip) under coarse label 1 (tree), but record 1 of train.bin puts it under 0 (flower)"},
		},
		"absent label": {
			change(fineNames, replace("rose\ntulip\noak\n")),
			[]string{"fine_label_names.txt", "3 names instead of 4"},
		},
		"label twice": {
			change(fineNames, replace("rose\ntulip\nrose\npine\n")),
			[]string{"fine_label_names.txt", `lines 1 and 3 both say "rose"`},
		},
		"empty line": {
			change(coarseNames, replace("flower\n\ntree\n")),
			[]string{"coarse_label_names.txt", "line 2 is empty"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := tiny().load(writeFiles(t, t.TempDir(), c.files), 42)
			for _, want := range c.want {
				wantError(t, err, want)
			}
		})
	}
}

func TestCIFARMissing(t *testing.T) {
	empty := t.TempDir()
	_, err := tiny().load(empty, 42)
	wantError(t, err, empty+" has neither the folder tiny-binary nor tiny-binary.tar.gz")
	wantError(t, err, "download https://example.org/tiny.tar.gz")
	_, err = tiny().load(filepath.Join(empty, "nowhere"), 42)
	wantError(t, err, "nowhere has neither")

	for name := range tinyFiles() {
		files := tinyFiles()
		delete(files, name)
		_, err := tiny().load(writeFiles(t, t.TempDir(), files), 42)
		wantError(t, err, name+": is missing")
	}

	files := tinyFiles()
	delete(files, testRecords)
	dir := writeFiles(t, t.TempDir(), files)
	if err := os.Mkdir(filepath.Join(dir, testRecords), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err = tiny().load(dir, 42)
	wantError(t, err, "test.bin: is not a file")
}

func TestCIFARNeedsEveryLabel(t *testing.T) {
	files := tinyFiles()
	for _, name := range []string{trainRecords, testRecords} {
		for k := 0; k < len(files[name]); k += 14 {
			if files[name][k+1] == 3 {
				files[name][k+1] = 2
			}
		}
	}
	_, err := tiny().load(writeFiles(t, t.TempDir(), files), 42)
	wantError(t, err, "has no record of fine label 3 (pine)")
}

func TestCIFARLineEndings(t *testing.T) {
	files := tinyFiles()
	files[fineNames] = bytes.ReplaceAll(files[fineNames], []byte("\n"), []byte("\r\n"))
	d, err := tiny().load(writeFiles(t, t.TempDir(), files), 42)
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Hierarchy.Name(0, 0); got != "rose" {
		t.Errorf("label 0 is %q", got)
	}
}

// realCIFAR100 returns the real data, or skips the test where they are not at hand.
func realCIFAR100(t testing.TB) *Dataset {
	t.Helper()
	dir := os.Getenv("NESY_DATA")
	if dir == "" {
		t.Skip("NESY_DATA names no folder with CIFAR-100")
	}
	d, err := CIFAR100(dir, 42)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestRealCIFAR100(t *testing.T) {
	d := realCIFAR100(t)
	for _, part := range []struct {
		images   []int
		perClass int
	}{{d.Train, 400}, {d.Val, 100}, {d.Test, 100}} {
		for y, n := range histogram(d.Labels, part.images, 100) {
			if n != part.perClass {
				t.Errorf("%d images of %s, want %d", n, d.Hierarchy.Name(0, y), part.perClass)
			}
		}
	}
	// From the data set's web page: each superclass has five classes, and aquatic
	// mammals are these.
	for z := range d.Hierarchy.Size(1) {
		if n := len(d.Hierarchy.Children(1, z)); n != 5 {
			t.Errorf("%s has %d classes", d.Hierarchy.Name(1, z), n)
		}
	}
	var mammals []string
	for _, y := range d.Hierarchy.Children(1, 0) {
		mammals = append(mammals, d.Hierarchy.Name(0, y))
	}
	if want := []string{"beaver", "dolphin", "otter", "seal", "whale"}; !slices.Equal(mammals, want) {
		t.Errorf("%s are %v, want %v", d.Hierarchy.Name(1, 0), mammals, want)
	}
	// Computed with another program (PyTorch) over the 50,000 training images, and
	// widely quoted: mean 0.5071, 0.4865, 0.4409, deviation 0.2673, 0.2564, 0.2762.
	n, err := OfSplit(d, slices.Concat(d.Train, d.Val))
	if err != nil {
		t.Fatal(err)
	}
	want := Normalisation{Mean: [3]float32{0.5071, 0.4865, 0.4409}, Std: [3]float32{0.2673, 0.2564, 0.2762}}
	for c := range 3 {
		if !close32(n.Mean[c], want.Mean[c], 1e-4) || !close32(n.Std[c], want.Std[c], 1e-4) {
			t.Errorf("channel %d: mean %v, deviation %v, want %v and %v", c, n.Mean[c], n.Std[c], want.Mean[c], want.Std[c])
		}
	}
}

func BenchmarkCIFAR100(b *testing.B) {
	realCIFAR100(b)
	dir := os.Getenv("NESY_DATA")
	for b.Loop() {
		if _, err := CIFAR100(dir, 42); err != nil {
			b.Fatal(err)
		}
	}
}
