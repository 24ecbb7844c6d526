package dataset

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const gardenTable = "fine,coarse\nrose,flower\noak,tree\ntulip,flower\n"

// flat returns a picture of one colour.
func flat(w, h int, c color.Color) image.Image {
	m := image.NewNRGBA(image.Rect(3, 5, 3+w, 5+h)) // bounds need not begin at 0
	for k := range w * h {
		m.Set(3+k%w, 5+k/w, c)
	}
	return m
}

func pngOf(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// garden writes a folder of seven pictures of each class, all different, and its
// table.
func garden(t *testing.T) (dir, csv string) {
	t.Helper()
	parent := t.TempDir()
	dir, csv = filepath.Join(parent, "garden"), filepath.Join(parent, "garden.csv")
	for y, class := range []string{"rose", "oak", "tulip"} {
		files := make(map[string][]byte)
		for k := range 7 {
			files[string(rune('a'+k))+".png"] = pngOf(t, flat(8, 6, color.NRGBA{byte(100 * y), byte(10 * k), 7, 255}))
		}
		writeFiles(t, filepath.Join(dir, class), files)
	}
	writeFiles(t, parent, map[string][]byte{"garden.csv": []byte(gardenTable)})
	return dir, csv
}

func TestFolder(t *testing.T) {
	dir, csv := garden(t)
	d, err := Folder(dir, csv, 4, 42)
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "garden" || d.Len() != 21 || d.Side != 4 || d.Note != "" {
		t.Errorf("%q has %d images of %d pixels and the note %q", d.Name, d.Len(), d.Side, d.Note)
	}
	if got, want := d.Hierarchy.Names(0), []string{"rose", "oak", "tulip"}; !slices.Equal(got, want) {
		t.Errorf("labels %v, want the table's order %v", got, want)
	}
	if len(d.Train) != 15 || len(d.Val) != 3 || len(d.Test) != 3 {
		t.Errorf("parts of %d, %d, %d", len(d.Train), len(d.Val), len(d.Test))
	}
	for _, part := range [][]int{d.Train, d.Val, d.Test} {
		if got, n := histogram(d.Labels, part, 3), len(part)/3; !slices.Equal(got, []int{n, n, n}) {
			t.Errorf("a part has %v of each class", got)
		}
	}
	pixels := make([]byte, 48)
	for i := range d.Len() { // files in order of their names
		if err := d.Image(i, pixels); err != nil {
			t.Fatal(err)
		}
		want := []byte{byte(100 * (i / 7)), byte(10 * (i % 7)), 7}
		for k, p := range pixels {
			if p != want[k/16] {
				t.Fatalf("image %d has %d in channel %d, want %d", i, p, k/16, want[k/16])
			}
		}
	}
}

func TestFolderIsSplitAlready(t *testing.T) {
	dir, csv := garden(t)
	split := filepath.Join(t.TempDir(), "split")
	for part, files := range map[string]string{"train": "abc", "val": "de", "test": "fg"} {
		for _, class := range []string{"rose", "oak", "tulip"} {
			content := make(map[string][]byte)
			for _, f := range files {
				data, err := os.ReadFile(filepath.Join(dir, class, string(f)+".png"))
				if err != nil {
					t.Fatal(err)
				}
				content[string(f)+".png"] = data
			}
			writeFiles(t, filepath.Join(split, part, class), content)
		}
	}
	d, err := Folder(split, csv, 4, 42)
	if err != nil {
		t.Fatal(err)
	}
	for k, part := range [][]int{d.Train, d.Val, d.Test} {
		if got, n := histogram(d.Labels, part, 3), []int{3, 2, 2}[k]; !slices.Equal(got, []int{n, n, n}) {
			t.Errorf("part %d has %v of each class, want %d", k, got, n)
		}
	}
	other, err := Folder(split, csv, 4, 43)
	if err != nil {
		t.Fatal(err)
	}
	if other.Digest != d.Digest {
		t.Error("the seed changed a split that is given")
	}
	if err := os.RemoveAll(filepath.Join(split, "val", "oak")); err != nil {
		t.Fatal(err)
	}
	_, err = Folder(split, csv, 4, 42)
	wantError(t, err, "there is no folder "+filepath.Join(split, "val", "oak"))
}

func TestFolderScalesAndComposes(t *testing.T) {
	halves := image.NewNRGBA(image.Rect(0, 0, 40, 10))
	for x := range 40 {
		for y := range 10 {
			if x < 20 {
				halves.Set(x, y, color.NRGBA{255, 0, 0, 255})
			} // the other half stays transparent
		}
	}
	pixels := make([]byte, 3*8*8)
	toPlanes(halves, 8, pixels)
	for k := range 64 {
		x := k % 8
		got := [3]byte{pixels[k], pixels[64+k], pixels[128+k]}
		switch {
		case x <= 2 && got != [3]byte{255, 0, 0}:
			t.Errorf("pixel %d is %v, want red", k, got)
		case x >= 5 && got != [3]byte{255, 255, 255}:
			t.Errorf("pixel %d is %v, want white", k, got)
		}
	}
}

func TestFolderTakesJPEG(t *testing.T) {
	dir, csv := garden(t)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, flat(16, 16, color.NRGBA{200, 30, 90, 255}), &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, filepath.Join(dir, "rose"), map[string][]byte{"0.JPG": b.Bytes()})
	d, err := Folder(dir, csv, 4, 42)
	if err != nil {
		t.Fatal(err)
	}
	pixels := make([]byte, 48)
	if err := d.Image(0, pixels); err != nil {
		t.Fatal(err)
	}
	for k, want := range []int{200, 30, 90} {
		if got := int(pixels[16*k]); got < want-3 || got > want+3 {
			t.Errorf("channel %d is %d, want about %d", k, got, want)
		}
	}
}

