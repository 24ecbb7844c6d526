package dataset

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// pack returns a .tar.gz.
func pack(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	w := tar.NewWriter(zipped)
	for _, e := range entries {
		header := &tar.Header{Name: e.name, Typeflag: e.kind, Size: int64(len(e.data)), Mode: 0o644}
		if e.kind == tar.TypeSymlink || e.kind == tar.TypeLink {
			header.Linkname = "/etc/passwd"
		}
		if err := w.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(e.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), zipped.Close()); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

type entry struct {
	name string
	kind byte
	data []byte
}

func entriesOf(folder string, content map[string][]byte) []entry {
	entries := []entry{{folder + "/", tar.TypeDir, nil}}
	for name, data := range content {
		entries = append(entries, entry{folder + "/" + name, tar.TypeReg, data})
	}
	return entries
}

// bulky is content that does not compress, so that a download has many pieces.
func bulky() map[string][]byte {
	r := rand.New(rand.NewPCG(7, 7))
	data := make([]byte, 600_000)
	for k := range data {
		data[k] = byte(r.Uint32())
	}
	return map[string][]byte{"data.bin": data, "names.txt": []byte("rose\n")}
}

// published returns an archive of content at a server that can resume, and the
// ranges that have been asked for.
func published(t *testing.T, packed []byte) (a Archive, ranges *[]string) {
	t.Helper()
	ranges = new([]string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*ranges = append(*ranges, r.Header.Get("Range"))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(packed))
	}))
	t.Cleanup(server.Close)
	return describe(server.URL+"/flowers.tar.gz", packed), ranges
}

func describe(url string, packed []byte) Archive {
	long, short := sha256.Sum256(packed), md5.Sum(packed)
	return Archive{
		URL: url, Folder: "flowers", Size: int64(len(packed)),
		SHA256: hex.EncodeToString(long[:]), MD5: hex.EncodeToString(short[:]),
		Files: map[string]int64{"data.bin": 600_000, "names.txt": 100},
	}
}

// wantFlowers holds a folder to exactly the fetched files and nothing beside.
func wantFlowers(t *testing.T, dir string) {
	t.Helper()
	for name, want := range bulky() {
		got, err := os.ReadFile(filepath.Join(dir, "flowers", name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what was packed (error %v)", name, err)
		}
	}
	wantNames(t, dir, "flowers")
	wantNames(t, filepath.Join(dir, "flowers"), "data.bin", "names.txt")
}

func wantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if !slices.Equal(names, want) {
		t.Errorf("%s holds %q, want %q", dir, names, want)
	}
}

func TestFetch(t *testing.T) {
	a, ranges := published(t, pack(t, entriesOf("flowers", bulky())...))
	dir := filepath.Join(t.TempDir(), "new", "folder")
	var last, calls int64
	err := a.Fetch(context.Background(), dir, func(done, total int64) {
		if done < last || total != a.Size {
			t.Errorf("progress %d of %d after %d of %d", done, total, last, a.Size)
		}
		last = done
		calls++
	})
	if err != nil {
		t.Fatal(err)
	}
	if last != a.Size || calls < 3 {
		t.Errorf("progress ended at %d of %d after %d calls", last, a.Size, calls)
	}
	wantFlowers(t, dir)

	if err := a.Fetch(context.Background(), dir, nil); err != nil {
		t.Error(err)
	}
	if len(*ranges) != 1 {
		t.Errorf("asked the server %d times for what is there", len(*ranges))
	}
}

func TestFetchGoesOnAfterInterruption(t *testing.T) {
	a, ranges := published(t, pack(t, entriesOf("flowers", bulky())...))
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	err := a.Fetch(ctx, dir, func(done, total int64) {
		if done > 0 {
			cancel()
		}
	})
	wantError(t, err, "context canceled")
	wantError(t, err, "try again")
	if !errors.Is(err, context.Canceled) {
		t.Error("the error does not tell that the context ended")
	}
	wantNames(t, dir, "flowers.tar.gz.part")
	part, err := os.Stat(filepath.Join(dir, "flowers.tar.gz.part"))
	if err != nil {
		t.Fatal(err)
	}
	if part.Size() == 0 || part.Size() >= a.Size {
		t.Fatalf("the part has %d of %d bytes", part.Size(), a.Size)
	}

	first := int64(-1)
	if err := a.Fetch(context.Background(), dir, func(done, total int64) {
		if first < 0 {
			first = done
		}
	}); err != nil {
		t.Fatal(err)
	}
	if first != part.Size() {
		t.Errorf("went on from %d, not from %d", first, part.Size())
	}
	if want := []string{"", fmt.Sprintf("bytes=%d-", part.Size())}; !slices.Equal(*ranges, want) {
		t.Errorf("asked for %q, want %q", *ranges, want)
	}
	wantFlowers(t, dir)
}

