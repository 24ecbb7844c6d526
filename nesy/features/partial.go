package features

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"nesybook/nesy/atomicfile"
	"nesybook/nesy/npy"
)

// A view grows in a partial file, a .npy file that lacks its last rows, beside a
// journal of JSON lines. The journal's first line says what is being made; each
// further line vouches for one batch of rows by its hash. However a run ends, the
// rows that journal and file agree on are good, and the next run goes on from there.

// identity is a journal's first line. Unlike the manifest it names the batch and
// the backend: the last bits of a feature may depend on them, and a file that is
// continued must not differ from one that was made in one go.
type identity struct {
	Source  source `json:"source"`
	View    view   `json:"view"`
	Batch   int    `json:"batch"`
	Backend string `json:"backend"`
}

func (x *extraction) identity(v int) identity {
	return identity{x.spec.source(), x.spec.view(v), x.spec.Batch, x.backend.Name()}
}

// entry is a journal's line for a batch.
type entry struct {
	Rows   int    `json:"rows"`   // in the batch
	SHA256 string `json:"sha256"` // of their bytes
}

// partial is a view's file while it grows.
type partial struct {
	file, journal *os.File
	writer        *npy.Writer
	hashed        *hashingWriter
	rows          int // in the file and vouched for
}

func partialFile(dir string, v int) string { return filepath.Join(dir, viewFile(v)+".partial") }
func journalFile(dir string, v int) string { return filepath.Join(dir, viewFile(v)+".journal") }

// openPartial opens a view's partial file after its last good batch, or an empty
// one if there is nothing that can be continued.
func openPartial(dir string, v int, id identity, rows, dim, batch int) (p *partial, err error) {
	p = &partial{}
	defer func() {
		if err != nil {
			p.close()
			err = fmt.Errorf("features: %w", err)
		}
	}()
	if p.file, err = os.OpenFile(partialFile(dir, v), os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	if p.journal, err = os.OpenFile(journalFile(dir, v), os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	head, err := json.Marshal(id)
	if err != nil {
		return nil, err
	}
	head = append(head, '\n')
	start := int64(npy.HeaderSize(rows, dim))
	good := goodBatches(p.journal, p.file, head, start, batch, rows, dim)
	journalEnd, fileEnd := int64(0), int64(0)
	if len(good) > 0 {
		journalEnd, fileEnd = int64(len(head)), start
		for _, g := range good {
			p.rows += g.Rows
			journalEnd += int64(len(g.line()))
		}
		fileEnd += int64(p.rows) * int64(dim) * 4
	}
	if err := cut(p.journal, journalEnd); err != nil {
		return nil, err
	}
	if err := cut(p.file, fileEnd); err != nil {
		return nil, err
	}
	p.hashed = &hashingWriter{w: p.file}
	if p.rows > 0 {
		p.writer = npy.Resume(p.hashed, rows, dim, p.rows)
		return p, nil
	}
	if _, err := p.journal.Write(head); err != nil {
		return nil, err
	}
	p.writer = npy.NewWriter(p.hashed, rows, dim)
	return p, nil
}

// goodBatches returns the journal's entries, from the first, that the file bears out.
func goodBatches(journal, file io.Reader, head []byte, start int64, batch, rows, dim int) []entry {
	lines := bufio.NewReader(journal)
	if first, err := lines.ReadBytes('\n'); err != nil || !bytes.Equal(first, head) {
		return nil
	}
	header := make([]byte, start)
	if _, err := io.ReadFull(file, header); err != nil {
		return nil
	}
	var good []entry
	block := make([]byte, 4*batch*dim)
	hash := header // the first batch is hashed with the header before it
	for done := 0; done < rows; {
		line, err := lines.ReadBytes('\n')
		var e entry
		if err != nil || json.Unmarshal(line, &e) != nil || e.Rows != min(batch, rows-done) {
			break
		}
		block = block[:4*e.Rows*dim]
		if _, err := io.ReadFull(file, block); err != nil {
			break
		}
		if e.SHA256 != sum(append(hash, block...)) || !bytes.Equal(line, e.line()) {
			break
		}
		hash = nil
		good = append(good, e)
		done += e.Rows
	}
	return good
}

// append writes the next batch of rows and then vouches for it.
func (p *partial) append(rows [][]float32) error {
	if err := p.writer.Append(rows...); err != nil {
		return err
	}
	if _, err := p.journal.Write(entry{len(rows), p.hashed.last}.line()); err != nil {
		return err
	}
	p.rows += len(rows)
	return nil
}

// sum makes sure that the finished file is on disk and returns its hash.
func (p *partial) sum() (string, error) {
	if err := p.writer.Close(); err != nil {
		return "", fmt.Errorf("features: %w", err)
	}
	if err := p.file.Sync(); err != nil {
		return "", fmt.Errorf("features: %w", err)
	}
	return atomicfile.SHA256(p.file.Name())
}

func (p *partial) close() {
	for _, f := range []*os.File{p.file, p.journal} {
		if f != nil {
			f.Close()
		}
	}
}

// finish gives a complete partial file its name.
func (x *extraction) finish(v int) error {
	if err := os.Rename(partialFile(x.dir, v), filepath.Join(x.dir, viewFile(v))); err != nil {
		return fmt.Errorf("features: %w", err)
	}
	if err := os.Remove(journalFile(x.dir, v)); err != nil {
		return fmt.Errorf("features: %w", err)
	}
	return nil
}

func (e entry) line() []byte {
	return fmt.Appendf(nil, "{\"rows\":%d,\"sha256\":%q}\n", e.Rows, e.SHA256)
}

// hashingWriter remembers the hash of what was written last.
type hashingWriter struct {
	w    io.Writer
	last string
}

func (h *hashingWriter) Write(p []byte) (int, error) {
	h.last = sum(p)
	return h.w.Write(p)
}

func sum(p []byte) string {
	s := sha256.Sum256(p)
	return hex.EncodeToString(s[:])
}

// cut truncates a file and goes to its new end.
func cut(f *os.File, size int64) error {
	if err := f.Truncate(size); err != nil {
		return err
	}
	_, err := f.Seek(size, io.SeekStart)
	return err
}
