package dataset

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"nesybook/nesy/atomicfile"
	"nesybook/nesy/dataset/sketch"
	"nesybook/nesy/dataset/taxonomy"
)

// INat2021SampleOptions says what a drawn stand-in for iNaturalist 2021 holds.
type INat2021SampleOptions struct {
	Families int // those with most of the official species; their labels are the official subset's
	Species  int // of each family, those of lowest number
	Pictures int // of each species; the official split has 10
	// Others is how many of the next largest families come with one species less,
	// which INat2021 must leave out.
	Others  int
	Archive bool // write val.tar.gz in place of the folder val
	Seed    uint64
}

// SampleINat2021 writes a small stand-in for the validation split of iNaturalist
// 2021 into dir, which it makes: drawn pictures (see package sketch) of the real
// species, in the official layout of folders, or the archive of it, with val.json.
// INat2021 reads it with the same number of families. Where dir holds the same
// sample already nothing is done; it is an error if it holds something else, and
// if a family has fewer species than asked for.
func SampleINat2021(dir string, o INat2021SampleOptions) (err error) {
	species, err := o.species()
	if err != nil {
		return err
	}
	mark, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("dataset: a sample of iNaturalist 2021: %w", err)
	}
	const marker = ".sample.json"
	if there, err := os.ReadFile(filepath.Join(dir, marker)); err == nil && bytes.Equal(there, mark) {
		return nil
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("dataset: a sample of iNaturalist 2021: %s is there already: remove it, or name another folder", dir)
	}
	parent := filepath.Dir(filepath.Clean(dir))
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return fmt.Errorf("dataset: a sample of iNaturalist 2021: %w", err)
	}
	unfinished, err := os.MkdirTemp(parent, ".sample-")
	if err != nil {
		return fmt.Errorf("dataset: a sample of iNaturalist 2021: %w", err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(unfinished)
			err = fmt.Errorf("dataset: a sample of iNaturalist 2021 in %s: %w", dir, err)
		}
	}()
	if err := os.Chmod(unfinished, 0o755); err != nil {
		return err
	}
	files, annotations := o.draw(species)
	write := writeTree
	if o.Archive {
		write = writeArchive
	}
	if err := write(unfinished, files); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(unfinished, inatAnnotations), annotations, 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(unfinished, marker), mark, 0o644); err != nil {
		return err
	}
	return os.Rename(unfinished, dir)
}

// species returns the numbers of the sample's species, ascending.
func (o INat2021SampleOptions) species() ([]int, error) {
	if o.Families < 1 || o.Species < 1 || o.Pictures < 1 || o.Others < 0 {
		return nil, fmt.Errorf("dataset: a sample of iNaturalist 2021 cannot have %d families, %d others, %d species and %d pictures", o.Families, o.Others, o.Species, o.Pictures)
	}
	official := taxonomy.Official()
	want := make(map[string]int) // species of each family
	for k, f := range taxonomy.Largest(official, o.Families+o.Others) {
		n := o.Species
		if k >= o.Families {
			n--
		}
		if n > f.Species {
			return nil, fmt.Errorf("dataset: a sample of iNaturalist 2021 asks for %d species of %s, which has %d", n, f.Name, f.Species)
		}
		want[f.Name] = n
	}
	var numbers []int
	for number, s := range official {
		if want[s.Family] > 0 {
			want[s.Family]--
			numbers = append(numbers, number)
		}
	}
	return numbers, nil
}

type sampleFile struct {
	path string // from the folder that holds val
	data []byte
}

// draw returns the pictures, those of a species side by side, and val.json.
func (o INat2021SampleOptions) draw(species []int) (files []sampleFile, annotations []byte) {
	official := taxonomy.Official()
	var families []string // those of a class are numbered by their place here
	for _, f := range taxonomy.Largest(official, len(official)) {
		families = append(families, f.Name)
	}
	var j inatJSON
	for _, number := range species {
		s := official[number]
		folder := s.Folder(number)
		j.Categories = append(j.Categories, inatCategory{number, s.Class, s.Family, folder})
		for range o.Pictures {
			id := len(j.Images)
			r := stream(o.Seed, sampleStream, uint64(id))
			path := inatFolder + "/" + folder + "/" + randomName(r) + ".jpg"
			width, height := 64+r.IntN(33), 64+r.IntN(33)
			var b bytes.Buffer
			picture := sketch.Draw(r, s.Class, slices.Index(families, s.Family), width, height)
			if err := jpeg.Encode(&b, picture, &jpeg.Options{Quality: 85}); err != nil {
				panic("dataset: " + err.Error()) // memory takes all, and no picture is too large
			}
			files = append(files, sampleFile{path, b.Bytes()})
			j.Images = append(j.Images, inatImage{id, path})
			j.Annotations = append(j.Annotations, inatAnnotation{id, id, number})
		}
	}
	annotations, err := json.Marshal(j)
	if err != nil {
		panic("dataset: " + err.Error()) // integers and strings always encode
	}
	return files, annotations
}

// randomName has the form of the official names, a random UUID (RFC 9562).
func randomName(r *rand.Rand) string {
	high, low := r.Uint64(), r.Uint64()
	high = high&^0xf000 | 0x4000
	low = low&^(3<<62) | 2<<62
	return fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", high>>32, high>>16&0xffff, high&0xffff, low>>48, low&(1<<48-1))
}

func writeTree(dir string, files []sampleFile) error {
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func writeArchive(dir string, files []sampleFile) error {
	return atomicfile.Write(filepath.Join(dir, inatArchive), func(w io.Writer) error {
		zipped := gzip.NewWriter(w)
		packed := tar.NewWriter(zipped)
		for _, f := range files {
			if err := packed.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: f.path, Size: int64(len(f.data)), Mode: 0o644}); err != nil {
				return err
			}
			if _, err := packed.Write(f.data); err != nil {
				return err
			}
		}
		if err := packed.Close(); err != nil {
			return err
		}
		return zipped.Close()
	})
}
