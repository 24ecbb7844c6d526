package features

import (
	"image"
	"slices"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"golang.org/x/image/draw"
)

// resized runs resizeGraph on planes of pictures one after another.
func resized(t *testing.T, planes []byte, from, to int, how Interpolation) []byte {
	t.Helper()
	exec, err := NewExec(newBackend(t), func(images *Node) *Node {
		return ConvertDType(resizeGraph(ConvertDType(images, dtypes.Float32), to, how), dtypes.Uint8)
	})
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Call1(tensors.FromFlatDataAndDimensions(planes, len(planes)/(3*from*from), 3, from, from))
	if err != nil {
		t.Fatal(err)
	}
	return tensors.MustCopyFlatData[byte](out)
}

// drawn is what package draw makes of the planes of one picture.
func drawn(planes []byte, from, to int, how Interpolation) []byte {
	src, dst := image.NewRGBA(image.Rect(0, 0, from, from)), image.NewRGBA(image.Rect(0, 0, to, to))
	for p := range from * from {
		copy(src.Pix[4*p:], []byte{planes[p], planes[from*from+p], planes[2*from*from+p], 255})
	}
	how.kernel().Scale(dst, dst.Bounds(), src, src.Bounds(), draw.Src, nil)
	result := make([]byte, 3*to*to)
	for p := range to * to {
		for c := range 3 {
			result[c*to*to+p] = dst.Pix[4*p+c]
		}
	}
	return result
}

// TestResizeIsPackageDraws compares up and down, by either interpolation.
func TestResizeIsPackageDraws(t *testing.T) {
	for _, how := range []Interpolation{Bicubic, Bilinear} {
		for _, side := range [][2]int{{32, 224}, {16, 20}, {30, 11}, {7, 7}} {
			from, to := side[0], side[1]
			d := pictures(t, 3, from)
			var planes, want []byte
			for i := range d.Len() {
				picture := make([]byte, d.Size())
				if err := d.Image(i, picture); err != nil {
					t.Fatal(err)
				}
				planes = append(planes, picture...)
				want = append(want, drawn(picture, from, to, how)...)
			}
			apart := 0
			for k, v := range resized(t, planes, from, to, how) {
				switch d := int(v) - int(want[k]); {
				case d < -1 || d > 1:
					t.Fatalf("%s %d to %d: value %d is %v, want %d", how, from, to, k, v, want[k])
				case d != 0:
					apart++
				}
			}
			if share := float64(apart) / float64(len(want)); share > 1e-3 {
				t.Errorf("%s %d to %d: %.2g of the values differ", how, from, to, share)
			}
		}
	}
}

func TestResizeKeepsFlatPicturesAndChannels(t *testing.T) {
	for _, how := range []Interpolation{Bicubic, Bilinear} {
		for _, to := range []int{4, 7, 8, 24} {
			flat := slices.Concat(slices.Repeat([]byte{10}, 64), slices.Repeat([]byte{0}, 64), slices.Repeat([]byte{255}, 64))
			want := slices.Concat(slices.Repeat([]byte{10}, to*to), slices.Repeat([]byte{0}, to*to), slices.Repeat([]byte{255}, to*to))
			if got := resized(t, flat, 8, to, how); !slices.Equal(got, want) {
				t.Errorf("%s 8 to %d: %v", how, to, got)
			}
		}
	}
}

func TestResizeKeepsDirections(t *testing.T) {
	// Red brightens to the right, green downwards.
	planes := make([]byte, 3*16)
	for y := range 4 {
		for x := range 4 {
			planes[y*4+x] = byte(60 * x)
			planes[16+y*4+x] = byte(60 * y)
		}
	}
	for _, how := range []Interpolation{Bicubic, Bilinear} {
		got := resized(t, planes, 4, 8, how)
		for k := 1; k < 8; k++ {
			if got[k] < got[k-1] || got[8*k] != got[0] {
				t.Errorf("%s: red %v", how, got[:64])
			}
			if got[64+8*k] < got[64+8*(k-1)] || got[64+k] != got[64] {
				t.Errorf("%s: green %v", how, got[64:128])
			}
		}
	}
}
