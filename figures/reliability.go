package figures

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

// Bin is an interval of confidence: how many samples it holds, their mean
// confidence and the share of them that is right.
type Bin struct {
	Low, High            float64
	Count                int
	Confidence, Accuracy float64
}

// Calibration is what the diagram of one model shows.
type Calibration struct {
	Name string
	ECE  float64
	Bins []Bin
}

// Reliability draws reliability diagrams side by side. Above, a bar a bin shows
// its accuracy and the gap to its mean confidence; an empty bin has no bar. Below
// stand the shares of the samples in the bins.
func Reliability(models ...Calibration) *Panels {
	diagrams, counts := make([]*plot.Plot, len(models)), make([]*plot.Plot, len(models))
	tallest := 0.0
	for i, m := range models {
		diagrams[i] = accuracies(m, i == 0)
		counts[i] = shares(m, i == 0)
		tallest = math.Max(tallest, counts[i].Y.Max)
	}
	for _, p := range counts {
		within(&p.Y, 0, 1.05*tallest)
	}
	return &Panels{
		plots:   [][]*plot.Plot{diagrams, counts},
		heights: []float64{1, 0.32},
		legend: []key{
			{"accuracy", sample{fill: right}},
			{"too sure", sample{fill: overfill, line: stroke(wrong, 0.6)}},
			{"too unsure", sample{fill: underfill, line: stroke(right, 0.6)}},
			{"perfect", sample{line: stroke(ink, 0.8, 3, 2)}},
		},
		aspect: 1.08/float64(max(len(models), 1)) + 0.13,
	}
}

var (
	overfill  = tint(wrong, 0.35)
	underfill = tint(right, 0.3)
)

func accuracies(m Calibration, first bool) *plot.Plot {
	y := ""
	if first {
		y = "accuracy"
	}
	p := newGridPlot(fmt.Sprintf("%s, ECE %.3f", m.Name, m.ECE), "", y)
	if bars := accuracyBars(m.Bins); len(bars.list) > 0 {
		p.Add(bars)
	}
	p.Add(rules{{0, 0, 1, 1, stroke(ink, 0.8, 3, 2)}})
	unit(p)
	within(&p.Y, 0, 1)
	return p
}

// accuracyBars are two boxes for each bin that is not empty: its accuracy, and
// the gap between that and its confidence.
func accuracyBars(bins []Bin) boxes {
	var bars boxes
	for _, b := range bins {
		if b.Count == 0 {
			continue
		}
		fill, edge := overfill, wrong
		if b.Accuracy > b.Confidence {
			fill, edge = underfill, right
		}
		low, high := min(b.Accuracy, b.Confidence), max(b.Accuracy, b.Confidence)
		bars.list = append(bars.list,
			box{b.Low, b.High, 0, low, right, stroke(faint, 0.4)},
			box{b.Low, b.High, low, high, fill, stroke(edge, 0.6)})
	}
	return bars
}

func shares(m Calibration, first bool) *plot.Plot {
	y := ""
	if first {
		y = "share"
	}
	p := newGridPlot("", "confidence", y)
	total := 0
	for _, b := range m.Bins {
		total += b.Count
	}
	var bars boxes
	for _, b := range m.Bins {
		if b.Count > 0 {
			height := float64(b.Count) / float64(total)
			bars.list = append(bars.list, box{b.Low, b.High, 0, height, unknown, stroke(faint, 0.4)})
		}
	}
	p.Y.Max = 0
	if len(bars.list) > 0 {
		p.Add(bars)
	}
	within(&p.X, 0, 1)
	return p
}
