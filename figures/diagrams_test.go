package figures

import "testing"

func TestLossFlow(t *testing.T) {
	d := LossFlow().(*diagram)
	r := record(d, Page, 0)
	r.mustSay(t, "fine masses", "membership", "t-norm", "score of a pair", "consistency", "specificity", "loss")
	arrows := 0
	for _, f := range r.fills {
		if f.color == axisInk {
			arrows++
		}
	}
	if arrows != len(d.arrows) {
		t.Errorf("%d arrow heads for %d arrows", arrows, len(d.arrows))
	}
	for _, a := range d.arrows {
		if _, ok := d.nodes[a.from]; !ok {
			t.Errorf("an arrow comes from %q", a.from)
		}
		if _, ok := d.nodes[a.to]; !ok {
			t.Errorf("an arrow goes to %q", a.to)
		}
	}
	for i, a := range d.order {
		for _, b := range d.order[:i] {
			m, n := d.nodes[a], d.nodes[b]
			if abs(m.x-n.x) < (m.w+n.w)/2 && abs(m.y-n.y) < (m.h+n.h)/2 {
				t.Errorf("boxes %q and %q overlap", a, b)
			}
		}
	}
	// Everything leads to the loss.
	reaches := map[string]bool{"loss": true}
	for range d.arrows {
		for _, a := range d.arrows {
			if reaches[a.to] {
				reaches[a.from] = true
			}
		}
	}
	for name := range d.nodes {
		if !reaches[name] {
			t.Errorf("%q does not lead to the loss", name)
		}
	}
}

func TestOverview(t *testing.T) {
	r := record(Overview(), Page, 0)
	r.mustSay(t, "image", "features", "focal sets", "beliefs", "masses", "consistency", "decision", "π", "Ω fine")
	cards := 0
	for _, f := range r.fills {
		if f.color == faint {
			cards++
		}
	}
	if cards != 7 {
		t.Errorf("%d cards, want 7", cards)
	}
}
