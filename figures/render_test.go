package figures

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

var out = flag.String("out", "", "folder into which the test draws every figure, to be looked at")

// TestEveryFigureIsDrawn draws each demo twice: the pixels repeat, the size is the
// one asked for, and the picture holds ink, but is not full of it.
func TestEveryFigureIsDrawn(t *testing.T) {
	again := demos()
	for k, d := range demos() {
		t.Run(d.name, func(t *testing.T) {
			if *out != "" {
				if err := Save(filepath.Join(*out, d.name+".png"), d.figure, d.width, d.height); err != nil {
					t.Fatal(err)
				}
			}
			height := suited(d.figure, d.width, d.height)
			img := raster(d.figure, d.width, height)
			checkEqual(t, img, raster(again[k].figure, d.width, height))
			checkInk(t, img, int(d.width.Dots(resolution)+0.5))
		})
	}
}

// checkEqual compares pixels; that equal pixels give equal bytes is TestPNG's.
func checkEqual(t *testing.T, a, b *image.RGBA) {
	t.Helper()
	if a.Bounds() != b.Bounds() {
		t.Fatalf("drawn twice, the sizes are %v and %v", a.Bounds(), b.Bounds())
	}
	if !bytes.Equal(a.Pix, b.Pix) {
		t.Error("drawn twice, the pixels differ")
	}
}

func TestPNG(t *testing.T) {
	first, err := PNG(demoMasses(), Column, 0)
	if err != nil {
		t.Fatal(err)
	}
	second, err := PNG(demoMasses(), Column, 0)
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("drawn twice, the bytes differ; %v", err)
	}
	asked, err := PNG(demoMasses(), 2*vg.Inch, vg.Inch)
	if err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(bytes.NewReader(asked)); err != nil || img.Bounds().Size() != image.Pt(2*resolution, resolution) {
		t.Errorf("asked for 2 x 1 inches, got %v, %v", img.Bounds(), err)
	}
}

func checkInk(t *testing.T, img image.Image, width int) {
	t.Helper()
	size := img.Bounds().Size()
	if size.X != width {
		t.Errorf("%d pixels wide, want %d", size.X, width)
	}
	dark, white := 0, 0
	for y := range size.Y {
		for x := range size.X {
			r, g, b, _ := img.At(x, y).RGBA()
			switch lightness := (r + g + b) / 3; {
			case lightness < 0x6000:
				dark++
			case lightness == 0xffff:
				white++
			}
		}
	}
	if pixels := size.X * size.Y; dark < pixels/500 || white < pixels/50 {
		t.Errorf("%d dark and %d white pixels of %d", dark, white, pixels)
	}
}

// TestEmptyFiguresAreDrawn draws what a run without results would ask for.
func TestEmptyFiguresAreDrawn(t *testing.T) {
	for name, figure := range map[string]Drawer{
		"lines":       Lines(Axes{X: "x", Y: "y"}),
		"sets":        SetSizes(Sizes{Name: "none"}),
		"composition": Composition(nil, []string{"a"}, []int{0}, []string{"A"}),
		"contacts":    ContactSheet(nil, 4),
		"hierarchy":   Hierarchy(Group{Name: "barren"}),
		"embedding":   Embedding(Cloud{Names: []string{"a"}, Clusters: []int{}}),
		"regions":     Regions("none", nil),
		"training":    Training([]string{"loss"}, 1),
		"reliability": Reliability(Calibration{Name: "none"}),
		"masses":      Masses("none", "mass", nil),
		"tradeoff":    Tradeoff(Axes{}),
		"explanation": &Explanation{Image: RGB(make([]byte, 3), 1)},
	} {
		if _, err := PNG(figure, Column, 2*vg.Inch); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSave(t *testing.T) {
	for name, start := range map[string]string{"a.png": "\x89PNG", "a.svg": "<?xml"} {
		path := filepath.Join(t.TempDir(), name)
		if err := Save(path, demoMasses(), Column, 0); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(content), start) {
			t.Errorf("%s starts with %q, %v", name, content[:min(8, len(content))], err)
		}
	}
}

func TestSaveRefuses(t *testing.T) {
	folder := t.TempDir()
	for _, path := range []string{filepath.Join(folder, "a.pdf"), filepath.Join(folder, "missing", "a.png")} {
		err := Save(path, demoMasses(), Column, 0)
		if err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Save(%s) = %v", path, err)
		}
	}
	if files, _ := os.ReadDir(folder); len(files) != 0 {
		t.Errorf("a failed Save leaves %v behind", files)
	}
}