func TestFolderNotes(t *testing.T) {
	dir, csv := garden(t)
	data, err := os.ReadFile(filepath.Join(dir, "oak", "a.png"))
	if err != nil {
		t.Fatal(err)
	}
	writeFiles(t, filepath.Join(dir, "oak"), map[string][]byte{"copy.png": data, "readme.txt": nil, ".DS_Store": nil})
	d, err := Folder(dir, csv, 4, 42)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"copies of another in their class: 1", "neither .png nor .jpg nor .jpeg: 1"} {
		if !strings.Contains(d.Note, want) {
			t.Errorf("note %q has no %q", d.Note, want)
		}
	}
}

func TestFolderDigest(t *testing.T) {
	dir, csv := garden(t)
	digest := func(side int, seed uint64) string {
		t.Helper()
		d, err := Folder(dir, csv, side, seed)
		if err != nil {
			t.Fatal(err)
		}
		return d.Digest
	}
	before := digest(4, 42)
	if digest(4, 42) != before {
		t.Error("the same folder has two digests")
	}
	if digest(5, 42) == before || digest(4, 43) == before {
		t.Error("the digest does not tell side or seed apart")
	}
	writeFiles(t, filepath.Join(dir, "oak"), map[string][]byte{"a.png": pngOf(t, flat(8, 6, color.White))})
	if digest(4, 42) == before {
		t.Error("the digest does not tell the pictures apart")
	}
}

