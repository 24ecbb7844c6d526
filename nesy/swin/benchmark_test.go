package swin

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backbone"
	"nesybook/nesy/backend"
)

// batchVariable sets the batch of BenchmarkTinyOnDevice, and lets it run on the Go
// backend.
const batchVariable = "NESY_BENCH_BATCH"

// BenchmarkTinyOnDevice runs a Swin-T of random weights over images that are on the
// device already, in float32 and in bfloat16. It is meant for a GPU:
//
//	GOMLX_BACKEND=xla:/path/to/plugin.so NESY_BENCH_BATCH=512 go test -tags xla -run XXX -bench TinyOnDevice ./nesy/swin
func BenchmarkTinyOnDevice(b *testing.B) {
	engine := newBackend(b)
	batches := []int{64, 128, 256}
	if set := os.Getenv(batchVariable); set != "" {
		batch, err := strconv.Atoi(set)
		if err != nil || batch < 1 {
			b.Fatalf("%s is %q, want a number of images", batchVariable, set)
		}
		batches = []int{batch}
	} else if backend.IsGo(engine) {
		b.Skipf("too large for the Go backend; set %s to a number of images to run it all the same", batchVariable)
	}
	w := Random(Tiny(), 1)
	for _, n := range []struct {
		precision string
		network   backbone.Network
	}{{"float32", w}, {"bfloat16", BFloat16{w}}} {
		for _, batch := range batches {
			b.Run(fmt.Sprintf("%s/batch=%d", n.precision, batch), func(b *testing.B) {
				exec, err := model.NewExec(engine, model.NewStore(), n.network.Pooled)
				if err != nil {
					b.Fatal(err)
				}
				defer exec.Finalize()
				images := tensors.FromFlatDataAndDimensions(noise(w.Config, batch, 1), batch, 3, w.Config.Image, w.Config.Image)
				encode := func() {
					features := exec.MustCall(images)[0]
					features.MustConstFlatData(func(any) {}) // waits for it
					features.MustFinalizeAll()
				}
				encode() // compiles, and brings the images to the device
				for b.Loop() {
					encode()
				}
				perSecond := float64(b.N*batch) / b.Elapsed().Seconds()
				b.ReportMetric(perSecond, "images/s")
				b.ReportMetric(perSecond*operations(w.Config)/1e12, "TFLOP/s")
			})
		}
	}
}

// operations returns the multiplications and additions in the matrix products of one
// image.
func operations(c Config) float64 {
	products := c.grid(0) * c.grid(0) * 3 * c.Patch * c.Patch * c.Embed
	for s, depth := range c.Depths {
		tokens, width := c.grid(s)*c.grid(s), c.width(s)
		if s > 0 {
			products += tokens * 2 * width * width
		}
		dense := tokens * 12 * width * width // query, key, value, output and a perceptron of 4 times the width
		attention := 2 * tokens * c.Window * c.Window * width
		products += depth * (dense + attention)
	}
	return 2 * float64(products)
}

// Liu and others (2021), table 1: Swin-T takes 4.5 thousand million products.
func TestOperations(t *testing.T) {
	if got := operations(Tiny()) / 2 / 1e9; got < 4.45 || got > 4.55 {
		t.Errorf("%.3f thousand million products, want 4.5", got)
	}
}
