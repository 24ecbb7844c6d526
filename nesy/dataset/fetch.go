package dataset

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Progress is told how many bytes of how many have arrived.
type Progress func(done, total int64)

// patience is how long a download may stand still before it is given up.
const patience = time.Minute

// Fetch makes sure that dir holds the archive's folder with all its files. Where
// it does not, it downloads the archive, unless dir has that already, compares
// its hashes and unpacks it. progress may be nil.
//
// A download that is interrupted, or whose context ends, leaves what has arrived
// in a file ending in .part; the next call goes on from there. The folder appears
// only when complete, and a downloaded archive is removed then.
func (a Archive) Fetch(ctx context.Context, dir string, progress Progress) error {
	if progress == nil {
		progress = func(done, total int64) {}
	}
	target := filepath.Join(dir, a.Folder)
	missing := a.missing(target)
	if len(missing) == 0 {
		return nil
	}
	if _, err := os.Lstat(target); err == nil {
		return fmt.Errorf("dataset: %s is there but lacks %s: remove or complete it", target, strings.Join(missing, ", "))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("dataset: making room for %s: %w", a.Folder, err)
	}
	packed := filepath.Join(dir, a.name())
	if _, err := os.Stat(packed); err == nil {
		if err := a.verify(packed); err != nil {
			return fmt.Errorf("%w; remove it to have it downloaded", err)
		}
		return a.unpack(packed, target)
	}

	part := packed + ".part"
	if err := a.download(ctx, part, progress); err != nil {
		return err
	}
	if err := a.verify(part); err != nil {
		os.Remove(part) // to go on from wrong bytes would be wrong for ever
		return fmt.Errorf("%w; it has been removed: try again, or put the right archive in %s", err, dir)
	}
	if err := a.unpack(part, target); err != nil {
		return err
	}
	if err := os.Remove(part); err != nil {
		return fmt.Errorf("dataset: tidying up: %w", err)
	}
	return nil
}

// download brings the file part up to the archive's size.
func (a Archive) download(ctx context.Context, part string, progress Progress) (err error) {
	file, err := os.OpenFile(part, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("dataset: downloading: %w", err)
	}
	defer func() {
		if closing := file.Close(); err == nil && closing != nil {
			err = fmt.Errorf("dataset: downloading: %w", closing)
		}
	}()
	done, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("dataset: downloading: %w", err)
	}
	if done > a.Size {
		done = 0
	}
	if done == a.Size {
		return nil
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(patience, func() { cancel(fmt.Errorf("nothing arrived for %v", patience)) })
	defer watchdog.Stop()
	fault := func(err error) error {
		if stopped := context.Cause(ctx); stopped != nil {
			err = stopped
		}
		return fmt.Errorf("dataset: downloading %s: %w after %d of %d bytes; try again, which goes on from there, or put the archive in %s",
			a.URL, cause(err), done, a.Size, filepath.Dir(part))
	}

	body, start, err := a.request(ctx, done)
	if err != nil {
		return fault(err)
	}
	defer body.Close()
	done = start
	if err := file.Truncate(start); err != nil {
		return fault(err)
	}
	if _, err := file.Seek(start, io.SeekStart); err != nil {
		return fault(err)
	}
	buffer := make([]byte, 1<<18)
	progress(done, a.Size)
	for done < a.Size {
		if ctx.Err() != nil { // what has arrived unseen would hide it
			return fault(ctx.Err())
		}
		n, err := body.Read(buffer[:min(int64(len(buffer)), a.Size-done)])
		if n > 0 {
			watchdog.Reset(patience)
			if _, err := file.Write(buffer[:n]); err != nil {
				return fault(err)
			}
			done += int64(n)
			progress(done, a.Size)
		}
		if done < a.Size && err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return fault(err)
		}
	}
	return nil
}

// request asks for the archive from an offset on, and says where what the server
// sends begins: there, or at 0 if it cannot resume.
func (a Archive) request(ctx context.Context, offset int64) (body io.ReadCloser, start int64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil)
	if err != nil {
		return nil, 0, err
	}
	request.Header.Set("Accept-Encoding", "identity")
	if offset > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", offset))
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, 0, err
	}
	switch response.StatusCode {
	case http.StatusOK:
		offset = 0
	case http.StatusPartialContent:
		if got := response.Header.Get("Content-Range"); !strings.HasPrefix(got, fmt.Sprintf("bytes %d-", offset)) {
			response.Body.Close()
			return nil, 0, fmt.Errorf("the server sent the range %q for one from %d", got, offset)
		}
	default:
		response.Body.Close()
		return nil, 0, fmt.Errorf("the server answered %s", response.Status)
	}
	if n := response.ContentLength; n >= 0 && offset+n != a.Size {
		response.Body.Close()
		return nil, 0, fmt.Errorf("the server has a file of %d bytes", offset+n)
	}
	return response.Body, offset, nil
}

// verify compares size and hashes of a packed archive with those published.
func (a Archive) verify(packed string) error {
	file, err := os.Open(packed)
	if err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	defer file.Close()
	long, short := sha256.New(), md5.New()
	if _, err := io.Copy(io.MultiWriter(long, short), file); err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	if got := hex.EncodeToString(long.Sum(nil)); got != a.SHA256 {
		return fmt.Errorf("dataset: %s is not the published archive: its SHA-256 is %s instead of %s", packed, got, a.SHA256)
	}
	if got := hex.EncodeToString(short.Sum(nil)); a.MD5 != "" && got != a.MD5 {
		return fmt.Errorf("dataset: %s is not the published archive: its MD5 is %s instead of %s", packed, got, a.MD5)
	}
	return nil
}
