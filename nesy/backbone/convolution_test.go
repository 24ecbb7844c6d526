package backbone

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

func noise(r *rand.Rand, n int) []float32 {
	values := make([]float32, n)
	for i := range values {
		values[i] = float32(r.NormFloat64())
	}
	return values
}

// Both sliding operations against their definitions in plain loops.
func TestSliding(t *testing.T) {
	b := newBackend(t)
	for _, c := range []struct{ rows, columns, inputs, outputs, side, stride, padding int }{
		{5, 5, 2, 3, 3, 1, 1},
		{6, 4, 1, 2, 3, 2, 1},
		{7, 9, 3, 4, 3, 2, 0}, // strides that leave nothing over, odd channels
		{8, 8, 4, 2, 3, 2, 0}, // and that leave a row and a column
		{9, 9, 3, 5, 7, 2, 3}, // the first of a ResNet
		{4, 5, 6, 3, 1, 1, 0},
		{5, 4, 2, 2, 1, 2, 0},
		{6, 6, 4, 1, 2, 2, 0}, // VGG's pooling
	} {
		const batch = 2
		r := rand.New(rand.NewPCG(1, 1))
		xs := noise(r, batch*c.rows*c.columns*c.inputs)
		kernels := noise(r, c.outputs*c.inputs*c.side*c.side) // [outputs, inputs, side, side]
		biases := noise(r, c.outputs)
		results, err := CallOnceN(b, func(x, kernel, bias *Node) []*Node {
			return []*Node{Convolution(x, kernel, bias, c.stride, c.padding), MaxPooling(x, c.side, c.stride, c.padding)}
		},
			tensors.FromFlatDataAndDimensions(xs, batch, c.rows, c.columns, c.inputs),
			tensors.FromFlatDataAndDimensions(ChannelsLast(kernels, c.outputs, c.inputs, c.side), c.outputs, c.side, c.side, c.inputs),
			tensors.FromFlatDataAndDimensions(biases, c.outputs))
		if err != nil {
			t.Fatal(err)
		}
		rows, columns := (c.rows+2*c.padding-c.side)/c.stride+1, (c.columns+2*c.padding-c.side)/c.stride+1
		var convolved, pooled []float64
		for n := range batch {
			for row := range rows {
				for column := range columns {
					sums, most := make([]float64, c.outputs), make([]float64, c.inputs)
					for i := range most {
						most[i] = math.Inf(-1)
					}
					for down := range c.side {
						for across := range c.side {
							y, x := row*c.stride+down-c.padding, column*c.stride+across-c.padding
							if y < 0 || y >= c.rows || x < 0 || x >= c.columns {
								continue
							}
							for i := range c.inputs {
								v := float64(xs[((n*c.rows+y)*c.columns+x)*c.inputs+i])
								most[i] = max(most[i], v)
								for o := range sums {
									sums[o] += v * float64(kernels[((o*c.inputs+i)*c.side+down)*c.side+across])
								}
							}
						}
					}
					for o := range sums {
						sums[o] += float64(biases[o])
					}
					convolved, pooled = append(convolved, sums...), append(pooled, most...)
				}
			}
		}
		for i, want := range [][]float64{convolved, pooled} {
			got := tensors.MustCopyFlatData[float32](results[i])
			if len(got) != len(want) {
				t.Fatalf("%+v: %d values, want %d", c, len(got), len(want))
			}
			for k := range want {
				if !(math.Abs(float64(got[k])-want[k]) <= 1e-5) {
					t.Fatalf("%+v: operation %d, value %d: %g, want %g", c, i, k, got[k], want[k])
				}
			}
		}
	}
}

// BenchmarkConvolution is a layer of a ResNet's first stage, beside GoMLX's own.
func BenchmarkConvolution(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	x := tensors.FromFlatDataAndDimensions(noise(r, 56*56*64), 1, 56, 56, 64)
	kernel := tensors.FromFlatDataAndDimensions(noise(r, 64*3*3*64), 64, 3, 3, 64)
	for name, f := range map[string]func(x, kernel *Node) *Node{
		"product": func(x, kernel *Node) *Node { return Convolution(x, kernel, nil, 1, 1) },
		"gomlx": func(x, kernel *Node) *Node {
			return Convolve(x, TransposeAllAxes(kernel, 1, 2, 3, 0)).PadSame().Done()
		},
	} {
		b.Run(fmt.Sprint(name), func(b *testing.B) {
			exec := MustNewExec(newBackend(b), f)
			for b.Loop() {
				exec.MustCall1(x, kernel)
			}
		})
	}
}
