package glyph

import "math"

// point is a place in a figure's own plane: the figure fills about the unit
// circle, x points right and y down.
type point struct{ x, y float64 }

// contour is a closed polygon; curves are polygons with many corners.
type contour []point

// outline is a figure: the union of contours that turn one way, less the contours
// that turn the other way.
type outline []contour

// add joins regions to the figure.
func (o outline) add(regions ...contour) outline {
	for _, c := range regions {
		o = append(o, c.turning(1))
	}
	return o
}

// cut makes holes. What is joined later may cross them.
func (o outline) cut(holes ...contour) outline {
	for _, c := range holes {
		o = append(o, c.turning(-1))
	}
	return o
}

// turned returns the figure rotated about the origin.
func (o outline) turned(angle float64) outline {
	to := make(outline, len(o))
	for k, c := range o {
		to[k] = c.turned(angle)
	}
	return to
}

// turning returns the contour with the sign of its area that is asked for.
func (c contour) turning(sign float64) contour {
	var area float64
	for k, p := range c {
		q := c[(k+1)%len(c)]
		area += p.x*q.y - q.x*p.y
	}
	if area*sign >= 0 {
		return c
	}
	reversed := make(contour, len(c))
	for k, p := range c {
		reversed[len(c)-1-k] = p
	}
	return reversed
}

// scaled returns the contour stretched about the origin.
func (c contour) scaled(sx, sy float64) contour {
	to := make(contour, len(c))
	for k, p := range c {
		to[k] = point{p.x * sx, p.y * sy}
	}
	return to
}

// moved returns the contour shifted.
func (c contour) moved(dx, dy float64) contour {
	to := make(contour, len(c))
	for k, p := range c {
		to[k] = point{p.x + dx, p.y + dy}
	}
	return to
}

// turned returns the contour rotated about the origin, clockwise as y points down.
func (c contour) turned(angle float64) contour {
	sin, cos := math.Sincos(angle)
	to := make(contour, len(c))
	for k, p := range c {
		to[k] = point{cos*p.x - sin*p.y, sin*p.x + cos*p.y}
	}
	return to
}

// polygon is regular, with a corner on top.
func polygon(corners int) contour {
	return radial(corners, func(int) float64 { return 1 })
}

// star has as many outer corners, one of them on top, and inner ones between.
func star(points int, inner float64) contour {
	return radial(2*points, func(k int) float64 {
		if k%2 == 1 {
			return inner
		}
		return 1
	})
}

// radial has corners at equal angles, clockwise from the top, at given radii.
func radial(corners int, radius func(k int) float64) contour {
	c := make(contour, corners)
	for k := range c {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(corners))
		c[k] = point{radius(k) * sin, -radius(k) * cos}
	}
	return c
}

// curve samples a closed curve over one turn.
func curve(at func(t float64) point) contour {
	const corners = 48
	c := make(contour, corners)
	for k := range c {
		c[k] = at(2 * math.Pi * float64(k) / corners)
	}
	return c
}

func ellipse(rx, ry float64) contour {
	return curve(func(t float64) point { return point{rx * math.Cos(t), ry * math.Sin(t)} })
}

func disc(x, y, radius float64) contour { return ellipse(radius, radius).moved(x, y) }

// superellipse is |x|^n + |y|^n = 1: a circle for n = 2, a square at infinity.
func superellipse(n float64) contour {
	return curve(func(t float64) point {
		sin, cos := math.Sincos(t)
		return point{
			math.Copysign(math.Pow(math.Abs(cos), 2/n), cos),
			math.Copysign(math.Pow(math.Abs(sin), 2/n), sin),
		}
	})
}

// bar is a rectangle around the segment from p to q.
func bar(p, q point, width float64) contour {
	dx, dy := q.x-p.x, q.y-p.y
	length := math.Hypot(dx, dy)
	nx, ny := -dy/length*width/2, dx/length*width/2
	return contour{{p.x + nx, p.y + ny}, {q.x + nx, q.y + ny}, {q.x - nx, q.y - ny}, {p.x - nx, p.y - ny}}
}

// crescent is the unit disc less a disc of a radius, moved right.
func crescent(radius, right float64) contour {
	// Where the circles meet: x² + y² = 1 and (x-right)² + y² = radius².
	x := (1 - radius*radius + right*right) / (2 * right)
	outer, inner := math.Acos(x), math.Acos((x-right)/radius)
	const corners = 32
	var c contour
	for k := range corners {
		t := outer + (2*math.Pi-2*outer)*float64(k)/(corners-1)
		c = append(c, point{math.Cos(t), math.Sin(t)})
	}
	for k := range corners {
		t := -inner - (2*math.Pi-2*inner)*float64(k)/(corners-1)
		c = append(c, point{right + radius*math.Cos(t), radius * math.Sin(t)})
	}
	return c
}

// heart stands on its tip. The curve is the well-known trigonometric one, scaled
// to the unit square.
func heart() contour {
	return curve(func(t float64) point {
		s := math.Sin(t)
		return point{s * s * s, -(13*math.Cos(t) - 5*math.Cos(2*t) - 2*math.Cos(3*t) - math.Cos(4*t)) / 16}
	})
}

// drop is a teardrop with its tip on top: round for a small sharpness.
func drop(sharpness float64) contour {
	return curve(func(t float64) point {
		sin, cos := math.Sincos(t)
		return point{0.9 * sin * math.Pow(math.Abs(math.Sin(t/2)), sharpness), -cos}
	})
}

// toothed is a polygon that jumps between the radii inner and 1; a tooth takes the
// given part of its share of the turn.
func toothed(teeth int, inner, width float64) contour {
	var c contour
	for k := range teeth {
		middle := 2 * math.Pi * float64(k) / float64(teeth)
		step := math.Pi / float64(teeth)
		for _, corner := range []struct{ angle, radius float64 }{
			{-1.15 * width * step, inner}, {-0.85 * width * step, 1},
			{0.85 * width * step, 1}, {1.15 * width * step, inner},
		} {
			sin, cos := math.Sincos(middle + corner.angle)
			c = append(c, point{corner.radius * sin, -corner.radius * cos})
		}
	}
	return c
}
