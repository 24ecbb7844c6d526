package dataset

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"

	"nesybook/nesy/hierarchy"
)

// cifarFormat describes a data set in CIFAR-100's binary format: records of a
// coarse byte, a fine byte and a picture in planes R, G, B.
type cifarFormat struct {
	name             string
	side             int
	fine, coarse     int // numbers of labels
	train, val, test int // numbers of images; train.bin holds train + val
	archive          Archive
	md5              map[string]string // of the official record files
}

// officialCIFAR100 is CIFAR-100 as its authors publish it, with the split of
// appendix D. The hashes are those of its web page and of the archive there.
var officialCIFAR100 = cifarFormat{
	name: "cifar100", side: 32, fine: 100, coarse: 20, train: 40_000, val: 10_000, test: 10_000,
	archive: Archive{
		URL:    "https://www.cs.toronto.edu/~kriz/cifar-100-binary.tar.gz",
		Folder: "cifar-100-binary",
		Size:   168_513_733,
		MD5:    "03b5dce01913d631647c71ecec9e9cb8",
		SHA256: "58a81ae192c23a4be8b1804d68e518ed807d710a4eb253b1f2a199162a40d8ec",
		Files: map[string]int64{
			trainRecords: 153_700_000,
			testRecords:  30_740_000,
			fineNames:    1 << 16,
			coarseNames:  1 << 16,
		},
	},
	md5: map[string]string{
		trainRecords: "6172c7755cfe09b2fe270c85cebc1b15",
		testRecords:  "4499cfba6c016c1be1438163640a0898",
	},
}

const (
	trainRecords = "train.bin"
	testRecords  = "test.bin"
	fineNames    = "fine_label_names.txt"
	coarseNames  = "coarse_label_names.txt"
)

// CIFAR100 reads CIFAR-100 (Krizhevsky 2009, Learning multiple layers of features
// from tiny images) from its official binary files. The 50,000 training images
// are split by class into 40,000 and 10,000; images 50,000 and up are the test
// part, unchanged.
//
// path is the folder with train.bin, test.bin and the two lists of label names;
// or one that holds a folder cifar-100-binary; or the archive
// cifar-100-binary.tar.gz or a folder that holds it, which is then read without
// being unpacked, at the cost of a second or two.
//
// Files whose records are well formed are accepted even if they are not the
// official ones, with records in another order for instance; Note then says so.
func CIFAR100(path string, seed uint64) (*Dataset, error) {
	return officialCIFAR100.load(path, seed)
}

// FindCIFAR100 returns the folder or the archive that CIFAR100 reads for a path,
// without reading it: files may be missing there, or damaged.
func FindCIFAR100(path string) (string, error) {
	found, _, err := officialCIFAR100.archive.find(path)
	return found, err
}

// FetchCIFAR100 makes sure that dir holds the folder cifar-100-binary, so that
// CIFAR100 can read it, and downloads the official archive of 169 MB where it
// does not: see Archive.Fetch.
func FetchCIFAR100(ctx context.Context, dir string, progress Progress) error {
	return officialCIFAR100.archive.Fetch(ctx, dir, progress)
}

func (c cifarFormat) record() int { return 2 + 3*c.side*c.side }

// load finds the files, checks every record and splits the images.
func (c cifarFormat) load(path string, seed uint64) (*Dataset, error) {
	files, err := c.archive.open(path)
	if err != nil {
		return nil, err
	}
	hashes := c.hashLater(files)
	h, labels, err := c.check(files)
	if err != nil {
		return nil, err
	}
	content, note := hashes()

	train, test := files.content[trainRecords], files.content[testRecords]
	record, trained := c.record(), c.train+c.val
	read := func(i int, dst []byte) error {
		from := train
		if i >= trained {
			from, i = test, i-trained
		}
		copy(dst, from[i*record+2:(i+1)*record])
		return nil
	}
	d, err := New(c.name, h, c.side, labels, content, read)
	if err != nil {
		return nil, err
	}
	parts, err := StratifiedSplit(labels[:trained], []int{c.train, c.val}, seed)
	if err != nil {
		return nil, err
	}
	tested := make([]int, c.test)
	for k := range tested {
		tested[k] = trained + k
	}
	d, err = d.WithSplit(parts[0], parts[1], tested)
	if err != nil {
		return nil, err
	}
	d.Note = note
	return d, nil
}

