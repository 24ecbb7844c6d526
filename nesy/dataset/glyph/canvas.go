package glyph

import (
	"image"
	"image/draw"
	"math"
	"math/rand/v2"

	"golang.org/x/image/vector"
)

// Side is the length of a picture's edge in pixels.
const Side = 32

const plane = Side * Side

// Bytes is the size of a picture: planes R, G, B.
const Bytes = 3 * plane

// canvas is a picture being painted, and the mask of what is painted next.
type canvas struct {
	pixels [3][plane]float32 // sRGB, 0 to 1
	mask   mask
	raster *vector.Rasterizer
	alpha  *image.Alpha
}

// mask says how far each pixel is covered, 0 to 1.
type mask [plane]float32

// frame places a figure's plane on the canvas: p becomes centre + [xx xy; yx yy] p.
type frame struct {
	centre         point
	xx, xy, yx, yy float64
}

// placed turns, stretches and shears the unit circle to about a radius in pixels.
func placed(centre point, radius, angle, stretch, shear float64) frame {
	sin, cos := math.Sincos(angle)
	sx, sy := radius*stretch, radius/stretch
	return frame{
		centre: centre,
		xx:     cos * sx, xy: -sin*sy + shear*radius*cos,
		yx: sin * sx, yy: cos*sy + shear*radius*sin,
	}
}

func (f frame) at(p point) (x, y float32) {
	return float32(f.centre.x + f.xx*p.x + f.xy*p.y), float32(f.centre.y + f.yx*p.x + f.yy*p.y)
}

func newCanvas() *canvas {
	return &canvas{raster: vector.NewRasterizer(Side, Side), alpha: image.NewAlpha(image.Rect(0, 0, Side, Side))}
}

// cover sets the mask to the area of each pixel that a figure covers.
func (c *canvas) cover(o outline, f frame) {
	c.raster.Reset(Side, Side)
	c.raster.DrawOp = draw.Src
	for _, contour := range o {
		c.raster.MoveTo(f.at(contour[0]))
		for _, p := range contour[1:] {
			c.raster.LineTo(f.at(p))
		}
		c.raster.ClosePath()
	}
	c.raster.Draw(c.alpha, c.alpha.Bounds(), image.Opaque, image.Point{})
	for k, a := range c.alpha.Pix {
		c.mask[k] = float32(a) / 255
	}
}

// paint lays a colour, which may change from pixel to pixel, over the mask.
func (c *canvas) paint(m *mask, opacity float32, at func(x, y float32) colour) {
	for k, covered := range m {
		if covered == 0 {
			continue
		}
		col := at(float32(k%Side), float32(k/Side))
		for ch := range c.pixels {
			p := &c.pixels[ch][k]
			*p += (col[ch] - *p) * covered * opacity
		}
	}
}

// grown returns the mask widened by about a pixel, corners less than edges.
func (m *mask) grown() *mask {
	const diagonal = 0.6
	g := new(mask)
	for k, v := range m {
		x, y := k%Side, k/Side
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if x+dx < 0 || x+dx >= Side || y+dy < 0 || y+dy >= Side {
					continue
				}
				w := m[k+dy*Side+dx]
				if dx != 0 && dy != 0 {
					w *= diagonal
				}
				v = max(v, w)
			}
		}
		g[k] = v
	}
	return g
}

// blur smooths a plane with a Gaussian of a standard deviation in pixels, repeating
// the outermost pixels.
func blur(p *[plane]float32, sigma float64) {
	var kernel [7]float32
	var sum float32
	for k := range kernel {
		d := float64(k - 3)
		kernel[k] = float32(math.Exp(-d * d / (2 * sigma * sigma)))
		sum += kernel[k]
	}
	for k := range kernel {
		kernel[k] /= sum
	}
	for _, step := range []int{1, Side} {
		from := *p
		for k := range p {
			place, first := k%Side, k-k%Side // place and start of the row
			if step == Side {
				place, first = k/Side, k%Side
			}
			var v float32
			for j, w := range kernel {
				v += float32(w * from[first+step*min(max(place+j-3, 0), Side-1)])
			}
			p[k] = v
		}
	}
}

// develop adds noise and writes the picture's bytes.
func (c *canvas) develop(r *rand.Rand, noise float32, dst []byte) {
	for k := range dst {
		v := c.pixels[k/plane][k%plane] + noise*float32(r.NormFloat64())
		dst[k] = byte(min(max(v, 0), 1)*255 + 0.5)
	}
}
