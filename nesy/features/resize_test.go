package features

import (
	"slices"
	"testing"
)

func TestResizeKeepsFlatPicturesAndChannels(t *testing.T) {
	for _, how := range []Interpolation{Bicubic, Bilinear} {
		for _, to := range []int{4, 7, 24} {
			flat := slices.Concat(slices.Repeat([]byte{10}, 64), slices.Repeat([]byte{0}, 64), slices.Repeat([]byte{255}, 64))
			want := slices.Concat(slices.Repeat([]byte{10}, to*to), slices.Repeat([]byte{0}, to*to), slices.Repeat([]byte{255}, to*to))
			if got := newResizer(8, to, how).resize(flat); !slices.Equal(got, want) {
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
		got := newResizer(4, 8, how).resize(planes)
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

func TestResizeToTheSameSize(t *testing.T) {
	planes := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	if got := newResizer(2, 2, Bicubic).resize(planes); !slices.Equal(got, planes) {
		t.Errorf("%v", got)
	}
}