// hashLater hashes the record files while the caller goes on. The function it
// returns waits, and gives their content's hash and a remark if they are not the
// official ones.
func (c cifarFormat) hashLater(files *bundle) func() (content, note string) {
	var wg sync.WaitGroup
	sums := make([]string, 2)
	foreign := make([]bool, 2)
	for k, name := range []string{trainRecords, testRecords} {
		data := files.content[name]
		wg.Go(func() {
			sum := sha256.Sum256(data)
			sums[k] = hex.EncodeToString(sum[:])
		})
		wg.Go(func() {
			sum := md5.Sum(data)
			foreign[k] = hex.EncodeToString(sum[:]) != c.md5[name]
		})
	}
	return func() (string, string) {
		wg.Wait()
		note := ""
		if foreign[0] || foreign[1] {
			note = files.where + " holds well-formed records, but not the official files byte for byte (their MD5 differs)"
		}
		return sums[0] + sums[1], note
	}
}

// check holds every record to the format and returns the hierarchy that the
// records state and all fine labels, those of train.bin first.
func (c cifarFormat) check(files *bundle) (*hierarchy.Hierarchy, []int, error) {
	fine, err := c.names(files, fineNames, c.fine)
	if err != nil {
		return nil, nil, err
	}
	coarse, err := c.names(files, coarseNames, c.coarse)
	if err != nil {
		return nil, nil, err
	}

	type place struct {
		file   string
		record int
	}
	parent := make([]int, c.fine)
	seen := make([]place, c.fine) // the first record of each fine label
	var labels []int
	for _, f := range []struct {
		name    string
		records int
	}{{trainRecords, c.train + c.val}, {testRecords, c.test}} {
		data := files.content[f.name]
		if want := f.records * c.record(); len(data) != want {
			return nil, nil, files.fault(f.name, "has %d bytes instead of %d (%d records of %d)", len(data), want, f.records, c.record())
		}
		for k := range f.records {
			z, y := int(data[k*c.record()]), int(data[k*c.record()+1])
			if z >= c.coarse {
				return nil, nil, files.fault(f.name, "record %d has coarse label %d, outside 0..%d", k, z, c.coarse-1)
			}
			if y >= c.fine {
				return nil, nil, files.fault(f.name, "record %d has fine label %d, outside 0..%d", k, y, c.fine-1)
			}
			if first := seen[y]; first.file == "" {
				seen[y], parent[y] = place{f.name, k}, z
			} else if parent[y] != z {
				return nil, nil, files.fault(f.name, "record %d puts fine label %d (%s) under coarse label %d (%s), but record %d of %s puts it under %d (%s)",
					k, y, fine[y], z, coarse[z], first.record, first.file, parent[y], coarse[parent[y]])
			}
			labels = append(labels, y)
		}
	}
	for y, first := range seen {
		if first.file == "" {
			return nil, nil, files.fault(trainRecords, "has no record of fine label %d (%s)", y, fine[y])
		}
	}
	h, err := hierarchy.TwoLevel(fine, coarse, parent)
	if err != nil {
		return nil, nil, files.fault(trainRecords, "states no hierarchy: %v", err)
	}
	return h, labels, nil
}

// names reads a list of label names, one a line.
func (c cifarFormat) names(files *bundle, file string, want int) ([]string, error) {
	names := strings.Split(strings.TrimSpace(string(files.content[file])), "\n")
	line := make(map[string]int)
	for k, name := range names {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, files.fault(file, "line %d is empty", k+1)
		}
		if first := line[name]; first > 0 {
			return nil, files.fault(file, "lines %d and %d both say %q", first, k+1, name)
		}
		names[k], line[name] = name, k+1
	}
	if len(names) != want {
		return nil, files.fault(file, "has %d names instead of %d", len(names), want)
	}
	return names, nil
}
