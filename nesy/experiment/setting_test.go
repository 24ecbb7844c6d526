package experiment

import (
	"context"
	"strings"
	"testing"
)

func TestCaptionsSayWhatIsNotThePapers(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"backbone.preset=nano32", "a frozen nano32 Swin at 32 pixels, not the paper's at 224, on cifar100;"},
		{"backbone.preset=tiny", "a frozen tiny Swin at 224 pixels, as the paper's, on cifar100;"},
		{"data.source=glyphs", ", on glyphs in place of cifar100;"},
		{"data.source=inat2021-sample", ", on inat2021-sample in place of inat2021;"},
	} {
		p, err := Override(CIFAR100(), []string{c.line})
		if err != nil {
			t.Fatal(err)
		}
		if got := New(context.Background(), p, t.TempDir()).setting(); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q in it", c.line, got, c.want)
		}
	}
	other := architecture{name: "ResNet-18", side: 224}
	if got, want := other.caption(), "ResNet-18 at 224 pixels, not the paper's Swin at 224"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTablesOfAnotherModelHaveAFolderOfTheirOwn(t *testing.T) {
	p := CIFAR100()
	own := openGrid(t, p, t.TempDir()).tablesDir()
	p.Grid.Model = "nesy-written"
	if other := openGrid(t, p, t.TempDir()).tablesDir(); !strings.HasSuffix(own, "/tables") || !strings.HasSuffix(other, "/tables-nesy-written") {
		t.Errorf("%s and %s", own, other)
	}
}
