package dataset

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

func TestINat2021Errors(t *testing.T) {
	const aster = "06539_Plantae_Tracheophyta_Magnoliopsida_Asterales_Asteraceae_Acanthocephala_x" // not official
	rename := func(t *testing.T, dir, from, to string) {
		t.Helper()
		path := filepath.Join(dir, "val.json")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte(from)) {
			t.Fatalf("val.json has no %s", from)
		}
		if err := os.WriteFile(path, bytes.Replace(data, []byte(from), []byte(to), 1), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	firstFolder := func(t *testing.T, dir string) string {
		t.Helper()
		folders, err := subfolders(filepath.Join(dir, "val"))
		if err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, "val", folders[0])
	}
	for name, c := range map[string]struct {
		spoil func(t *testing.T, dir string)
		want  string
	}{
		"no folder":    {func(t *testing.T, dir string) { os.RemoveAll(dir) }, "name the folder val, or val.tar.gz"},
		"empty folder": {func(t *testing.T, dir string) { os.RemoveAll(dir); os.Mkdir(dir, 0o755) }, "holds no species' folders"},
		"malformed name": {
			func(t *testing.T, dir string) { os.Mkdir(filepath.Join(dir, "val", "rose"), 0o755) },
			`"rose" is no species' folder`,
		},
		"rank missing": {
			func(t *testing.T, dir string) {
				os.Mkdir(filepath.Join(dir, "val", "00000_Animalia__C_O_F_G_e"), 0o755)
			},
			"lacks one of its seven names",
		},
		"empty species": {
			func(t *testing.T, dir string) { os.Mkdir(filepath.Join(dir, "val", aster), 0o755) },
			"the folder " + aster + " holds no .jpg file",
		},
		"number twice": {
			func(t *testing.T, dir string) {
				writeFiles(t, filepath.Join(dir, "val", "00001_A_B_C_D_E_F_g"), map[string][]byte{"a.jpg": nil})
				writeFiles(t, filepath.Join(dir, "val", "00001_A_B_C_D_E_F_h"), map[string][]byte{"b.jpg": nil})
			},
			"the folders 00001_A_B_C_D_E_F_g and 00001_A_B_C_D_E_F_h have one number",
		},
		"family in two classes": {
			func(t *testing.T, dir string) {
				writeFiles(t, filepath.Join(dir, "val", "00001_A_B_C_D_Asteraceae_F_g"), map[string][]byte{"a.jpg": nil})
			},
			"puts the family Asteraceae into the class",
		},
		"JSON of something else": {
			func(t *testing.T, dir string) { os.WriteFile(filepath.Join(dir, "val.json"), []byte("[1"), 0o644) },
			"val.json: is no annotation file",
		},
		"JSON without a folder": {
			func(t *testing.T, dir string) {
				writeFiles(t, filepath.Join(dir, "val", "00001_A_B_C_D_E_F_g"), map[string][]byte{"a.jpg": nil})
			},
			`val.json: no category has the folder "00001_A_B_C_D_E_F_g" of`,
		},
		"folder without JSON": {
			func(t *testing.T, dir string) { os.RemoveAll(firstFolder(t, dir)) },
			", which is not in ",
		},
		"JSON of another family": {
			func(t *testing.T, dir string) { rename(t, dir, `"family":"Asteraceae"`, `"family":"Rosaceae"`) },
			`is of class "Magnoliopsida" and family "Rosaceae", but its folder is named`,
		},
		"JSON of another class": {
			func(t *testing.T, dir string) { rename(t, dir, `"class":"Insecta"`, `"class":"Aves"`) },
			`is of class "Aves" and family "Erebidae", but its folder is named`,
		},
		"category twice": {
			func(t *testing.T, dir string) {
				var j inatJSON
				path := filepath.Join(dir, "val.json")
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if err := json.Unmarshal(data, &j); err != nil {
					t.Fatal(err)
				}
				j.Categories[1].ID = j.Categories[0].ID
				if data, err = json.Marshal(j); err != nil {
					t.Fatal(err)
				}
				os.WriteFile(path, data, 0o644)
			},
			"stands in it twice, with the folders",
		},
		"picture that is not in the JSON": {
			func(t *testing.T, dir string) {
				os.WriteFile(filepath.Join(firstFolder(t, dir), "extra.jpg"), nil, 0o644)
			},
			"extra.jpg in ",
		},
		"JSON of a picture that is not there": {
			func(t *testing.T, dir string) {
				paths, _ := filepath.Glob(filepath.Join(firstFolder(t, dir), "*.jpg"))
				os.Remove(paths[0])
			},
			", which is not in ",
		},
		"picture of another species": {
			func(t *testing.T, dir string) {
				rename(t, dir, `{"id":0,"image_id":0,"category_id":`, `{"id":0,"image_id":1,"category_id":`)
			},
			`, has no annotation`,
		},
		"annotation twice": {
			func(t *testing.T, dir string) {
				rename(t, dir, `{"id":31,"image_id":31,"category_id":`, `{"id":31,"image_id":0,"category_id":`)
			},
			"image 0 is annotated as both",
		},
		"annotation of no category": {
			func(t *testing.T, dir string) {
				rename(t, dir, `{"id":31,"image_id":31,"category_id":`, `{"id":31,"image_id":31,"category_id":1`)
			},
			"annotation 31 names category 1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := sampled(t, smallINat)
			c.spoil(t, dir)
			_, err := INat2021(dir, INat2021Options{Side: 8, Families: 3})
			wantError(t, err, c.want)
		})
	}

	dir := sampled(t, smallINat)
	_, err := INat2021(dir, INat2021Options{Side: 0})
	wantError(t, err, "name a positive side")
	_, err = INat2021(dir, INat2021Options{Side: 8})
	wantError(t, err, "holds 5 families, not the 50 asked for")

	// A picture that does not decode is found when asked for.
	paths, err := filepath.Glob(filepath.Join(dir, "val", "*Nymphalidae*", "*.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(paths[0], data[:len(data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	d, err := INat2021(dir, INat2021Options{Side: 8, Families: 3})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // it stays an error
		wantError(t, d.Image(0, make([]byte, d.Size())), paths[0]+" does not decode: ")
	}
}

