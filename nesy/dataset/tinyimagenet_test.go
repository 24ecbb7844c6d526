package dataset

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tinyImageNetRecord is image i of class y, whose k-th byte is i + k.
func tinyImageNetRecord(i, y int) []byte {
	record := make([]byte, 1+3*tinyImageNetSide*tinyImageNetSide)
	record[0] = byte(y)
	for k := range record[1:] {
		record[1+k] = byte(i + k)
	}
	return record
}

// tinyImageNetFiles are well-formed files of three classes: five training images, of
// classes 0, 1, 2, 0 and 1, and two others.
func tinyImageNetFiles() map[string][]byte {
	files := map[string][]byte{
		tinyImageNetClasses: []byte("0\tn1\tgoldfish, Carassius auratus\n1\tn2\tbullfrog\n2\tn3\ttailed frog\n"),
	}
	for i := range 5 {
		files[tinyImageNetTrain] = append(files[tinyImageNetTrain], tinyImageNetRecord(i, i%3)...)
	}
	for i := range 2 {
		files[tinyImageNetVal] = append(files[tinyImageNetVal], tinyImageNetRecord(10+i, 2-i)...)
	}
	return files
}

// writeTinyImageNet writes files into a folder tiny-imagenet-32 and returns the one above it.
func writeTinyImageNet(t *testing.T, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	folder := filepath.Join(dir, tinyImageNet)
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestTinyImageNet(t *testing.T) {
	dir := writeTinyImageNet(t, tinyImageNetFiles())
	for _, path := range []string{dir, filepath.Join(dir, tinyImageNet)} {
		train, val, err := TinyImageNet(path)
		if err != nil {
			t.Fatal(err)
		}
		if train.Len() != 5 || val.Len() != 2 || train.Side != 32 || train.Size() != 3072 || len(train.Classes) != 3 || train.Classes[1] != "bullfrog" {
			t.Errorf("%s: %d and %d images of side %d, classes %q", path, train.Len(), val.Len(), train.Side, train.Classes)
		}
		image := make([]byte, train.Size())
		for i := range 5 {
			if train.Image(i, image); train.Label(i) != i%3 || !bytes.Equal(image, tinyImageNetRecord(i, 0)[1:]) {
				t.Errorf("%s: image %d or its class %d is wrong", path, i, train.Label(i))
			}
		}
		if val.Image(1, image); val.Label(1) != 1 || !bytes.Equal(image, tinyImageNetRecord(11, 0)[1:]) {
			t.Errorf("%s: the last validation image is wrong", path)
		}
		if first := train.First(3); first.Len() != 3 || first.Label(2) != 2 || first.Digest == train.Digest || train.First(9).Digest != train.Digest {
			t.Errorf("%s: the first 3 of 5 images are %d", path, first.Len())
		}
	}
}

func TestTinyImageNetNamesWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		change func(files map[string][]byte)
		want   []string
	}{
		"missing records": {func(f map[string][]byte) { delete(f, "val.bin") }, []string{"val.bin is missing", "tiny-imagenet-32"}},
		"missing classes": {func(f map[string][]byte) { delete(f, "classes.tsv") }, []string{"classes.tsv is missing"}},
		"empty":           {func(f map[string][]byte) { f["train.bin"] = nil }, []string{"train.bin holds no record"}},
		"torn":            {func(f map[string][]byte) { f["train.bin"] = f["train.bin"][:4*3073+5] }, []string{"train.bin", "4 records of 3073 and 5 bytes more", "torn"}},
		"other class":     {func(f map[string][]byte) { f["val.bin"][3073] = 3 }, []string{"val.bin", "record 1 has class 3, outside 0..2"}},
		"no classes":      {func(f map[string][]byte) { f["classes.tsv"] = nil }, []string{"classes.tsv: 0 classes"}},
		"order":           {func(f map[string][]byte) { f["classes.tsv"] = []byte("0\tn1\ta\n2\tn2\tb\n") }, []string{"classes.tsv: line 2", "want class 1"}},
		"columns":         {func(f map[string][]byte) { f["classes.tsv"] = []byte("goldfish\n") }, []string{"classes.tsv: line 1", `"goldfish"`}},
		"too many": {func(f map[string][]byte) {
			f["classes.tsv"] = nil
			for y := range 257 {
				f["classes.tsv"] = fmt.Appendf(f["classes.tsv"], "%d\tn\tx\n", y)
			}
		}, []string{"257 classes"}},
	} {
		files := tinyImageNetFiles()
		c.change(files)
		_, _, err := TinyImageNet(writeTinyImageNet(t, files))
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v does not say %q", name, err, want)
			}
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q has more than one line", name, err)
		}
	}
	if _, _, err := TinyImageNet(t.TempDir()); err == nil || !strings.Contains(err.Error(), "classes.tsv is missing") {
		t.Errorf("empty folder: %v", err)
	}
}

// The record files made from Tiny ImageNet hold 500 training and 50 validation
// images of each class.
func TestTinyImageNetFiles(t *testing.T) {
	dir := os.Getenv("NESY_DATA")
	if _, err := os.Stat(filepath.Join(dir, tinyImageNet)); dir == "" || err != nil {
		t.Skip("NESY_DATA names no folder with Tiny ImageNet")
	}
	train, val, err := TinyImageNet(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []struct {
		records *Records
		each    int
	}{{train, 500}, {val, 50}} {
		counts := make([]int, 200)
		for i := range part.records.Len() {
			counts[part.records.Label(i)]++
		}
		for y, n := range counts {
			if n != part.each {
				t.Errorf("class %d has %d images, want %d", y, n, part.each)
			}
		}
	}
	if got := train.Classes[0]; len(train.Classes) != 200 || got != "goldfish, Carassius auratus" {
		t.Errorf("%d classes, the first %q", len(train.Classes), got)
	}
}
