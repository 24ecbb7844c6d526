package backbonetest

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/backbone"
	"nesybook/nesy/backend"
	"nesybook/nesy/safetensors"
)

// Tolerance is the largest difference from torchvision's values, which are float32
// as ours, as a share of the largest value of the same output. What is seen is at
// most 1.5e-6, since the two add in different orders.
const Tolerance = 2e-5

// Golden holds a network to the values that testdata/golden.py wrote to path.
// forward returns what comes out of each stage, channels last, and the features.
func Golden(t *testing.T, path string, forward func(scope *model.Scope, images *Node) (stages []*Node, features *Node)) {
	t.Helper()
	file, err := safetensors.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	side, err := strconv.Atoi(file.Metadata["side"])
	if err != nil {
		t.Fatal(err)
	}
	exec, err := model.NewExec(Backend(t), model.NewStore(), func(scope *model.Scope, images *Node) []*Node {
		stages, features := forward(scope, images)
		return append(stages, features)
	})
	if err != nil {
		t.Fatal(err)
	}
	outputs, err := exec.Call(tensors.FromFlatDataAndDimensions(Images(2, side), 2, 3, side, side))
	if err != nil {
		t.Fatal(err)
	}
	if len(outputs) != len(file.Entries()) {
		t.Fatalf("%s: %d outputs, want %d", path, len(outputs), len(file.Entries()))
	}
	for i, output := range outputs {
		name, got := fmt.Sprintf("stage%d", i), tensors.MustCopyFlatData[float32](output)
		if i == len(outputs)-1 {
			name = "features"
		} else {
			got = sample(got)
		}
		want, err := file.Tensor(name)
		if err != nil {
			t.Fatal(err)
		}
		if off := distance(t, got, want.Data); !(off <= Tolerance) {
			t.Errorf("%s: %s is off by %.2g of its largest value", path, name, off)
		} else {
			t.Logf("%s: %s is off by %.2g of its largest value", path, name, off)
		}
	}
}

// Backend returns the backend that the environment chooses, for the test's time.
func Backend(t testing.TB) compute.Backend {
	t.Helper()
	b, err := backend.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Finalize)
	return b
}

// sample picks the values of a stage's output that golden.py keeps.
func sample(values []float32) []float32 {
	picked := make([]float32, 256)
	for i := range picked {
		picked[i] = values[i*7919%len(values)]
	}
	return picked
}

// distance returns the largest difference as a share of the largest value wanted.
func distance(t *testing.T, got, want []float32) float64 {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d values, want %d", len(got), len(want))
	}
	var worst, largest float64
	for i := range want {
		largest = max(largest, math.Abs(float64(want[i])))
		if d := math.Abs(float64(got[i]) - float64(want[i])); !(d <= worst) {
			worst = d // NaN stays
		}
	}
	return worst / largest
}

// Names holds the tensors of a network, in any order, to those of torchvision's
// listed in the file at path: each is wanted with its shape, or renamed to nothing.
func Names(t *testing.T, path string, shapes []backbone.Shape, rename func(string) string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); rename(fields[0]) != "" {
			fields[0] = rename(fields[0])
			want = append(want, strings.Join(fields, " "))
		}
	}
	for _, s := range shapes {
		got = append(got, strings.Join(append([]string{s.Name}, strings.Fields(strings.Trim(fmt.Sprint(s.Dims), "[]"))...), " "))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s: the network has the tensors\n%q, want\n%q", path, got, want)
	}
}

// Benchmark encodes batches of images, on as many goroutines as there are cores.
func Benchmark(b *testing.B, n backbone.Network, batch int) {
	e, err := backbone.NewEncoder(Backend(b), n, batch)
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	pixels := Images(batch, n.Side())
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := e.Encode(pixels); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N*batch)/b.Elapsed().Seconds(), "images/s")
}
