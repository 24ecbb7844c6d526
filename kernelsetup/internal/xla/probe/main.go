// Command probe computes a matrix product on the backend that $GOMLX_BACKEND
// names and prints the backend's devices. Built with -tags xla it shows that a
// plugin is there with all it needs: a plugin may load, and only fail to compile.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"nesybook/nesy/backend"
)

func main() {
	devices, err := probe()
	if err != nil {
		fmt.Fprintln(os.Stderr, strings.Join(strings.Fields(err.Error()), " "))
		os.Exit(1)
	}
	fmt.Println(devices)
}

// probe reads "2 devices: ..., ...".
func probe() (devices string, err error) {
	b, err := backend.New()
	if err != nil {
		return "", err
	}
	defer b.Finalize()
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the plugin starts and does not compute: %v", fault)
		}
	}()
	const side = 64
	product := MustNewExec(b, func(g *Graph) *Node {
		ones := Ones(g, shapes.Make(dtypes.Float32, side, side))
		return ReduceAllSum(MatMul(ones, ones))
	}).MustCall()[0]
	if got := tensors.ToScalar[float32](product); got != side*side*side {
		return "", fmt.Errorf("the plugin computes %g, not %d", got, side*side*side)
	}
	list := make([]string, b.NumDevices())
	for i := range list {
		list[i] = b.DeviceDescription(compute.DeviceNum(i))
	}
	plural := "s"
	if len(list) == 1 {
		plural = ""
	}
	return fmt.Sprintf("%d device%s: %s", len(list), plural, strings.Join(list, ", ")), nil
}