func TestFetchFromServerThatCannotResume(t *testing.T) {
	packed := pack(t, entriesOf("flowers", bulky())...)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(packed) }))
	defer server.Close()
	dir := writeFiles(t, t.TempDir(), map[string][]byte{"flowers.tar.gz.part": []byte("old")})
	if err := describe(server.URL, packed).Fetch(context.Background(), dir, nil); err != nil {
		t.Fatal(err)
	}
	wantFlowers(t, dir)
}

func TestFetchUsesWhatIsThere(t *testing.T) {
	packed := pack(t, entriesOf("flowers", bulky())...)
	nowhere := describe("http://127.0.0.1:1/", packed)
	t.Run("archive", func(t *testing.T) {
		dir := writeFiles(t, t.TempDir(), map[string][]byte{"flowers.tar.gz": packed})
		if err := nowhere.Fetch(context.Background(), dir, nil); err != nil {
			t.Fatal(err)
		}
		wantNames(t, dir, "flowers", "flowers.tar.gz") // the user's own file stays
	})
	t.Run("complete part", func(t *testing.T) {
		dir := writeFiles(t, t.TempDir(), map[string][]byte{"flowers.tar.gz.part": packed})
		if err := nowhere.Fetch(context.Background(), dir, nil); err != nil {
			t.Fatal(err)
		}
		wantFlowers(t, dir)
	})
	t.Run("foreign archive", func(t *testing.T) {
		dir := writeFiles(t, t.TempDir(), map[string][]byte{"flowers.tar.gz": []byte("mine")})
		wantError(t, nowhere.Fetch(context.Background(), dir, nil), "remove it to have it downloaded")
		wantNames(t, dir, "flowers.tar.gz")
	})
	t.Run("incomplete folder", func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, filepath.Join(dir, "flowers"), map[string][]byte{"data.bin": nil})
		wantError(t, nowhere.Fetch(context.Background(), dir, nil), "lacks names.txt: remove or complete it")
	})
}

func TestFetchFaults(t *testing.T) {
	packed := pack(t, entriesOf("flowers", bulky())...)
	respond := func(f http.HandlerFunc) string {
		server := httptest.NewServer(f)
		t.Cleanup(server.Close)
		return server.URL
	}
	t.Run("not found", func(t *testing.T) {
		dir := t.TempDir()
		err := describe(respond(http.NotFound), packed).Fetch(context.Background(), dir, nil)
		wantError(t, err, "the server answered 404 Not Found")
		wantError(t, err, "or put the archive in "+dir)
	})
	t.Run("no server", func(t *testing.T) {
		err := describe("http://127.0.0.1:1/x.tar.gz", packed).Fetch(context.Background(), t.TempDir(), nil)
		wantError(t, err, "refused")
		if strings.Count(err.Error(), "127.0.0.1:1/x.tar.gz") != 1 {
			t.Errorf("%q does not name the address once", err)
		}
	})
	t.Run("other size", func(t *testing.T) {
		err := describe(respond(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", fmt.Sprint(len(packed)-1))
			w.Write(packed[1:])
		}), packed).Fetch(context.Background(), t.TempDir(), nil)
		wantError(t, err, fmt.Sprintf("the server has a file of %d bytes", len(packed)-1))
	})
	t.Run("other bytes", func(t *testing.T) {
		other := bytes.Clone(packed)
		other[len(other)/2] ^= 1
		dir := t.TempDir()
		err := describe(respond(func(w http.ResponseWriter, r *http.Request) { w.Write(other) }), packed).
			Fetch(context.Background(), dir, nil)
		wantError(t, err, "its SHA-256 is")
		wantError(t, err, "it has been removed")
		wantNames(t, dir)
	})
	t.Run("other MD5", func(t *testing.T) {
		a, _ := published(t, packed)
		a.MD5 = strings.Repeat("0", 32)
		wantError(t, a.Fetch(context.Background(), t.TempDir(), nil), "its MD5 is")
	})
	t.Run("breaks off", func(t *testing.T) {
		dir := t.TempDir()
		err := describe(respond(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", fmt.Sprint(len(packed)))
			w.Write(packed[:1000])
		}), packed).Fetch(context.Background(), dir, nil)
		wantError(t, err, fmt.Sprintf("unexpected EOF after 1000 of %d bytes", len(packed)))
		wantNames(t, dir, "flowers.tar.gz.part")
	})
	t.Run("wrong range", func(t *testing.T) {
		url := respond(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Range", "bytes 0-9/10")
			w.WriteHeader(http.StatusPartialContent)
		})
		dir := writeFiles(t, t.TempDir(), map[string][]byte{"flowers.tar.gz.part": []byte("old")})
		wantError(t, describe(url, packed).Fetch(context.Background(), dir, nil), `the range "bytes 0-9/10" for one from 3`)
	})
	t.Run("never ends", func(t *testing.T) {
		url := respond(func(w http.ResponseWriter, r *http.Request) {
			for {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		})
		dir := t.TempDir()
		wantError(t, describe(url, packed).Fetch(context.Background(), dir, nil), "its SHA-256 is")
		wantNames(t, dir)
	})
	t.Run("folder is a file", func(t *testing.T) {
		dir := writeFiles(t, t.TempDir(), map[string][]byte{"file": nil})
		a, _ := published(t, packed)
		wantError(t, a.Fetch(context.Background(), filepath.Join(dir, "file"), nil), "not a directory")
	})
}

