package figures

import (
	"image"
	"image/color"

	xdraw "golang.org/x/image/draw"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Picture is an image with a caption of one line, or two separated by "\n".
type Picture struct {
	Image   image.Image
	Caption string
}

// RGB makes an image of side * side pixels from its red, green and blue planes,
// each rows from top to bottom, as CIFAR's files and package dataset hold them.
func RGB(planes []byte, side int) image.Image {
	if len(planes) != 3*side*side {
		panic("figures: length mismatch")
	}
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	for i := range side * side {
		img.SetRGBA(i%side, i/side, color.RGBA{planes[i], planes[side*side+i], planes[2*side*side+i], 0xff})
	}
	return img
}

// drawImage fills a rectangle with an image, resampled smoothly to the pixels of
// a PNG so that the canvas need not.
func drawImage(c draw.Canvas, area vg.Rectangle, img image.Image) {
	pixels := func(l vg.Length) int { return max(1, int(l.Dots(resolution)+0.5)) }
	scaled := image.NewRGBA(image.Rect(0, 0, pixels(area.Size().X), pixels(area.Size().Y)))
	xdraw.CatmullRom.Scale(scaled, scaled.Bounds(), img, img.Bounds(), xdraw.Src, nil)
	c.DrawImage(area, scaled)
}

// fitted shortens a text with an ellipsis until it is at most width wide.
func fitted(s string, width vg.Length, measure func(string) vg.Length) string {
	if measure(s) <= width {
		return s
	}
	letters := []rune(s)
	for n := len(letters) - 1; n > 0; n-- {
		if t := string(letters[:n]) + "…"; measure(t) <= width {
			return t
		}
	}
	return "…"
}
