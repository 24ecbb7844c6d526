package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg"
	_ "image/png"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/image/draw"

	"nesybook/nesy/hierarchy"
)

// mostPixels bounds the size of a picture that Folder decodes; a small file can
// claim to be a far larger picture.
const mostPixels = 1 << 26

// mostInMemory bounds what Folder keeps decoded. Larger folders are decoded again
// for each Image.
const mostInMemory = 1 << 30

// partNames are the sub-folders of a folder that is split already.
var partNames = []string{"train", "val", "test"}

// Folder reads a folder with one sub-folder a class, named like the class, of PNG
// and JPEG files, and a CSV file with the header fine,coarse and a row a class
// (see hierarchy.ReadCSV). Each picture is scaled to side×side pixels with a
// Catmull-Rom filter, whatever its shape; transparent parts become white.
//
// The images are split by class into 70 % for training, 15 % for validation and
// 15 % for testing, as the paper splits iNaturalist (appendix D). A folder that
// holds nothing but the folders train, val and test, each with a sub-folder a
// class, is split as it says; the seed then has no effect.
//
// Errors are one line and name the file: a class in one of folder and table alone,
// a folder without pictures, a file that does not decode, the same picture under
// two classes. Hidden files are passed over; so are files with other endings,
// which Note then counts, as it does copies of a picture within a class.
func Folder(dir, csv string, side int, seed uint64) (*Dataset, error) {
	if side <= 0 {
		return nil, fmt.Errorf("dataset: pictures of %d×%d pixels asked for: name a positive side", side, side)
	}
	table, err := os.Open(csv)
	if err != nil {
		return nil, fmt.Errorf("dataset: the table of classes: %w", err)
	}
	defer table.Close()
	h, err := hierarchy.ReadCSV(table, csv)
	if err != nil {
		return nil, err
	}
	listing, err := list(dir, csv, h)
	if err != nil {
		return nil, err
	}
	if err := listing.decode(side); err != nil {
		return nil, err
	}
	if err := listing.compare(h); err != nil {
		return nil, err
	}
	d, err := New(filepath.Base(filepath.Clean(dir)), h, side, listing.labels, listing.digest(), listing.read(side))
	if err != nil {
		return nil, err
	}
	d.Note = listing.note()
	if listing.isSplit {
		return d.WithSplit(listing.part(0), listing.part(1), listing.part(2))
	}
	sizes, err := Sizes(d.Len(), 0.7, 0.15, 0.15)
	if err != nil {
		return nil, err
	}
	parts, err := StratifiedSplit(d.Labels, sizes, seed)
	if err != nil {
		return nil, err
	}
	return d.WithSplit(parts[0], parts[1], parts[2])
}

// listing is the pictures found below a folder.
type listing struct {
	paths   []string
	labels  []int
	isSplit bool
	parts   []int    // [image] which of partNames, where isSplit
	other   int      // files with other endings
	copies  int      // pictures that another of their class repeats
	sums    []string // [image] SHA-256 of the file
	pixels  []byte   // decoded pictures, or nil where they are too many
}

// list finds the pictures of each class in label order, by name.
func list(dir, csv string, h *hierarchy.Hierarchy) (*listing, error) {
	l := new(listing)
	folders, err := subfolders(dir)
	if err != nil {
		return nil, err
	}
	if len(folders) == 0 {
		return nil, fmt.Errorf("dataset: %s has no sub-folders: it needs one for each class in %s", dir, csv)
	}
	sorted := slices.Clone(partNames)
	slices.Sort(sorted)
	if l.isSplit = slices.Equal(folders, sorted); !l.isSplit {
		return l, l.addClasses(dir, csv, h, 0)
	}
	for p, name := range partNames {
		if err := l.addClasses(filepath.Join(dir, name), csv, h, p); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// subfolders returns the names of the folders in a folder, sorted.
func subfolders(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("dataset: a folder of images: %w", err)
	}
	var names []string
	for _, e := range entries {
		if hidden(e.Name()) {
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, e.Name())); err == nil && info.IsDir() { // through links
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") }

func (l *listing) addClasses(dir, csv string, h *hierarchy.Hierarchy, part int) error {
	folders, err := subfolders(dir)
	if err != nil {
		return err
	}
	for _, name := range folders {
		if _, ok := h.Find(0, name); !ok {
			return fmt.Errorf("dataset: %s has no row in %s: add one with its coarse label, or remove the folder", filepath.Join(dir, name), csv)
		}
	}
	for y, name := range h.Names(0) {
		if !slices.Contains(folders, name) {
			return fmt.Errorf("dataset: %s names the class %q, but there is no folder %s: add it, or remove the row", csv, name, filepath.Join(dir, name))
		}
		if err := l.addImages(filepath.Join(dir, name), y, part); err != nil {
			return err
		}
	}
	return nil
}

func (l *listing) addImages(dir string, y, part int) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("dataset: a class's folder: %w", err)
	}
	before := len(l.paths)
	for _, e := range entries {
		if hidden(e.Name()) || e.IsDir() {
			continue
		}
		switch strings.ToLower(filepath.Ext(e.Name())) {
		case ".png", ".jpg", ".jpeg":
			l.paths = append(l.paths, filepath.Join(dir, e.Name()))
			l.labels = append(l.labels, y)
			l.parts = append(l.parts, part)
		default:
			l.other++
		}
	}
	if len(l.paths) == before {
		return fmt.Errorf("dataset: %s holds no PNG or JPEG file: add some, or remove the class", dir)
	}
	return nil
}

// decode reads every file once, on all processors, to find those that are
// damaged, and keeps the pictures if there is room.
func (l *listing) decode(side int) error {
	size := 3 * side * side
	if len(l.paths) <= mostInMemory/size {
		l.pixels = make([]byte, len(l.paths)*size)
	}
	l.sums = make([]string, len(l.paths))
	faults := make([]error, len(l.paths))
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			dst := make([]byte, size)
			for i := w; i < len(l.paths); i += workers {
				if l.pixels != nil {
					dst = l.pixels[i*size : (i+1)*size]
				}
				l.sums[i], faults[i] = readImage(l.paths[i], side, dst)
			}
		})
	}
	wg.Wait()
	for _, err := range faults { // the first by name, whichever was met first
		if err != nil {
			return err
		}
	}
	return nil
}