func TestUnpackRefusesHarm(t *testing.T) {
	good := entriesOf("flowers", bulky())
	for name, c := range map[string]struct {
		packed []byte
		want   string
	}{
		"path upwards":    {pack(t, append(good, entry{"flowers/../../evil", tar.TypeReg, nil})...), "the unsafe path"},
		"absolute path":   {pack(t, append(good, entry{"/evil", tar.TypeReg, nil})...), "the unsafe path"},
		"Windows path":    {pack(t, append(good, entry{`flowers\..\..\evil`, tar.TypeReg, nil})...), "the unsafe path"},
		"drive":           {pack(t, append(good, entry{"C:evil", tar.TypeReg, nil})...), "the unsafe path"},
		"symbolic link":   {pack(t, append(good, entry{"flowers/link", tar.TypeSymlink, nil})...), "is not a plain file"},
		"hard link":       {pack(t, append(good, entry{"flowers/link", tar.TypeLink, nil})...), "is not a plain file"},
		"device":          {pack(t, append(good, entry{"flowers/device", tar.TypeChar, nil})...), "is not a plain file"},
		"too big":         {pack(t, entry{"flowers/names.txt", tar.TypeReg, make([]byte, 101)}), "101 bytes, more than the 100 expected"},
		"twice":           {pack(t, append(good, good[1])...), "stands in it twice"},
		"missing":         {pack(t, good[:2]...), "is not in it"},
		"bomb":            {pack(t, append([]entry{{"flowers/other", tar.TypeReg, make([]byte, 5<<20)}}, good...)...), "more than the expected files"},
		"bomb at the end": {pack(t, append(good, entry{"flowers/other", tar.TypeReg, make([]byte, 5<<20)})...), "more than the expected files"},
		"torn":            {pack(t, good...)[:1000], "unexpected EOF"},
		"wrong checksum":  {wrongChecksum(pack(t, good...)), "checksum"},
		"no gzip":         {[]byte("PK"), "unexpected EOF"},
		"text":            {[]byte("<html>not found</html>"), "invalid header"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := writeFiles(t, t.TempDir(), map[string][]byte{"flowers.tar.gz": c.packed})
			packed := filepath.Join(dir, "flowers.tar.gz")
			err := describe("https://example.org/", c.packed).Fetch(context.Background(), dir, nil)
			wantError(t, err, c.want)
			wantError(t, err, "unpacking "+packed)
			wantNames(t, dir, "flowers.tar.gz")
			wantNames(t, filepath.Dir(dir), filepath.Base(dir))

			_, err = describe("https://example.org/", c.packed).open(packed) // without unpacking
			wantError(t, err, c.want)
		})
	}
}

// wrongChecksum changes gzip's record of the content's CRC-32.
func wrongChecksum(packed []byte) []byte {
	packed[len(packed)-8] ^= 1
	return packed
}

func TestUnpackLeavesOtherFilesInTheArchive(t *testing.T) {
	entries := append(entriesOf("flowers", bulky()),
		entry{"flowers/file.txt~", tar.TypeReg, []byte("backup")},
		entry{"other/data.bin", tar.TypeReg, []byte("of another folder")})
	a, _ := published(t, pack(t, entries...))
	dir := t.TempDir()
	if err := a.Fetch(context.Background(), dir, nil); err != nil {
		t.Fatal(err)
	}
	wantFlowers(t, dir)
}
