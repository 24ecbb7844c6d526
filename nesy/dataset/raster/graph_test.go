package raster

import (
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/backend"
)

func engine(t testing.TB) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestGraphsAreTheFunctions compares each graph on a batch of pictures with the
// function of its name on one after another. loose is the share of values that may
// differ, by 1 at most, as single precision rounds them to the other side; a backend
// that fuses operations, and so rounds less often, is granted 1 % throughout.
func TestGraphsAreTheFunctions(t *testing.T) {
	factors := [][]float64{{0}, {0.1}, {0.7}, {1}, {1.3}, {1.9}, {2.5}, {0.55}}
	none := [][]float64{{}, {}, {}, {}, {}, {}, {}, {}}
	maps := func(side int) (list [][]float64) {
		for _, a := range []Affine{
			Rotation(side, 0), Rotation(side, 9.7), Rotation(side, -30), HorizontalShear(0.3), VerticalShear(-0.2),
			Translation(3, -5), Translation(-side, 0), Rotation(side, 90),
		} {
			plan := make([]float64, len(a))
			for k, v := range a {
				plan[k] = float64(v)
			}
			list = append(list, plan)
		}
		return list
	}
	fuses := !backend.IsGo(engine(t))
	for _, side := range []int{20, 33} {
		whole := float64(side)
		for _, c := range []struct {
			name    string
			numbers [][]float64 // of each picture
			loose   float64
			plain   func(dst, src []byte, numbers []float64)
			graph   func(numbers, images *Node) *Node
		}{
			{"Move", maps(side), 0, func(dst, src []byte, n []float64) {
				var a Affine
				for k, v := range n {
					a[k] = int(v)
				}
				Move(side, dst, src, a)
			}, MoveGraph},
			{"Resize", [][]float64{
				{0, 0, whole, whole}, {3, 5, 7, 11}, {1, 0, 1, 1}, {whole - 2, 4, 2, 9},
				{0, 1, whole, 3}, {2, 2, 10, 10}, {4, 0, 5, whole}, {whole - 1, whole - 1, 1, 1},
			}, 0.01, func(dst, src []byte, n []float64) {
				Resize(side, dst, src, Rect{int(n[0]), int(n[1]), int(n[2]), int(n[3])})
			}, ResizeGraph},
			{"Brightness", factors, 0, func(dst, src []byte, n []float64) { Brightness(side, dst, src, n[0]) }, ofEach(BrightnessGraph)},
			{"Contrast", factors, 0, func(dst, src []byte, n []float64) { Contrast(side, dst, src, n[0]) }, ofEach(ContrastGraph)},
			{"Saturation", factors, 0, func(dst, src []byte, n []float64) { Saturation(side, dst, src, n[0]) }, ofEach(SaturationGraph)},
			{"Sharpness", factors, 0, func(dst, src []byte, n []float64) { Sharpness(side, dst, src, n[0]) }, ofEach(SharpnessGraph)},
			{"Hue", [][]float64{{0}, {0.1}, {-0.1}, {1.0 / 3}, {-1.0 / 3}, {0.5}, {1.0 / 12}, {0.037}}, 0.002,
				func(dst, src []byte, n []float64) { Hue(side, dst, src, n[0]) }, ofEach(HueGraph)},
			{"Solarize", [][]float64{{0}, {1}, {60}, {128}, {170}, {255}, {256}, {3}}, 0,
				func(dst, src []byte, n []float64) { Solarize(side, dst, src, n[0]) }, ofEach(SolarizeGraph)},
			{"Posterize", [][]float64{{0}, {1}, {2}, {3}, {4}, {5}, {7}, {8}}, 0,
				func(dst, src []byte, n []float64) { Posterize(side, dst, src, int(n[0])) }, ofEach(PosterizeGraph)},
			{"AutoContrast", none, 0, func(dst, src []byte, _ []float64) { AutoContrast(side, dst, src) },
				func(_, images *Node) *Node { return AutoContrastGraph(images) }},
			{"Equalize", none, 0, func(dst, src []byte, _ []float64) { Equalize(side, dst, src) },
				func(_, images *Node) *Node { return EqualizeGraph(images) }},
		} {
			if fuses {
				c.loose = max(c.loose, 0.01)
			}
			pictures := gallery(side)
			got := onGraph(t, side, pictures, c.numbers, c.graph)
			apart, want := 0, make([]byte, 3*side*side)
			for i, src := range pictures {
				c.plain(want, src, c.numbers[i])
				for k := range want {
					d := float64(got[i*len(want)+k]) - float64(want[k])
					if d != 0 {
						apart++
					}
					if d < -1 || d > 1 {
						t.Fatalf("%s, side %d, picture %d: value %d is %v, want %d", c.name, side, i, k, got[i*len(want)+k], want[k])
					}
				}
			}
			if share := float64(apart) / float64(len(got)); share > c.loose {
				t.Errorf("%s, side %d: %.2g of the values differ, over %v", c.name, side, share, c.loose)
			}
		}
	}
}

// ofEach gives a graph function its numbers as [batch] in place of [batch, 1].
func ofEach(f func(numbers, images *Node) *Node) func(numbers, images *Node) *Node {
	return func(numbers, images *Node) *Node { return f(Reshape(numbers, -1), images) }
}

// gallery returns eight pictures: random colours, few and many, dark and bright, a
// constant one and greys.
func gallery(side int) [][]byte {
	var list [][]byte
	for k := range uint64(8) {
		picture := noise(side, k)
		for i, p := range picture {
			switch k {
			case 1:
				picture[i] = p/64 + 100
			case 2:
				picture[i] = p / 3
			case 3:
				picture[i] = 255 - p/5
			case 4:
				picture[i] = 77
			case 5:
				picture[i] = picture[i%(side*side)]
			case 6:
				picture[i] = byte(i * 255 / len(picture))
			}
		}
		list = append(list, picture)
	}
	return list
}

// onGraph runs a graph function on a batch of pictures and numbers for each.
func onGraph(t testing.TB, side int, pictures [][]byte, numbers [][]float64, f func(numbers, images *Node) *Node) []float32 {
	t.Helper()
	var pixels, flat []float32
	for i, picture := range pictures {
		for _, p := range picture {
			pixels = append(pixels, float32(p))
		}
		for _, v := range numbers[i] {
			flat = append(flat, float32(v))
		}
	}
	if len(flat) == 0 {
		flat = make([]float32, len(pictures))
	}
	exec, err := NewExec(engine(t), f)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Call1(tensors.FromFlatDataAndDimensions(flat, len(pictures), len(flat)/len(pictures)),
		tensors.FromFlatDataAndDimensions(pixels, len(pictures), 3, side, side))
	if err != nil {
		t.Fatal(err)
	}
	got := tensors.MustCopyFlatData[float32](out)
	if len(got) != len(pixels) {
		t.Fatalf("%d values of %d", len(got), len(pixels))
	}
	return got
}
