package figures

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// plainTicks places four to nine ticks at multiples of 1, 2 or 5 times a power of
// ten, all labelled and with equally many decimals.
type plainTicks struct{}

func (plainTicks) Ticks(low, high float64) []plot.Tick {
	span := high - low
	if !(span > 0) || math.IsInf(span, 0) {
		return []plot.Tick{{Value: low, Label: strconv.FormatFloat(low, 'g', 4, 64)}}
	}
	power := math.Pow(10, math.Floor(math.Log10(span)))
	step := power
	for _, factor := range []float64{5, 2, 1, 0.5, 0.2} {
		if step = factor * power; span/step >= 3.3 {
			break
		}
	}
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	var ticks []plot.Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step; k++ {
		label := strconv.FormatFloat(k*step, 'f', decimals, 64)
		if decimals > 4 {
			label = powerNotation(k * step)
		}
		if strings.Trim(label, "-0.") == "" {
			label = "0"
		}
		ticks = append(ticks, plot.Tick{Value: k * step, Label: label})
	}
	return ticks
}

// decadeTicks labels powers of ten, at most seven of them, and marks 2 to 9
// between them where there is room.
type decadeTicks struct{}

func (decadeTicks) Ticks(low, high float64) []plot.Tick {
	first, last := int(math.Floor(math.Log10(low)+1e-9)), int(math.Ceil(math.Log10(high)-1e-9))
	every := 1 + (last-first)/7
	var ticks []plot.Tick
	for e := first; e <= last; e++ {
		value := math.Pow(10, float64(e))
		label := ""
		if (e-first)%every == 0 {
			label = powerNotation(value)
		}
		ticks = append(ticks, plot.Tick{Value: value, Label: label})
		for m := 2.0; every == 1 && m < 10; m++ {
			ticks = append(ticks, plot.Tick{Value: m * value})
		}
	}
	return ticks
}

// powerNotation writes 0.001 to 1000 plainly and what lies beyond as "2e-5".
func powerNotation(v float64) string {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64) // 0.1 + 0.2
	if a := math.Abs(v); a == 0 || a >= 1e-3 && a < 1e4 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	s := strconv.FormatFloat(v, 'e', -1, 64)
	return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(s)
}

// nameTicks labels 0, 1, 2, … with names.
type nameTicks []string

func (names nameTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for i, name := range names {
		if v := float64(i); v >= low && v <= high {
			if name == "" {
				name = " " // a tick without a label would count as minor
			}
			ticks = append(ticks, plot.Tick{Value: v, Label: name})
		}
	}
	return ticks
}

// noTicks marks nothing.
type noTicks struct{}

func (noTicks) Ticks(_, _ float64) []plot.Tick { return nil }

// logarithmic makes an axis of positive values logarithmic, its range widened to
// whole powers of ten.
func logarithmic(axis *plot.Axis) {
	axis.Scale = plot.LogScale{}
	axis.Tick.Marker = decadeTicks{}
	axis.Min = math.Pow(10, math.Floor(math.Log10(axis.Min)+1e-9))
	axis.Max = math.Pow(10, math.Ceil(math.Log10(axis.Max)-1e-9))
	if axis.Min == axis.Max {
		axis.Max *= 10
	}
}
