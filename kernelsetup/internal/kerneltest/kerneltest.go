// Package kerneltest is a Jupyter kernel for tests. It does what each line of a
// cell says, so that a test can have every message and every failure it wants,
// and none by chance.
//
//	func TestMain(m *testing.M) {
//		kerneltest.Serve()
//		os.Exit(m.Run())
//	}
//
//	k, err := jupyter.Start(ctx, kerneltest.Command(t.TempDir()))
//
// The lines it knows are listed at the function act.
package kerneltest

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/go-zeromq/zmq4"

	"nesybook/kernelsetup/internal/jupyter"
)

// variable tells a test's program to be the kernel.
const variable = "KERNELTEST_KERNEL"

// Serve makes the program the kernel where it was started as one, and then does
// not return.
func Serve() {
	if os.Getenv(variable) != "" {
		serve(os.Args[len(os.Args)-1])
	}
}

// Command returns how to start the kernel in dir. It needs Serve.
func Command(dir string) jupyter.Command {
	program, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return jupyter.Command{Args: []string{program, "{connection_file}"}, Dir: dir, Env: append(os.Environ(), variable+"=1")}
}

// kernel is the kernel's side of the connection.
type kernel struct {
	key                  string
	shell, public, stdin zmq4.Socket
	parent               json.RawMessage // header of the request that it works on
	identity             []byte
	count                int
}

func serve(connection string) {
	var info struct {
		IP, Key string
		Shell   int `json:"shell_port"`
		Public  int `json:"iopub_port"`
		Stdin   int `json:"stdin_port"`
	}
	raw, err := os.ReadFile(connection)
	check(err)
	check(json.Unmarshal(raw, &info))
	if os.Getenv("KERNELTEST_DIE") != "" {
		fmt.Fprintln(os.Stderr, "cannot start today")
		os.Exit(3)
	}
	ctx := context.Background()
	quiet := zmq4.WithLogger(log.New(io.Discard, "", 0))
	k := &kernel{key: info.Key, shell: zmq4.NewRouter(ctx, quiet), public: zmq4.NewPub(ctx, quiet), stdin: zmq4.NewRouter(ctx, quiet)}
	for port, s := range map[int]zmq4.Socket{info.Shell: k.shell, info.Public: k.public, info.Stdin: k.stdin} {
		check(s.Listen(fmt.Sprintf("ipc://%s-%d", info.IP, port)))
	}
	for {
		m, err := k.shell.Recv()
		check(err)
		k.answer(m.Frames)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// answer answers a request: identity, delimiter, signature, header, parent
// header, metadata, content.
func (k *kernel) answer(frames [][]byte) {
	k.identity, k.parent = frames[0], frames[3]
	var h struct {
		Type string `json:"msg_type"`
	}
	check(json.Unmarshal(frames[3], &h))
	k.publish("status", map[string]any{"execution_state": "busy"})
	switch h.Type {
	case "kernel_info_request":
		k.send(k.shell, k.key, "kernel_info_reply", map[string]any{"status": "ok"})
	case "execute_request":
		var request struct{ Code string }
		check(json.Unmarshal(frames[6], &request))
		k.count++
		status := "ok"
		for line := range strings.Lines(request.Code) {
			if !k.act(strings.TrimSuffix(line, "\n")) {
				status = "error"
				break
			}
		}
		k.send(k.shell, k.key, "execute_reply", map[string]any{"status": status, "execution_count": k.count})
	}
	k.publish("status", map[string]any{"execution_state": "idle"})
}

// act does what one line says and reports whether to go on. Lines it does not
// know, it passes over.
//
//	print TEXT         write a line to stdout
//	complain TEXT      write a line to stderr
//	remark TEXT        write to stderr what TEXT, a Go string, says
//	show TEXT          display text/plain
//	show-as ID TEXT    display text/plain that can be updated
//	update ID TEXT     update it
//	clear, clear-wait  clear the outputs, at once or with the next
//	where              write the working directory to stdout
//	env NAME           write a variable to stdout
//	count              write how many cells the kernel has run
//	fail TEXT          end the cell with an error
//	flood N            write N MiB to stdout
//	hang               do nothing for ever
//	die                end the kernel
//	ask                ask for input and wait for it
//	forge              send a message with a wrong signature
//	detach             start a process that leaves the kernel's session, and write its number
func (k *kernel) act(line string) bool {
	what, rest, _ := strings.Cut(line, " ")
	switch what {
	case "print":
		k.stream("stdout", rest+"\n")
	case "complain":
		k.stream("stderr", rest+"\n")
	case "remark":
		text, err := strconv.Unquote(rest)
		check(err)
		k.stream("stderr", text)
	case "show":
		k.display("display_data", "", rest)
	case "show-as":
		id, text, _ := strings.Cut(rest, " ")
		k.display("display_data", id, text)
	case "update":
		id, text, _ := strings.Cut(rest, " ")
		k.display("update_display_data", id, text)
	case "clear":
		k.publish("clear_output", map[string]any{"wait": false})
	case "clear-wait":
		k.publish("clear_output", map[string]any{"wait": true})
	case "where":
		dir, err := os.Getwd()
		check(err)
		k.stream("stdout", dir+"\n")
	case "env":
		k.stream("stdout", os.Getenv(rest)+"\n")
	case "count":
		k.stream("stdout", fmt.Sprintln(k.count))
	case "fail":
		k.publish("error", map[string]any{"ename": "ERROR", "evalue": rest, "traceback": []string{rest}})
		return false
	case "flood":
		n, err := strconv.Atoi(rest)
		check(err)
		for range n {
			k.stream("stdout", strings.Repeat(strings.Repeat("x", 1023)+"\n", 1024))
		}
	case "hang":
		time.Sleep(time.Hour)
	case "die":
		fmt.Fprintln(os.Stderr, "out of patience")
		os.Exit(4)
	case "ask":
		k.send(k.stdin, k.key, "input_request", map[string]any{"prompt": "name?"})
		time.Sleep(time.Hour)
	case "forge":
		k.send(k.public, "another key", "stream", map[string]any{"name": "stdout", "text": "forged"})
	case "detach":
		cmd := exec.Command("sleep", "1000")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		check(cmd.Start())
		k.stream("stdout", fmt.Sprintln(cmd.Process.Pid))
	}
	return true
}

func (k *kernel) stream(name, text string) {
	k.publish("stream", map[string]any{"name": name, "text": text})
}

func (k *kernel) display(kind, id, text string) {
	k.publish(kind, map[string]any{
		"data": map[string]any{"text/plain": text}, "metadata": map[string]any{},
		"transient": map[string]any{"display_id": id},
	})
}

func (k *kernel) publish(kind string, content any) { k.send(k.public, k.key, kind, content) }

// send sends a message as the protocol describes it. It does not share code with
// the client that it is there to test.
func (k *kernel) send(s zmq4.Socket, key, kind string, content any) {
	header, err := json.Marshal(map[string]any{"msg_id": fmt.Sprint(time.Now().UnixNano()), "msg_type": kind, "version": "5.3"})
	check(err)
	body, err := json.Marshal(content)
	check(err)
	parts := [][]byte{header, k.parent, []byte("{}"), body}
	mac := hmac.New(sha256.New, []byte(key))
	for _, p := range parts {
		mac.Write(p)
	}
	frames := append([][]byte{k.identity, []byte("<IDS|MSG>"), []byte(hex.EncodeToString(mac.Sum(nil)))}, parts...)
	check(s.SendMulti(zmq4.NewMsgFrom(frames...)))
}
