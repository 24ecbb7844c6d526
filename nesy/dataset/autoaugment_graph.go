package dataset

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/dataset/raster"
)

// settings are what all kinds of operations need to know, so that a batch passes
// through each of them and only one changes a picture. The zero-argument kinds are
// on at 1 and off at 0.
type settings struct {
	move                                        raster.Affine
	brightness, contrast, saturation, sharpness float32
	bits, threshold                             float32
	autoContrast, equalize                      float32
}

// unchanged are the settings under which nothing happens.
func unchanged() settings {
	return settings{
		move:       raster.Translation(0, 0),
		brightness: 1, contrast: 1, saturation: 1, sharpness: 1,
		bits: 8, threshold: 256,
	}
}

// settings returns those under which a batch undergoes the operation: apply in
// another form.
func (o Operation) settings(m Magnitudes, sign float64, side int) settings {
	s, amount := unchanged(), o.amount(m, sign, side)
	switch o.Name {
	case "ShearX":
		s.move = raster.HorizontalShear(amount)
	case "ShearY":
		s.move = raster.VerticalShear(amount)
	case "TranslateX":
		s.move = raster.Translation(int(amount), 0)
	case "TranslateY":
		s.move = raster.Translation(0, int(amount))
	case "Rotate":
		s.move = raster.Rotation(side, amount)
	case "Brightness":
		s.brightness = float32(amount)
	case "Color":
		s.saturation = float32(amount)
	case "Contrast":
		s.contrast = float32(amount)
	case "Sharpness":
		s.sharpness = float32(amount)
	case "Posterize":
		s.bits = float32(amount)
	case "Solarize":
		s.threshold = float32(math.Ceil(amount)) // bytes are whole
	case "AutoContrast":
		s.autoContrast = 1
	case "Equalize":
		s.equalize = 1
	case "Invert":
		s.threshold = 0
	default:
		panic("dataset: no AutoAugment operation " + o.Name)
	}
	return s
}

// row lists the settings as operationGraph reads them.
func (s settings) row() []float32 {
	row := make([]float32, 0, len(s.move)+8)
	for _, v := range s.move {
		row = append(row, float32(v))
	}
	return append(row, s.brightness, s.contrast, s.saturation, s.sharpness, s.bits, s.threshold, s.autoContrast, s.equalize)
}

// operationGraph carries out one half of the sub-policies that choices [batch] name
// as AutoAugment's plans do.
func operationGraph(m Magnitudes, policy [][2]Operation, half int, choices, images *graph.Node) *graph.Node {
	g, side := images.Graph(), images.Shape().Dim(-1)
	var table []float32 // from the last sub-policy with sign -1 over none to the last with sign 1
	for choice := -len(policy); choice <= len(policy); choice++ {
		s := unchanged()
		if choice != 0 {
			sign := math.Copysign(1, float64(choice))
			s = policy[int(sign)*choice-1][half].settings(m, sign, side)
		}
		table = append(table, s.row()...)
	}
	rows := 2*len(policy) + 1
	all := graph.ConstTensor(g, tensors.FromFlatDataAndDimensions(table, rows, len(table)/rows))
	index := graph.ConvertDType(graph.AddScalar(choices, float64(len(policy))), dtypes.Int32)
	chosen := graph.Gather(all, graph.InsertAxes(index, -1)) // [batch, settings]

	images = raster.MoveGraph(graph.Slice(chosen, graph.AxisRange(), graph.AxisRange(0, 6)), images)
	images = raster.BrightnessGraph(column(chosen, 6), images)
	images = raster.ContrastGraph(column(chosen, 7), images)
	images = raster.SaturationGraph(column(chosen, 8), images)
	images = raster.SharpnessGraph(column(chosen, 9), images)
	images = raster.PosterizeGraph(column(chosen, 10), images)
	images = raster.SolarizeGraph(column(chosen, 11), images)
	on := func(k int) *graph.Node { return graph.Equal(column(chosen, k), graph.ScalarOne(g, chosen.DType())) }
	images = graph.Where(on(12), raster.AutoContrastGraph(images), images)
	return graph.Where(on(13), raster.EqualizeGraph(images), images)
}
