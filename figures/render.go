package figures

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"path/filepath"
	"strings"

	"nesybook/nesy/atomicfile"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// resolution of raster images: twice a screen's 96 dots an inch, so that a figure
// is sharp on dense screens and where a notebook shows it enlarged.
const resolution = 192

// Drawer is a figure: a *plot.Plot, or one of this package's compositions.
type Drawer interface{ Draw(c draw.Canvas) }

// heighter is a figure that knows the height that suits it at a width.
type heighter interface {
	height(width vg.Length) vg.Length
}

// PNG draws a figure as a PNG image of 192 dots an inch. The same figure gives
// the same bytes. A height of 0 asks the figure for the one that suits width.
func PNG(figure Drawer, width, height vg.Length) ([]byte, error) {
	var b bytes.Buffer
	if err := writePNG(&b, figure, width, suited(figure, width, height)); err != nil {
		return nil, fmt.Errorf("figures: encoding PNG: %w", err)
	}
	return b.Bytes(), nil
}

// Save draws a figure into a file, as PNG or SVG by the path's extension. (PDF is left
// out: gonum/plot's PDF fonts know no Greek.) The file appears complete or not at all.
// A height of 0 asks the figure for the one that suits width.
func Save(path string, figure Drawer, width, height vg.Length) error {
	height = suited(figure, width, height)
	return atomicfile.Write(path, func(w io.Writer) error {
		switch extension := strings.ToLower(filepath.Ext(path)); extension {
		case ".png":
			return writePNG(w, figure, width, height)
		case ".svg":
			c := vgsvg.New(width, height)
			figure.Draw(inner(draw.New(c)))
			_, err := c.WriteTo(w)
			return err
		default:
			return fmt.Errorf("figures: unknown format %q; name the file .png or .svg", extension)
		}
	})
}

func writePNG(w io.Writer, figure Drawer, width, height vg.Length) error {
	encoder := png.Encoder{CompressionLevel: png.BestCompression} // figures are committed in notebooks
	return encoder.Encode(w, raster(figure, width, height))
}

func raster(figure Drawer, width, height vg.Length) *image.RGBA {
	c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(resolution))
	figure.Draw(inner(draw.New(c)))
	return c.Image().(*image.RGBA)
}

// margin is left free around every figure.
const margin = 5

func inner(c draw.Canvas) draw.Canvas { return draw.Crop(c, margin, -margin, margin, -margin) }

func suited(figure Drawer, width, height vg.Length) vg.Length {
	if height > 0 {
		return height
	}
	if h, ok := figure.(heighter); ok {
		return h.height(width-2*margin) + 2*margin
	}
	return width * 0.66
}
