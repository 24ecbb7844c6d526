package main

import (
	"math"
	"math/rand/v2"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

func TestCrossEntropy(t *testing.T) {
	// Probabilities of 0.75 and 0.25, without smoothing and with a tenth.
	logits := []float64{math.Log(3), 0}
	if got, want := crossEntropy(logits, 0, 0), -math.Log(0.75); math.Abs(got-want) > 1e-12 {
		t.Errorf("%g, want %g", got, want)
	}
	if got, want := crossEntropy(logits, 0, 0.1), -0.95*math.Log(0.75)-0.05*math.Log(0.25); math.Abs(got-want) > 1e-12 {
		t.Errorf("smoothed %g, want %g", got, want)
	}
}

// TestCrossEntropyGraph holds the graph to crossEntropy, and its gradient to finite
// differences.
func TestCrossEntropyGraph(t *testing.T) {
	const batch, classes, smoothing = 5, 7, 0.1
	r := rand.New(rand.NewPCG(1, 1))
	logits, labels := make([]float32, batch*classes), make([]int32, batch)
	for i := range logits {
		logits[i] = float32(3 * r.NormFloat64())
	}
	for i := range labels {
		labels[i] = int32(r.IntN(classes))
	}
	exec := MustNewExec(newBackend(t), func(logits, labels *Node) []*Node {
		loss := crossEntropyGraph(logits, labels, smoothing)
		return []*Node{loss, Gradient(ReduceAllSum(loss), logits)[0], hitsGraph(logits, labels)}
	})
	got := exec.MustCall(tensors.FromFlatDataAndDimensions(logits, batch, classes), labels)
	loss, gradient, hits := got[0].Value().([]float32), got[1].Value().([][]float32), got[2].Value().([]float32)
	for i := range batch {
		row := make([]float64, classes)
		largest := 0
		for y := range row {
			if row[y] = float64(logits[i*classes+y]); row[y] > row[largest] {
				largest = y
			}
		}
		if want := crossEntropy(row, int(labels[i]), smoothing); math.Abs(float64(loss[i])-want) > 1e-5 {
			t.Errorf("loss %g, want %g", loss[i], want)
		}
		if want := largest == int(labels[i]); want != (hits[i] == 1) {
			t.Errorf("image %d: hit %g, want %v", i, hits[i], want)
		}
		for y, z := range row {
			const step = 1e-5
			row[y] = z + step
			above := crossEntropy(row, int(labels[i]), smoothing)
			row[y] = z - step
			slope := (above - crossEntropy(row, int(labels[i]), smoothing)) / (2 * step)
			row[y] = z
			if math.Abs(float64(gradient[i][y])-slope) > 1e-5 {
				t.Errorf("gradient %g, want %g", gradient[i][y], slope)
			}
		}
	}
}
