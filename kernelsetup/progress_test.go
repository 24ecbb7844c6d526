package main

import (
	"bytes"
	"testing"
	"time"
)

// Where nobody watches, a line for each cell and nothing that moves the cursor.
func TestProgressPiped(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b)
	p.started("03_focal_sets", 1, 12)
	p.wrote("epoch 1\r")
	p.ended(1234 * time.Millisecond)
	p.started("03_focal_sets", 12, 12)
	p.ended(2 * time.Minute)
	const want = "03_focal_sets            cell  1/12  1.2 s\n03_focal_sets            cell 12/12  120.0 s\n"
	if b.String() != want {
		t.Errorf("progress %q, want %q", &b, want)
	}
}

func TestProgressLive(t *testing.T) {
	var b bytes.Buffer
	p := &progress{w: &b, live: true}
	p.started("a", 1, 2)
	p.wrote("first\nepoch 3\tloss\x1b[31m 0.5\r")
	p.redraw(p.stop)
	old := p.stop
	p.ended(time.Second)
	p.redraw(old) // too late: the cell has ended
	const place = "a                        cell  1/2"
	want := "\r" + place + "  0 s  epoch 3 loss[31m 0.5\x1b[K" + "\r\x1b[K" + place + "  1.0 s\n"
	if b.String() != want {
		t.Errorf("progress %q, want %q", &b, want)
	}
}

func TestTruncate(t *testing.T) {
	for _, test := range []struct {
		s    string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abc", 2, "ab"}, {"äöü", 2, "äö"}, {"abc", 0, "abc"}} {
		if got := truncate(test.s, test.n); got != test.want {
			t.Errorf("%q cut to %d is %q, want %q", test.s, test.n, got, test.want)
		}
	}
}