func TestINat2021ArchiveErrors(t *testing.T) {
	o := INat2021Options{Side: 8, Families: 3}
	packed := smallINat
	packed.Archive = true
	for name, c := range map[string]struct {
		spoil func(archive []byte) []byte
		want  string
	}{
		"not gzip":  {func([]byte) []byte { return []byte("hello, this is text") }, "val.tar.gz: gzip: invalid header; download it again"},
		"torn":      {func(a []byte) []byte { return a[:len(a)/2] }, "val.tar.gz: unexpected EOF; download it again"},
		"torn late": {func(a []byte) []byte { return a[:len(a)-4] }, "val.tar.gz: unexpected EOF; download it again"},
		"checksum":  {func(a []byte) []byte { a[len(a)-6] ^= 1; return a }, "val.tar.gz: gzip: invalid checksum; download it again"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(sampled(t, packed), "val.tar.gz")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, c.spoil(data), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err = INat2021(path, o)
			wantError(t, err, c.want)
		})
	}
	const species = "val/00001_A_B_C_D_E_F_g/"
	for name, c := range map[string]struct {
		files []sampleFile
		want  string
	}{
		"unsafe path":   {[]sampleFile{{"val/../../x.jpg", nil}}, `the unsafe path "val/../../x.jpg"`},
		"twice":         {[]sampleFile{{species + "a.jpg", nil}, {species + "a.jpg", nil}}, "00001_A_B_C_D_E_F_g/a.jpg stands in it twice"},
		"nothing":       {[]sampleFile{{"train/a.jpg", nil}, {species + "a.txt", nil}}, "holds no species' folders"},
		"corrupt image": {[]sampleFile{{species + "a.jpg", []byte("hello")}}, "00001_A_B_C_D_E_F_g/a.jpg does not decode"},
		"malformed":     {[]sampleFile{{"val/rose/a.jpg", nil}}, `"rose" is no species' folder`},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := writeArchive(dir, c.files); err != nil {
				t.Fatal(err)
			}
			_, err := INat2021(dir, INat2021Options{Side: 8, Families: 1})
			wantError(t, err, c.want)
		})
	}
}

func TestINat2021ArchiveEntries(t *testing.T) {
	const folder = "00001_A_B_C_D_E_F_g"
	for _, c := range []struct {
		kind  byte
		name  string
		size  int64
		want  inatPicture
		ok    bool
		fault string
	}{
		{tar.TypeDir, "val/", 0, inatPicture{}, false, ""},
		{tar.TypeDir, "./val/" + folder + "/", 0, inatPicture{folder: folder}, true, ""},
		{tar.TypeReg, "./val/" + folder + "/a.JPG", 7, inatPicture{folder, "a.JPG", 7}, true, ""},
		{tar.TypeReg, "val/" + folder + "/.a.jpg", 7, inatPicture{}, false, ""},
		{tar.TypeReg, "val/" + folder + "/b/a.jpg", 7, inatPicture{}, false, ""},
		{tar.TypeReg, "val/a.jpg", 7, inatPicture{}, false, ""},
		{tar.TypeReg, "val/" + folder + "/a.jpg", 1<<26 + 1, inatPicture{}, false, "has 67108865 bytes, over the 64 MiB allowed"},
		{tar.TypeSymlink, "val/" + folder + "/a.jpg", 0, inatPicture{}, false, "is not a plain file"},
		{tar.TypeReg, "/val/" + folder + "/a.jpg", 0, inatPicture{}, false, "the unsafe path"},
		{tar.TypeReg, `val\..\x.jpg`, 0, inatPicture{}, false, "the unsafe path"},
	} {
		got, ok, err := judgeINat(&tar.Header{Typeflag: c.kind, Name: c.name, Size: c.size})
		if c.fault != "" {
			wantError(t, err, c.fault)
			continue
		}
		if err != nil || ok != c.ok || got != c.want {
			t.Errorf("%s: %v, %v, %v", c.name, got, ok, err)
		}
	}
}
