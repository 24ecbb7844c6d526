package compare

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // decoders
	_ "image/png"
	"strings"
)

// imageDifference says how two images, in base64, differ: "" where at most the
// share rtol of their pixels does. How they are compressed is of no matter.
func imageDifference(a, b string, rtol float64) string {
	if strings.TrimSpace(a) == strings.TrimSpace(b) {
		return ""
	}
	x, err := decodeImage(a)
	if err != nil {
		return fmt.Sprintf("the image it has cannot be decoded: %v", err)
	}
	y, err := decodeImage(b)
	if err != nil {
		return fmt.Sprintf("the new image cannot be decoded: %v", err)
	}
	if x.Bounds().Size() != y.Bounds().Size() {
		return fmt.Sprintf("image of %v became one of %v pixels", x.Bounds().Size(), y.Bounds().Size())
	}
	size := x.Bounds().Size()
	differ := 0
	for i := range size.Y {
		for j := range size.X {
			p := color.NRGBA64Model.Convert(x.At(x.Bounds().Min.X+j, x.Bounds().Min.Y+i))
			q := color.NRGBA64Model.Convert(y.At(y.Bounds().Min.X+j, y.Bounds().Min.Y+i))
			if p != q {
				differ++
			}
		}
	}
	if total := size.X * size.Y; float64(differ) > rtol*float64(total) {
		return fmt.Sprintf("image: %d of %d pixels differ", differ, total)
	}
	return ""
}

func decodeImage(s string) (image.Image, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		return nil, err
	}
	m, _, err := image.Decode(bytes.NewReader(raw))
	return m, err
}
