package dataset

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Records are labelled pictures of one size, held in memory: what a backbone is
// trained on before it sees any data set of this package. They have no hierarchy.
type Records struct {
	Classes []string // the name of each label
	Side    int      // pixels along an edge
	Digest  string   // SHA-256, in hexadecimal, of the records

	data []byte // a label byte and three planes a record
}

// tinyImageNet names the folder of record files and what is in it.
const (
	tinyImageNet        = "tiny-imagenet-32"
	tinyImageNetSide    = 32
	tinyImageNetTrain   = "train.bin"
	tinyImageNetVal     = "val.bin"
	tinyImageNetClasses = "classes.tsv"
)

// TinyImageNet reads Tiny ImageNet (Stanford's CS231n; 200 of ImageNet's classes,
// 100,000 training and 10,000 validation images) reduced to 32×32 pixels, from
// record files.
//
// path is the folder with train.bin, val.bin and classes.tsv, or one that holds a
// folder tiny-imagenet-32. A record is a byte with the class, from 0, and 3,072
// bytes, planes R, G, B of 32 rows by 32 columns; any whole number of them will do.
// A line of classes.tsv is the class, its WordNet number and its name, with tabs
// between, in order of class.
func TinyImageNet(path string) (train, val *Records, err error) {
	folder := path
	if _, err := os.Stat(filepath.Join(path, tinyImageNet)); err == nil {
		folder = filepath.Join(path, tinyImageNet)
	}
	classes, err := readClasses(filepath.Join(folder, tinyImageNetClasses))
	if err != nil {
		return nil, nil, err
	}
	if train, err = readRecords(filepath.Join(folder, tinyImageNetTrain), classes, tinyImageNetSide); err != nil {
		return nil, nil, err
	}
	val, err = readRecords(filepath.Join(folder, tinyImageNetVal), classes, tinyImageNetSide)
	return train, val, err
}

// Len returns the number of images.
func (r *Records) Len() int { return len(r.data) / (1 + r.Size()) }

// Size returns the number of bytes of an image, 3·Side·Side.
func (r *Records) Size() int { return 3 * r.Side * r.Side }

// Label returns the class of image i.
func (r *Records) Label(i int) int { return int(r.data[i*(1+r.Size())]) }

// Image writes image i into dst as planes R, G, B. It panics if dst is not of Size
// bytes or there is no image i.
func (r *Records) Image(i int, dst []byte) {
	if len(dst) != r.Size() {
		panic("dataset: destination length mismatch")
	}
	copy(dst, r.data[i*(1+r.Size())+1:])
}

// First returns the first n images, all where there are no more.
func (r *Records) First(n int) *Records {
	end := min(n, r.Len()) * (1 + r.Size())
	return newRecords(r.data[:end], r.Classes, r.Side)
}

func newRecords(data []byte, classes []string, side int) *Records {
	sum := sha256.Sum256(data)
	return &Records{Classes: classes, Side: side, Digest: hex.EncodeToString(sum[:]), data: data}
}

// readRecords reads a file and holds every record to the format.
func readRecords(path string, classes []string, side int) (*Records, error) {
	data, err := readWhole(path)
	if err != nil {
		return nil, err
	}
	r := newRecords(data, classes, side)
	record := 1 + r.Size()
	if len(data) == 0 {
		return nil, fmt.Errorf("dataset: %s holds no record; write it again", path)
	}
	if rest := len(data) % record; rest != 0 {
		return nil, fmt.Errorf("dataset: %s: %d bytes are %d records of %d and %d bytes more: the file is torn or of another format; write it again",
			path, len(data), len(data)/record, record, rest)
	}
	for i := range r.Len() {
		if y := r.Label(i); y >= len(classes) {
			return nil, fmt.Errorf("dataset: %s: record %d has class %d, outside 0..%d of %s: the file is damaged or of another format; write it again",
				path, i, y, len(classes)-1, tinyImageNetClasses)
		}
	}
	return r, nil
}

// readClasses reads the names of the classes.
func readClasses(path string) ([]string, error) {
	text, err := readWhole(path)
	if err != nil {
		return nil, err
	}
	var names []string
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		columns := strings.Split(lines.Text(), "\t")
		if class, err := strconv.Atoi(columns[0]); err != nil || len(columns) != 3 || class != len(names) {
			return nil, fmt.Errorf("dataset: %s: line %d is %q, want class %d, its WordNet number and its name with tabs between", path, len(names)+1, lines.Text(), len(names))
		}
		names = append(names, columns[2])
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("dataset: %s: %w", path, err)
	}
	if n := len(names); n == 0 || n > 256 {
		return nil, fmt.Errorf("dataset: %s: %d classes, want 1 to 256, which fit a byte", path, n)
	}
	return names, nil
}

// readWhole reads a file, or says where it should be.
func readWhole(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("dataset: %s is missing: name the folder %s with %s, %s and %s, or the one that holds it",
			path, tinyImageNet, tinyImageNetTrain, tinyImageNetVal, tinyImageNetClasses)
	}
	if err != nil {
		return nil, fmt.Errorf("dataset: %s: %w", path, cause(err))
	}
	return data, nil
}
