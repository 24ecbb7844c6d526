package jupyter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-zeromq/zmq4"
)

// startTimeout limits how long a kernel may take until it answers.
const startTimeout = 2 * time.Minute

// Command says how to start a kernel.
type Command struct {
	Args []string // program and arguments, with {connection_file} where its path goes
	Dir  string   // working directory of the kernel and its cells
	Env  []string // environment, as in exec.Cmd
}

// Kernel is a running kernel. Execute and Kill are for one goroutine at a time.
type Kernel struct {
	key, session         string
	shell, public, stdin zmq4.Socket
	replies, published   <-chan received
	questions            <-chan received
	process              *process
	close                context.CancelFunc
	folder               string // holds the sockets, the log and the kernel's temporary files
}

// received is a message, or the error in what was received instead.
type received struct {
	message
	err error
}

// Start starts a kernel and waits until it answers. The caller must Kill it.
func Start(ctx context.Context, c Command) (*Kernel, error) {
	folder, err := os.MkdirTemp(socketRoot(), "nesybook-")
	if err != nil {
		return nil, fmt.Errorf("starting a kernel: %w; set TMPDIR to a folder that can be written", err)
	}
	k := &Kernel{key: randomID(), session: randomID(), folder: folder}
	if err := k.start(ctx, c); err != nil {
		k.Kill()
		return nil, fmt.Errorf("starting the kernel %s: %w", c.Args[0], err)
	}
	return k, nil
}

// socketRoot returns the folder for temporary files, unless its name would make
// the paths of sockets longer than systems allow (104 bytes on some).
func socketRoot() string {
	if dir := os.TempDir(); len(dir) <= 60 {
		return dir
	}
	return "/tmp"
}

// Where the sockets are: the kernel listens on these paths with "-1" to "-5"
// appended, one for each socket.
func (k *Kernel) address(socket int) string {
	return fmt.Sprintf("ipc://%s-%d", filepath.Join(k.folder, "socket"), socket)
}

const (
	shellSocket = 1 + iota
	publicSocket
	stdinSocket
	controlSocket
	heartbeatSocket
)

func (k *Kernel) start(ctx context.Context, c Command) error {
	connection := filepath.Join(k.folder, "kernel-"+k.session+".json")
	raw, err := json.Marshal(map[string]any{
		"transport": "ipc", "ip": filepath.Join(k.folder, "socket"),
		"key": k.key, "signature_scheme": "hmac-sha256", "kernel_name": "nesybook",
		"shell_port": shellSocket, "iopub_port": publicSocket, "stdin_port": stdinSocket,
		"control_port": controlSocket, "hb_port": heartbeatSocket,
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(connection, raw, 0o600); err != nil {
		return err
	}
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = strings.ReplaceAll(a, "{connection_file}", connection)
	}
	temporary := filepath.Join(k.folder, "tmp") // removed with the folder, whatever the kernel leaves
	if err := os.Mkdir(temporary, 0o700); err != nil {
		return err
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = append(c.Env, "TMPDIR="+temporary)
	if k.process, err = startProcess(cmd, k.logPath(), k.session); err != nil {
		return err
	}

	var life context.Context // ends with Kill, not with the start
	life, k.close = context.WithCancel(context.WithoutCancel(ctx))
	starting, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	k.open(life)
	connected := make(chan error, 1)
	go func() { connected <- k.dial() }()
	select {
	case err = <-connected:
	case <-k.process.exited:
		err = k.died()
	case <-starting.Done():
		err = starting.Err()
	}
	if err != nil {
		return err
	}
	if err := k.public.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		return err
	}
	k.replies = k.receive(life, k.shell)
	k.published = k.receive(life, k.public)
	k.questions = k.receive(life, k.stdin)
	return k.awaitReady(starting)
}

// open makes the sockets. Jupyter's shell and stdin share one identity, by which
// the kernel knows whom to ask for input.
func (k *Kernel) open(ctx context.Context) {
	options := []zmq4.Option{
		zmq4.WithID(zmq4.SocketIdentity(k.session)),
		zmq4.WithDialerRetry(10 * time.Millisecond),
		zmq4.WithDialerMaxRetries(-1),
		zmq4.WithLogger(log.New(io.Discard, "", 0)),
	}
	k.shell = zmq4.NewDealer(ctx, options...)
	k.stdin = zmq4.NewDealer(ctx, options...)
	k.public = zmq4.NewSub(ctx, options...)
}

// dial connects the sockets, waiting until the kernel has made its ends.
func (k *Kernel) dial() error {
	return errors.Join(
		k.shell.Dial(k.address(shellSocket)),
		k.stdin.Dial(k.address(stdinSocket)),
		k.public.Dial(k.address(publicSocket)),
	)
}

// receive passes on the messages that arrive at s.
func (k *Kernel) receive(ctx context.Context, s zmq4.Socket) <-chan received {
	c := make(chan received, 64)
	go func() {
		for {
			m, err := s.Recv()
			if ctx.Err() != nil {
				return
			}
			r := received{err: err}
			if err == nil {
				r.message, r.err = decode(m.Frames, k.key)
			}
			select {
			case c <- r:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return c
}

// awaitReady returns once the kernel has answered a request and its public
// socket was heard: what it publishes before the subscription arrives is lost.
func (k *Kernel) awaitReady(ctx context.Context) error {
	if _, err := k.request("kernel_info_request", struct{}{}); err != nil {
		return err
	}
	replied, heard := false, false
	for !replied || !heard {
		var again <-chan time.Time
		if replied {
			again = time.After(50 * time.Millisecond)
		}
		select {
		case r := <-k.replies:
			if r.err != nil {
				return k.lost(r.err)
			}
			replied = true
		case r := <-k.published:
			if r.err != nil {
				return k.lost(r.err)
			}
			heard = true
		case <-again:
			if _, err := k.request("kernel_info_request", struct{}{}); err != nil {
				return err
			}
		case <-k.process.exited:
			return k.died()
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return fmt.Errorf("no answer for %v%s", startTimeout, k.lastWords())
			}
			return ctx.Err()
		}
	}
	return nil
}

// request sends a request on the shell socket and returns its identifier.
func (k *Kernel) request(kind string, content any) (id string, err error) {
	raw, err := json.Marshal(content)
	if err != nil {
		return "", err
	}
	h := newHeader(k.session, kind)
	m, err := encode(message{Header: h, Content: raw}, k.key)
	if err != nil {
		return "", err
	}
	return h.ID, k.shell.SendMulti(m)
}

// Kill ends the kernel and every process that it started, and removes its
// temporary files. It may be called again.
func (k *Kernel) Kill() {
	if k.process != nil {
		k.process.kill()
	}
	if k.close != nil {
		k.close()
		for _, s := range []zmq4.Socket{k.shell, k.public, k.stdin} {
			s.Close()
		}
	}
	os.RemoveAll(k.folder)
}

func (k *Kernel) logPath() string { return filepath.Join(k.folder, "log") }

// died returns the error of a kernel that ended by itself.
func (k *Kernel) died() error {
	return fmt.Errorf("%w (%v)%s", ErrDied, k.process.state(), k.lastWords())
}

// lastWords returns the last lines of the kernel's log.
func (k *Kernel) lastWords() string {
	raw, err := os.ReadFile(k.logPath())
	if err != nil {
		return ""
	}
	said := strings.TrimSpace(string(raw))
	if said == "" {
		return ""
	}
	lines := strings.Split(said, "\n")
	return "; the last it logged:\n" + strings.Join(lines[max(0, len(lines)-4):], "\n")
}
