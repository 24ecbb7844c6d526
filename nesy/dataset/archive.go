package dataset

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Archive describes a published .tar.gz of one folder of files.
type Archive struct {
	URL    string
	Folder string // the folder in the archive, and on disk when unpacked
	Size   int64  // bytes of the packed archive
	MD5    string // hexadecimal; not checked if empty
	SHA256 string // hexadecimal
	// Files are the files to unpack, with the most bytes that each may have. What
	// else is in the archive stays there.
	Files map[string]int64
}

// bundle is the content of an archive's files in memory.
type bundle struct {
	where   string // the folder or the archive they were read from
	remedy  string
	content map[string][]byte
}

// fault returns an error about one of the files, with the remedy.
func (b *bundle) fault(name, format string, args ...any) error {
	return fmt.Errorf("dataset: %s: %s; %s", filepath.Join(b.where, name), fmt.Sprintf(format, args...), b.remedy)
}

func (a Archive) name() string { return a.Folder + ".tar.gz" }

// find returns the folder named, the folder a.Folder in it, or the packed archive
// that path names or holds: the first that is there.
func (a Archive) find(path string) (found string, packed bool, err error) {
	for _, folder := range []string{path, filepath.Join(path, a.Folder)} {
		if len(a.missing(folder)) < len(a.Files) {
			return folder, false, nil
		}
	}
	for _, archive := range []string{path, filepath.Join(path, a.name())} {
		if info, err := os.Stat(archive); err == nil && info.Mode().IsRegular() {
			return archive, true, nil
		}
	}
	return "", false, fmt.Errorf("dataset: %s has neither the folder %s nor %s: name the folder that has one of them, or download %s",
		path, a.Folder, a.name(), a.URL)
}

// open reads the files from what find finds.
func (a Archive) open(path string) (*bundle, error) {
	found, packed, err := a.find(path)
	switch {
	case err != nil:
		return nil, err
	case packed:
		return a.readPacked(found)
	}
	return a.readFolder(found)
}

// missing returns those of the archive's files that are not in a folder.
func (a Archive) missing(folder string) []string {
	var names []string
	for name := range a.Files {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			names = append(names, name)
		}
	}
	return names
}

func (a Archive) readFolder(folder string) (*bundle, error) {
	f := &bundle{where: folder, remedy: "restore it from " + a.URL, content: make(map[string][]byte)}
	for name, most := range a.Files {
		info, err := os.Stat(filepath.Join(folder, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, f.fault(name, "is missing")
		case err != nil:
			return nil, f.fault(name, "%v", cause(err))
		case !info.Mode().IsRegular():
			return nil, f.fault(name, "is not a file")
		case info.Size() > most:
			return nil, f.fault(name, "has %d bytes, more than the %d expected", info.Size(), most)
		}
		if f.content[name], err = os.ReadFile(filepath.Join(folder, name)); err != nil {
			return nil, fmt.Errorf("dataset: %w: make it readable", err)
		}
	}
	return f, nil
}

func (a Archive) readPacked(packed string) (*bundle, error) {
	f := &bundle{where: packed, remedy: "replace the archive by that of " + a.URL, content: make(map[string][]byte)}
	err := a.walk(packed, func(name string, size int64, r io.Reader) error {
		data := make([]byte, size)
		f.content[name] = data
		_, err := io.ReadFull(r, data)
		return err
	})
	return f, err
}

// walk calls visit for each of a.Files in a packed archive. It refuses archives
// that could do harm when unpacked, that lack a file or whose checksum is wrong.
func (a Archive) walk(packed string, visit func(name string, size int64, r io.Reader) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("dataset: unpacking %s: %w; replace it by %s", packed, cause(err), a.URL)
		}
	}()
	file, err := os.Open(packed)
	if err != nil {
		return err
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	bound := int64(1 << 20) // for headers, and for files that stay in the archive
	for _, most := range a.Files {
		bound += most
	}
	limited := &io.LimitedReader{R: unzipped, N: bound}
	reader := tar.NewReader(limited)
	seen := make(map[string]bool)
	for {
		entry, err := reader.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return exhausted(limited, err)
		}
		name, wanted, err := a.judge(entry)
		if err != nil {
			return err
		}
		if !wanted {
			continue
		}
		if seen[name] {
			return fmt.Errorf("%s stands in it twice", entry.Name)
		}
		seen[name] = true
		if err := visit(name, entry.Size, reader); err != nil {
			return exhausted(limited, err)
		}
	}
	// What follows the last entry holds the checksum of all before.
	if _, err := io.Copy(io.Discard, limited); err != nil {
		return err
	}
	if limited.N == 0 {
		return exhausted(limited, io.EOF)
	}
	for name := range a.Files {
		if !seen[name] {
			return fmt.Errorf("%s is not in it", path.Join(a.Folder, name))
		}
	}
	return nil
}

// judge says which of the wanted files an entry is, if any. Entries that point
// out of the archive's folder, links and devices are errors even where they are
// not wanted: no honest archive has them.
func (a Archive) judge(entry *tar.Header) (name string, wanted bool, err error) {
	clean := path.Clean(entry.Name)
	if !fs.ValidPath(clean) || strings.ContainsAny(entry.Name, `\:`) {
		return "", false, fmt.Errorf("it holds the unsafe path %q", entry.Name)
	}
	switch entry.Typeflag {
	case tar.TypeDir, tar.TypeXGlobalHeader:
		return "", false, nil
	case tar.TypeReg:
	default:
		return "", false, fmt.Errorf("%q in it is not a plain file", entry.Name)
	}
	if path.Dir(clean) != a.Folder {
		return "", false, nil
	}
	most, wanted := a.Files[path.Base(clean)]
	if wanted && entry.Size > most {
		return "", false, fmt.Errorf("%s in it has %d bytes, more than the %d expected", entry.Name, entry.Size, most)
	}
	return path.Base(clean), wanted, nil
}

// exhausted replaces an end of file that is only the limit's.
func exhausted(r *io.LimitedReader, err error) error {
	if r.N == 0 {
		return errors.New("it holds more than the expected files")
	}
	return err
}

// unpack writes the files of a packed archive into the folder target, which
// appears only when complete.
func (a Archive) unpack(packed, target string) (err error) {
	unfinished, err := os.MkdirTemp(filepath.Dir(target), "."+a.Folder+"-")
	if err != nil {
		return fmt.Errorf("dataset: unpacking: %w", err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(unfinished)
		}
	}()
	if err := os.Chmod(unfinished, 0o755); err != nil {
		return fmt.Errorf("dataset: unpacking: %w", err)
	}
	if err := a.walk(packed, func(name string, size int64, r io.Reader) error {
		return writeFile(filepath.Join(unfinished, name), r)
	}); err != nil {
		return err
	}
	if err := os.Rename(unfinished, target); err != nil {
		return fmt.Errorf("dataset: unpacking: %w", err)
	}
	return nil
}

func writeFile(path string, r io.Reader) error {
	w, err := os.Create(path)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, r); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}

// cause strips from an error what its message is wrapped in again: the path of a
// file, the address of a request.
func cause(err error) error {
	var file *fs.PathError
	var request *url.Error
	switch {
	case errors.As(err, &file):
		return file.Err
	case errors.As(err, &request):
		return request.Err
	}
	return err
}
