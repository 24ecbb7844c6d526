package jupyter

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-zeromq/zmq4"
)

// delimiter separates the routing of a message from its content.
const delimiter = "<IDS|MSG>"

// header identifies a message and says what kind it is.
type header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

// message is one message of the protocol. Parent is the header of the request
// that it answers.
type message struct {
	Header  header
	Parent  header
	Content json.RawMessage
}

func newHeader(session, kind string) header {
	return header{
		ID: randomID(), Session: session, Username: "kernelsetup",
		Date: time.Now().UTC().Format(time.RFC3339Nano), Type: kind, Version: "5.3",
	}
}

// randomID returns 128 random bits in hexadecimal.
func randomID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// sign returns the signature of the four parts of a message: their HMAC-SHA256
// in hexadecimal.
func sign(key string, parts [][]byte) []byte {
	mac := hmac.New(sha256.New, []byte(key))
	for _, p := range parts {
		mac.Write(p)
	}
	return hex.AppendEncode(nil, mac.Sum(nil))
}

// encode returns the frames of m, signed with key: delimiter, signature, header,
// parent header, metadata, content.
func encode(m message, key string) (zmq4.Msg, error) {
	var parts [][]byte
	for _, part := range []any{m.Header, m.Parent, struct{}{}, m.Content} {
		if part == (header{}) {
			part = struct{}{} // a request has no parent
		}
		raw, err := json.Marshal(part)
		if err != nil {
			return zmq4.Msg{}, err
		}
		parts = append(parts, raw)
	}
	frames := append([][]byte{[]byte(delimiter), sign(key, parts)}, parts...)
	return zmq4.NewMsgFrom(frames...), nil
}

// decode reads a message from its frames and checks its signature.
func decode(frames [][]byte, key string) (message, error) {
	var m message
	for len(frames) > 0 && !bytes.Equal(frames[0], []byte(delimiter)) {
		frames = frames[1:] // routing
	}
	if len(frames) < 6 {
		return m, errors.New("message from the kernel is incomplete")
	}
	signature, parts := frames[1], frames[2:6]
	if !hmac.Equal(signature, sign(key, parts)) {
		return m, errors.New("message from the kernel has a wrong signature")
	}
	if err := json.Unmarshal(parts[0], &m.Header); err != nil {
		return m, fmt.Errorf("header of a message from the kernel: %w", err)
	}
	if err := json.Unmarshal(parts[1], &m.Parent); err != nil {
		return m, fmt.Errorf("parent header of a message from the kernel: %w", err)
	}
	m.Content = parts[3]
	return m, nil
}
