package swin

// Tokens lie on a square grid and are numbered row by row, their raster index.
// Attention works within square windows that tile the grid; in every second block
// the tiling is shifted. Shifting wraps around the edges, so that a window there
// holds tokens from opposite sides, which must not attend to each other.

// windowOrder lists the raster indices of all tokens window after window, for
// windows shifted down and right by shift tokens.
func windowOrder(grid, window, shift int) []int {
	order := make([]int, 0, grid*grid)
	for top := 0; top < grid; top += window {
		for left := 0; left < grid; left += window {
			for y := range window {
				for x := range window {
					row, column := (top+y+shift)%grid, (left+x+shift)%grid
					order = append(order, row*grid+column)
				}
			}
		}
	}
	return order
}

// mergeOrder lists the raster indices of all tokens so that each run of four
// becomes one token of the next stage, these in the order next. The four stand in
// the order in which the trained weights expect them: down the first column, then
// down the second.
func mergeOrder(grid int, next []int) []int {
	order := make([]int, 0, grid*grid)
	for _, merged := range next {
		row, column := merged/(grid/2)*2, merged%(grid/2)*2
		for _, offset := range mergeOffsets {
			order = append(order, (row+offset.row)*grid+column+offset.column)
		}
	}
	return order
}

var mergeOffsets = [4]struct{ row, column int }{{0, 0}, {1, 0}, {0, 1}, {1, 1}}

// rasterOrder lists all raster indices in their own order.
func rasterOrder(grid int) []int {
	order := make([]int, grid*grid)
	for i := range order {
		order[i] = i
	}
	return order
}

// moves returns, for tokens listed in the order from, the position of each token
// of the order to: to[i] = from[moves[i]].
func moves(from, to []int) []int32 {
	position := make([]int32, len(from))
	for i, token := range from {
		position[token] = int32(i)
	}
	moved := make([]int32, len(to))
	for i, token := range to {
		moved[i] = position[token]
	}
	return moved
}

// wrapped reports whether two tokens of a shifted window, given by raster index,
// come from opposite sides of the grid in either direction. A window that wraps
// holds the last rows of the grid and its first ones; the first shift rows are the
// ones that were carried around.
func wrapped(grid, shift, a, b int) bool {
	return (a/grid < shift) != (b/grid < shift) || (a%grid < shift) != (b%grid < shift)
}

// relativePosition returns which row of the table of position biases belongs to a
// query and a key, both numbered row by row within a window: the table is indexed
// by the offset between them, query less key, down and across.
func relativePosition(window, query, key int) int {
	down := query/window - key/window + window - 1
	across := query%window - key%window + window - 1
	return down*(2*window-1) + across
}

// masked is what attention scores of wrapped tokens receive: enough to make their
// weight vanish, and the value that trained weights met.
const masked = -100

// attentionMask returns what keeps tokens of a block that wrapped around the edges
// apart, [windows, tokens, tokens] row-major. In a block that is not shifted, where
// all is 0, one window stands for all.
func attentionMask(c Config, stage, block int) []float32 {
	grid, shift := c.grid(stage), c.shift(stage, block)
	order := windowOrder(grid, c.Window, shift)
	tokens := c.Window * c.Window
	if shift == 0 {
		return make([]float32, tokens*tokens)
	}
	var values []float32
	for ; len(order) > 0; order = order[tokens:] {
		for query := range tokens {
			for key := range tokens {
				v := float32(0)
				if wrapped(grid, shift, order[query], order[key]) {
					v = masked
				}
				values = append(values, v)
			}
		}
	}
	return values
}

// biasAndMask returns what a block adds to its attention scores, [windows, heads,
// tokens, tokens] row-major: the learnt bias of each relative position and the
// mask.
func biasAndMask(c Config, stage, block int, table []float32) []float32 {
	heads, tokens := c.Heads[stage], c.Window*c.Window
	mask := attentionMask(c, stage, block)
	values := make([]float32, 0, len(mask)*heads)
	for ; len(mask) > 0; mask = mask[tokens*tokens:] {
		for h := range heads {
			for query := range tokens {
				for key := range tokens {
					values = append(values, table[relativePosition(c.Window, query, key)*heads+h]+mask[query*tokens+key])
				}
			}
		}
	}
	return values
}
