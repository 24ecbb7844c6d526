package dataset

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"nesybook/nesy/dataset/taxonomy"
)

const (
	inatFolder      = "val"
	inatArchive     = "val.tar.gz"
	inatAnnotations = "val.json"
	// mostFile bounds the file of a picture; official ones have 100 KB.
	mostFile = 1 << 26
)

// openINat lists the folder val or the archive val.tar.gz that path is or holds.
func openINat(path string) (*inatTree, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("dataset: iNaturalist 2021: %w: name the folder val, or val.tar.gz", err)
	}
	t := &inatTree{where: path, species: make(map[string]taxonomy.Species)}
	if t.isArchive = !info.IsDir(); !t.isArchive {
		if inner := filepath.Join(path, inatFolder); isFolder(inner) {
			t.where = inner
		} else if packed := filepath.Join(path, inatArchive); isFile(packed) {
			t.where, t.isArchive = packed, true
		}
	}
	if beside := filepath.Join(filepath.Dir(filepath.Clean(t.where)), inatAnnotations); isFile(beside) {
		t.annotations = beside
	}
	list := t.listFolder
	if t.isArchive {
		list = t.listArchive
	}
	if err := list(); err != nil {
		return nil, err
	}
	return t, t.check()
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// isJPEG says whether a file is a picture by its name.
func isJPEG(name string) bool {
	return !hidden(name) && strings.EqualFold(path.Ext(name), ".jpg")
}

func (t *inatTree) listFolder() error {
	folders, err := subfolders(t.where)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		if err := t.addFolder(folder); err != nil {
			return err
		}
		entries, err := os.ReadDir(filepath.Join(t.where, folder))
		if err != nil {
			return fmt.Errorf("dataset: a species' folder: %w", err)
		}
		for _, e := range entries {
			if e.IsDir() || !isJPEG(e.Name()) {
				continue
			}
			info, err := e.Info()
			if err != nil {
				return fmt.Errorf("dataset: a picture: %w", err)
			}
			t.pictures = append(t.pictures, inatPicture{folder, e.Name(), info.Size()})
		}
	}
	return nil
}

func (t *inatTree) listArchive() error {
	seen := make(map[string]bool)
	return t.walk(func(p inatPicture, _ io.Reader) error {
		if err := t.addFolder(p.folder); err != nil {
			return err
		}
		if p.name == "" {
			return nil
		}
		if seen[p.path()] {
			return fmt.Errorf("dataset: %s: %s stands in it twice", t.where, p.path())
		}
		seen[p.path()] = true
		t.pictures = append(t.pictures, p)
		return nil
	})
}

// walk reads the archive and calls visit with each picture, and with each
// species' folder, whose name is empty.
func (t *inatTree) walk(visit func(p inatPicture, r io.Reader) error) error {
	fault := func(err error) error {
		return fmt.Errorf("dataset: unpacking %s: %w; download it again", t.where, cause(err))
	}
	file, err := os.Open(t.where)
	if err != nil {
		return fault(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return fault(err)
	}
	reader := tar.NewReader(unzipped)
	for {
		entry, err := reader.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fault(err)
		}
		p, ok, err := judgeINat(entry)
		if err != nil {
			return fault(err)
		}
		if !ok {
			continue
		}
		if err := visit(p, reader); err != nil {
			return err
		}
	}
	if _, err := io.Copy(io.Discard, unzipped); err != nil { // the checksum of all before
		return fault(err)
	}
	return nil
}

// judgeINat says which species' folder or picture an entry is, if any.
func judgeINat(entry *tar.Header) (p inatPicture, ok bool, err error) {
	clean := path.Clean(entry.Name)
	if !fs.ValidPath(clean) || strings.ContainsAny(entry.Name, `\:`) {
		return p, false, fmt.Errorf("it holds the unsafe path %q", entry.Name)
	}
	parts := strings.Split(clean, "/")
	if parts[0] != inatFolder {
		return p, false, nil
	}
	switch {
	case entry.Typeflag == tar.TypeDir:
		if len(parts) != 2 {
			return p, false, nil
		}
		return inatPicture{folder: parts[1]}, true, nil
	case entry.Typeflag != tar.TypeReg:
		return p, false, fmt.Errorf("%q in it is not a plain file", entry.Name)
	case len(parts) != 3 || !isJPEG(parts[2]):
		return p, false, nil
	case entry.Size > mostFile:
		return p, false, fmt.Errorf("%s in it has %d bytes, over the %d MiB allowed", entry.Name, entry.Size, mostFile>>20)
	}
	return inatPicture{parts[1], parts[2], entry.Size}, true, nil
}

// reader returns what delivers the pictures that are left, scaled.
func (t *inatTree) reader(side int) (Reader, error) {
	size := 3 * side * side
	fits := len(t.pictures) <= mostInMemory/size
	if t.isArchive {
		if !fits {
			return nil, fmt.Errorf("dataset: %s: %d pictures of %d×%d pixels do not fit into %d GiB: unpack it, or ask for a smaller side",
				t.where, len(t.pictures), side, side, mostInMemory>>30)
		}
		return t.decodeArchive(side)
	}
	decode := func(i int, dst []byte) error {
		_, err := readImage(filepath.Join(t.where, t.pictures[i].folder, t.pictures[i].name), side, dst)
		return err
	}
	if !fits {
		return decode, nil
	}
	kept, faults, once := make([][]byte, len(t.pictures)), make([]error, len(t.pictures)), make([]sync.Once, len(t.pictures))
	return func(i int, dst []byte) error {
		once[i].Do(func() {
			kept[i] = make([]byte, size)
			faults[i] = decode(i, kept[i])
		})
		copy(dst, kept[i])
		return faults[i]
	}, nil
}

// decodeArchive reads the pictures out of the archive, decoding on all processors.
func (t *inatTree) decodeArchive(side int) (Reader, error) {
	size := 3 * side * side
	index := make(map[string]int)
	for i, p := range t.pictures {
		index[p.path()] = i
	}
	pixels, faults := make([]byte, size*len(t.pictures)), make([]error, len(t.pictures))
	var wg sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	err := t.walk(func(p inatPicture, r io.Reader) error {
		i, ok := index[p.path()]
		if !ok {
			return nil
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return fmt.Errorf("dataset: unpacking %s: %s: %w; download it again", t.where, p.path(), err)
		}
		free <- struct{}{}
		wg.Go(func() {
			faults[i] = decodeImage(data, t.where+"/"+p.path(), side, pixels[i*size:(i+1)*size])
			<-free
		})
		return nil
	})
	wg.Wait()
	if err != nil {
		return nil, err
	}
	for _, err := range faults {
		if err != nil {
			return nil, err
		}
	}
	return func(i int, dst []byte) error {
		copy(dst, pixels[i*size:])
		return nil
	}, nil
}