// compare looks for copies: under two classes they are an error.
func (l *listing) compare(h *hierarchy.Hierarchy) error {
	first := make(map[string]int)
	for i, sum := range l.sums {
		j, ok := first[sum]
		if !ok {
			first[sum] = i
			continue
		}
		if y, z := l.labels[j], l.labels[i]; y != z {
			return fmt.Errorf("dataset: %s and %s are the same picture, under the classes %q and %q: remove one",
				l.paths[j], l.paths[i], h.Name(0, y), h.Name(0, z))
		}
		l.copies++
	}
	return nil
}

func (l *listing) note() string {
	var notes []string
	if l.copies > 0 {
		notes = append(notes, fmt.Sprintf("pictures that are copies of another in their class: %d", l.copies))
	}
	if l.other > 0 {
		notes = append(notes, fmt.Sprintf("files passed over, neither .png nor .jpg nor .jpeg: %d", l.other))
	}
	return strings.Join(notes, "; ")
}

func (l *listing) part(p int) []int {
	var images []int
	for i := range l.parts {
		if l.parts[i] == p {
			images = append(images, i)
		}
	}
	return images
}

// digest stands for all pictures: they follow from the files and the side, which
// Dataset.Digest holds too.
func (l *listing) digest() string {
	sum := sha256.Sum256([]byte(strings.Join(l.sums, "\n")))
	return hex.EncodeToString(sum[:])
}

func (l *listing) read(side int) Reader {
	if l.pixels == nil {
		return func(i int, dst []byte) error {
			_, err := readImage(l.paths[i], side, dst)
			return err
		}
	}
	return func(i int, dst []byte) error {
		copy(dst, l.pixels[i*len(dst):])
		return nil
	}
}

// readImage decodes a file into planes of side×side pixels and returns the
// SHA-256 of the file.
func readImage(path string, side int, dst []byte) (sum string, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrPermission) {
		return "", fmt.Errorf("dataset: %w: make it readable", err)
	}
	if err != nil {
		return "", fmt.Errorf("dataset: %w", err)
	}
	if err := decodeImage(data, path, side, dst); err != nil {
		return "", err
	}
	hash := sha256.Sum256(data)
	return hex.EncodeToString(hash[:]), nil
}

// decodeImage writes the planes of a PNG or JPEG file, scaled to side×side pixels.
// Errors name path.
func decodeImage(data []byte, path string, side int, dst []byte) error {
	damaged := func(err error) error {
		return fmt.Errorf("dataset: %s does not decode: %w; replace or remove it", path, err)
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return damaged(err)
	}
	if config.Width <= 0 || config.Height <= 0 || config.Width > mostPixels/config.Height {
		return damaged(fmt.Errorf("%d×%d pixels, over the %d million allowed", config.Width, config.Height, mostPixels>>20))
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return damaged(err)
	}
	toPlanes(picture, side, dst)
	return nil
}

// toPlanes scales a picture onto white and writes its planes.
func toPlanes(picture image.Image, side int, dst []byte) {
	scaled := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(scaled, scaled.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	if picture.Bounds().Size() == scaled.Bounds().Size() {
		draw.Draw(scaled, scaled.Bounds(), picture, picture.Bounds().Min, draw.Over)
	} else {
		draw.CatmullRom.Scale(scaled, scaled.Bounds(), picture, picture.Bounds(), draw.Over, nil)
	}
	plane := side * side
	for k := range plane {
		dst[k], dst[plane+k], dst[2*plane+k] = scaled.Pix[4*k], scaled.Pix[4*k+1], scaled.Pix[4*k+2]
	}
}
