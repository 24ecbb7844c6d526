package dataset

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nesybook/nesy/dataset/taxonomy"
)

// smallINat has three families with two species, two others with one, and four
// pictures of each species.
var smallINat = INat2021SampleOptions{Families: 3, Species: 2, Others: 2, Pictures: 4, Seed: 7}

// sampled writes a sample and returns its folder.
func sampled(t *testing.T, o INat2021SampleOptions) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "inat")
	if err := SampleINat2021(dir, o); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestOfficialINatHas45990Pictures lists an archive laid out as the official one,
// 10 files of each of the 10,000 species, all empty, and takes the paper's subset.
func TestOfficialINatHas45990Pictures(t *testing.T) {
	var files []sampleFile
	for number, s := range taxonomy.Official() {
		for k := range 10 {
			files = append(files, sampleFile{path: fmt.Sprintf("val/%s/%d.jpg", s.Folder(number), k)})
		}
	}
	dir := t.TempDir()
	if err := writeArchive(dir, files); err != nil {
		t.Fatal(err)
	}
	tree, err := openINat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.species) != 10_000 || len(tree.pictures) != 100_000 {
		t.Fatalf("%d species, %d pictures", len(tree.species), len(tree.pictures))
	}
	h, labels, err := tree.keepLargest(50)
	if err != nil {
		t.Fatal(err)
	}
	if len(labels) != 45_990 || len(tree.pictures) != papersPictures {
		t.Errorf("the subset has %d pictures and %d labels", len(tree.pictures), len(labels))
	}
	species := make(map[string]bool)
	for _, p := range tree.pictures {
		species[p.folder] = true
	}
	if len(species) != 4_599 {
		t.Errorf("the subset has %d species", len(species))
	}
	if h.Size(0) != 50 || h.Size(1) != 7 {
		t.Errorf("the subset has %v", h)
	}
	families := make(map[string]int)
	for z := range h.Size(1) {
		families[h.Name(1, z)] = len(h.Children(1, z))
	}
	if got, want := fmt.Sprint(families), "map[Arachnida:1 Aves:7 Insecta:15 Liliopsida:5 Magnoliopsida:20 Pinopsida:1 Reptilia:1]"; got != want {
		t.Errorf("families of each class: %s, want %s", got, want)
	}

	// The table of families says how many pictures each has, and the split of
	// appendix D deals them out.
	file, err := os.Open(filepath.FromSlash("../paper/data/inat2021_families.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	count := histogram(labels, run(0, len(labels)), 50)
	for _, row := range rows[1:] {
		y, ok := h.Find(0, row[2])
		if want, _ := strconv.Atoi(row[4]); !ok || count[y] != want || h.Name(1, h.Parent(0, y)) != row[1] {
			t.Errorf("%s has %d pictures under %s, the table says %v", row[2], count[y], h.Name(1, h.Parent(0, y)), row)
		}
	}
	sizes, err := Sizes(len(labels), 0.7, 0.15, 0.15)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(sizes, []int{32_193, 6_899, 6_898}) {
		t.Errorf("parts of %v", sizes)
	}
}

func TestINat2021(t *testing.T) {
	dir := sampled(t, smallINat)
	d, err := INat2021(dir, INat2021Options{Side: 16, Families: 3, Seed: 42})
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "inat2021" || d.Len() != 24 || d.Side != 16 {
		t.Errorf("%s of %d pictures and side %d", d.Name, d.Len(), d.Side)
	}
	if got, want := d.Hierarchy.Names(0), []string{"Nymphalidae", "Asteraceae", "Fabaceae"}; !slices.Equal(got, want) {
		t.Errorf("families %v, want %v", got, want) // by class, then name
	}
	if got, want := d.Hierarchy.Names(1), []string{"Insecta", "Magnoliopsida"}; !slices.Equal(got, want) {
		t.Errorf("classes %v, want %v", got, want)
	}
	if got := histogram(d.Labels, run(0, 24), 3); !slices.Equal(got, []int{8, 8, 8}) {
		t.Errorf("pictures of each family: %v", got)
	}
	if len(d.Train) != 17 || len(d.Val) != 4 || len(d.Test) != 3 { // 16.8, 3.6 and 3.6
		t.Errorf("parts of %d, %d, %d", len(d.Train), len(d.Val), len(d.Test))
	}
	if d.Note != "not the paper's subset of 45990 pictures: 24, of 32 in all families" {
		t.Errorf("note %q", d.Note)
	}
	if _, err := OfSplit(d, d.Train); err != nil {
		t.Error(err)
	}
}

// TestINat2021PicturesBelongToTheirLabels decodes each file by hand.
func TestINat2021PicturesBelongToTheirLabels(t *testing.T) {
	dir := sampled(t, smallINat)
	d, err := INat2021(dir, INat2021Options{Side: 12, Families: 3, Seed: 42})
	if err != nil {
		t.Fatal(err)
	}
	family := make(map[string]string) // by pixels
	paths, err := filepath.Glob(filepath.Join(dir, "val", "*", "*.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		pixels := make([]byte, d.Size())
		if _, err := readImage(path, 12, pixels); err != nil {
			t.Fatal(err)
		}
		family[string(pixels)] = strings.Split(filepath.Base(filepath.Dir(path)), "_")[5]
	}
	if len(family) != 32 {
		t.Fatalf("%d different pictures", len(family))
	}
	pixels := make([]byte, d.Size())
	for range 2 { // the second time from memory
		for i := range d.Len() {
			if err := d.Image(i, pixels); err != nil {
				t.Fatal(err)
			}
			if got, want := d.Hierarchy.Name(0, d.Labels[i]), family[string(pixels)]; got != want {
				t.Errorf("picture %d is labelled %s but lies under %q", i, got, want)
			}
		}
	}
}

func TestINat2021ArchiveIsTheFolder(t *testing.T) {
	o := INat2021Options{Side: 16, Families: 3, Seed: 42}
	dir := sampled(t, smallINat)
	packed := smallINat
	packed.Archive = true
	archive := sampled(t, packed)
	want, err := INat2021(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	a, b := make([]byte, want.Size()), make([]byte, want.Size())
	for _, path := range []string{filepath.Join(dir, "val"), archive, filepath.Join(archive, "val.tar.gz")} {
		got, err := INat2021(path, o)
		if err != nil {
			t.Fatal(err)
		}
		if got.Digest != want.Digest {
			t.Errorf("%s: another digest", path)
		}
		for i := range want.Len() {
			if err := want.Image(i, a); err != nil {
				t.Fatal(err)
			}
			if err := got.Image(i, b); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(a, b) {
				t.Errorf("%s: picture %d differs", path, i)
			}
		}
	}
	if err := os.Remove(filepath.Join(dir, "val.json")); err != nil {
		t.Fatal(err)
	}
	bare, err := INat2021(dir, o)
	if err != nil || bare.Digest != want.Digest {
		t.Errorf("without val.json: another digest, or %v", err)
	}
}

func TestINat2021Digest(t *testing.T) {
	dir := sampled(t, smallINat)
	digest := func(o INat2021Options) string {
		t.Helper()
		d, err := INat2021(dir, o)
		if err != nil {
			t.Fatal(err)
		}
		return d.Digest
	}
	first := digest(INat2021Options{Side: 16, Families: 3, Seed: 42})
	for name, o := range map[string]INat2021Options{
		"side": {Side: 17, Families: 3, Seed: 42}, "families": {Side: 16, Families: 2, Seed: 42}, "seed": {Side: 16, Families: 3, Seed: 43},
	} {
		if digest(o) == first {
			t.Errorf("the digest does not tell the %s apart", name)
		}
	}
	other := smallINat
	other.Seed = 8
	dir = sampled(t, other)
	if digest(INat2021Options{Side: 16, Families: 3, Seed: 42}) == first {
		t.Error("the digest does not tell pictures apart")
	}
}

// TestINat2021DecodesOnDemand takes pictures that do not stay in memory.
func TestINat2021DecodesOnDemand(t *testing.T) {
	dir := sampled(t, smallINat)
	tree, err := openINat(dir)
	if err != nil {
		t.Fatal(err)
	}
	const side = 6000 // 32 pictures of 108 MB
	read, err := tree.reader(side)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "val", tree.pictures[1].folder, tree.pictures[1].name)
	if err := os.WriteFile(path, []byte("hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	wantError(t, read(1, nil), path+" does not decode")
	tree.isArchive = true
	_, err = tree.reader(side)
	wantError(t, err, "32 pictures of 6000×6000 pixels do not fit into 1 GiB: unpack it, or ask for a smaller side")
}