// TestFolderDecodesOnDemand takes pictures so large that they do not stay in
// memory.
func TestFolderDecodesOnDemand(t *testing.T) {
	dir, csv := garden(t)
	l := &listing{}
	d, err := Folder(dir, csv, 4, 42)
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range []string{"rose", "oak", "tulip"} {
		if err := l.addImages(filepath.Join(dir, class), 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	read := l.read(4) // nothing decoded
	want, got := make([]byte, 48), make([]byte, 48)
	for i := range d.Len() {
		if err := d.Image(i, want); err != nil {
			t.Fatal(err)
		}
		if err := read(i, got); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("image %d differs when decoded on demand", i)
		}
	}
	os.Remove(l.paths[3])
	wantError(t, read(3, got), "d.png")
}

func TestFolderErrors(t *testing.T) {
	whole := pngOf(t, flat(20, 20, color.Black))
	for name, c := range map[string]struct {
		spoil func(dir, csv string) error
		want  []string
	}{
		"no folder": {
			func(dir, csv string) error { return os.RemoveAll(dir) },
			[]string{"a folder of images: open", "garden: no such file"},
		},
		"empty folder": {
			func(dir, csv string) error { os.RemoveAll(dir); return os.Mkdir(dir, 0o755) },
			[]string{"garden has no sub-folders: it needs one for each class in", "garden.csv"},
		},
		"empty class": {
			func(dir, csv string) error {
				os.RemoveAll(filepath.Join(dir, "oak"))
				return os.Mkdir(filepath.Join(dir, "oak"), 0o755)
			},
			[]string{filepath.Join("garden", "oak") + " holds no PNG or JPEG file"},
		},
		"class without a row": {
			func(dir, csv string) error { return os.Mkdir(filepath.Join(dir, "ash"), 0o755) },
			[]string{filepath.Join("garden", "ash") + " has no row in", "garden.csv: add one with its coarse label"},
		},
		"row without a folder": {
			func(dir, csv string) error {
				return os.WriteFile(csv, []byte(gardenTable+"ash,tree\n"), 0o644)
			},
			[]string{`garden.csv names the class "ash", but there is no folder`},
		},
		"class twice": {
			func(dir, csv string) error {
				return os.WriteFile(csv, []byte(gardenTable+"oak,tree\n"), 0o644)
			},
			[]string{"garden.csv", "oak"},
		},
		"no table": {
			func(dir, csv string) error { return os.Remove(csv) },
			[]string{"the table of classes", "garden.csv"},
		},
		"table without header": {
			func(dir, csv string) error { return os.WriteFile(csv, []byte("rose,flower\n"), 0o644) },
			[]string{"garden.csv"},
		},
		"corrupt PNG": {
			func(dir, csv string) error {
				spoilt := bytes.Clone(whole)
				spoilt[len(spoilt)/2] ^= 0xff
				return os.WriteFile(filepath.Join(dir, "oak", "c.png"), spoilt, 0o644)
			},
			[]string{filepath.Join("oak", "c.png") + " does not decode: ", "replace or remove it"},
		},
		"torn PNG": {
			func(dir, csv string) error {
				return os.WriteFile(filepath.Join(dir, "oak", "c.png"), whole[:len(whole)/2], 0o644)
			},
			[]string{filepath.Join("oak", "c.png") + " does not decode"},
		},
		"empty PNG": {
			func(dir, csv string) error { return os.WriteFile(filepath.Join(dir, "oak", "c.png"), nil, 0o644) },
			[]string{filepath.Join("oak", "c.png") + " does not decode"},
		},
		"text": {
			func(dir, csv string) error {
				return os.WriteFile(filepath.Join(dir, "oak", "c.jpg"), []byte("hello"), 0o644)
			},
			[]string{filepath.Join("oak", "c.jpg") + " does not decode: image: unknown format"},
		},
		"enormous PNG": {
			func(dir, csv string) error {
				huge := bytes.Clone(whole)
				copy(huge[16:], []byte{0, 1, 0, 0, 0, 1, 0, 0}) // 65536×65536 in the header
				copy(huge[29:], checksum(huge[12:29]))
				return os.WriteFile(filepath.Join(dir, "oak", "c.png"), huge, 0o644)
			},
			[]string{"65536×65536 pixels, over the 64 million allowed"},
		},
		"one picture in two classes": {
			func(dir, csv string) error {
				data, err := os.ReadFile(filepath.Join(dir, "oak", "c.png"))
				if err != nil {
					return err
				}
				return os.WriteFile(filepath.Join(dir, "tulip", "x.png"), data, 0o644)
			},
			[]string{"are the same picture", filepath.Join("oak", "c.png"), filepath.Join("tulip", "x.png"), `"oak" and "tulip"`},
		},
		"dangling link": {
			func(dir, csv string) error { return os.Symlink("nowhere", filepath.Join(dir, "oak", "z.png")) },
			[]string{filepath.Join("oak", "z.png") + ": no such file"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, csv := garden(t)
			if err := c.spoil(dir, csv); err != nil {
				t.Fatal(err)
			}
			_, err := Folder(dir, csv, 4, 42)
			for _, want := range c.want {
				wantError(t, err, want)
			}
		})
	}
	dir, csv := garden(t)
	_, err := Folder(dir, csv, 0, 42)
	wantError(t, err, "name a positive side")
}

func TestFolderUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	dir, csv := garden(t)
	if err := os.Chmod(filepath.Join(dir, "oak", "c.png"), 0); err != nil {
		t.Fatal(err)
	}
	_, err := Folder(dir, csv, 4, 42)
	wantError(t, err, filepath.Join("oak", "c.png")+": permission denied: make it readable")
}

// checksum is that of a PNG chunk.
func checksum(chunk []byte) []byte {
	return binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(chunk))
}
