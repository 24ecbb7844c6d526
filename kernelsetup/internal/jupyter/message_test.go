package jupyter

import (
	"encoding/json"
	"strings"
	"testing"
)

// Test case 2 of RFC 4231, its data cut into parts.
func TestSign(t *testing.T) {
	got := string(sign("Jefe", [][]byte{[]byte("what do "), []byte("ya want"), nil, []byte(" for nothing?")}))
	const want = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
	if got != want {
		t.Errorf("signature %s, want %s", got, want)
	}
}

func TestDecodeReadsWhatEncodeWrites(t *testing.T) {
	sent := message{
		Header:  newHeader("s", "execute_request"),
		Parent:  newHeader("s", "other"),
		Content: json.RawMessage(`{"code":"1 < 2"}`),
	}
	m, err := encode(sent, "key")
	if err != nil {
		t.Fatal(err)
	}
	routed := append([][]byte{[]byte("identity"), []byte("another")}, m.Frames...)
	got, err := decode(routed, "key")
	if err != nil {
		t.Fatal(err)
	}
	var a, b map[string]string
	if err := json.Unmarshal(sent.Content, &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(got.Content, &b); err != nil {
		t.Fatal(err)
	}
	if got.Header != sent.Header || got.Parent != sent.Parent || a["code"] != b["code"] {
		t.Errorf("sent %+v, got %+v", sent, got)
	}
}

// A request has no parent, which the protocol writes as an empty object.
func TestEncodeWithoutParent(t *testing.T) {
	m, err := encode(message{Header: newHeader("s", "x"), Content: json.RawMessage(`{}`)}, "key")
	if err != nil {
		t.Fatal(err)
	}
	if got := string(m.Frames[3]); got != "{}" {
		t.Errorf("parent header %s, want {}", got)
	}
}

func TestDecodeRejects(t *testing.T) {
	m, err := encode(message{Header: newHeader("s", "stream"), Content: json.RawMessage(`{"text":"true"}`)}, "key")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decode(m.Frames, "another key"); err == nil || !strings.Contains(err.Error(), "signature") {
		t.Errorf("with another key: %v", err)
	}
	for i := range m.Frames {
		if _, err := decode(m.Frames[:i], "key"); err == nil {
			t.Errorf("only %d frames: no error", i)
		}
	}
	for part := 2; part < 6; part++ {
		forged := append([][]byte{}, m.Frames...)
		forged[part] = append([]byte{' '}, forged[part]...)
		if _, err := decode(forged, "key"); err == nil {
			t.Errorf("part %d changed: no error", part)
		}
	}
}

func TestIdentifiersDiffer(t *testing.T) {
	if a, b := randomID(), randomID(); a == b || len(a) != 32 {
		t.Errorf("identifiers %q and %q", a, b)
	}
}
