package train

import (
	"math"
	"slices"
	"testing"

	"github.com/gomlx/compute/distributed"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/core/tensors/dtensor"
	ml "github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/model"
	"nesybook/nesy/objective"
)

// The mean of the gradients of two halves of a batch is the batch's gradient, as
// every term of the loss is a mean over images. It is not where each half is
// normalised by its own mean and variance: training in parallel has to share them.
func TestGradientOfHalvesOfABatch(t *testing.T) {
	const batch = 20
	for _, kind := range []model.Kind{model.Softmax, model.RandomSet, model.NeSy} {
		k := newTask(t, kind)
		k.model.Dropout = 0
		for _, own := range []bool{false, true} {
			store := ml.NewStore()
			if err := model.Initialise(store, k.data.Features(), k.model, 42); err != nil {
				t.Fatal(err)
			}
			exec := ml.MustNewExec(engine(t), store, func(scope *ml.Scope, inputs []*Node) *Node {
				forward := model.Forward
				if own {
					forward = func(scope *ml.Scope, x *Node, c model.Config) (fine, coarse *Node) {
						return model.ForwardTraining(scope, x, nil, c)
					}
				}
				fine, coarse := forward(scope, inputs[0], k.model)
				loss := k.loss.Graph(scope, objective.Batch{
					FineLogits: fine, CoarseLogits: coarse, FineLabels: inputs[1], CoarseLabels: inputs[2], Mask: inputs[3],
				}, false).Total
				var values, flat []*Node
				for v := range scope.IterVariables() {
					if v.Trainable && v.InUseByGraph(loss.Graph()) {
						values = append(values, v.NodeValue(loss.Graph()))
					}
				}
				for _, g := range Gradient(loss, values...) {
					flat = append(flat, Reshape(g, -1))
				}
				return Concatenate(flat, 0)
			})
			gradient := func(from, to int) []float32 {
				b := newBatch(to - from)
				var images []int
				for i := from; i < to; i++ {
					images = append(images, i)
				}
				b.fill(k.data.Train, images)
				features := newCached(k.data.Views, to-from).Inputs(0, images)[0]
				return tensors.MustCopyFlatData[float32](exec.MustCall(features, b.fine, b.coarse, b.mask)[0])
			}
			whole, first, second := gradient(0, batch), gradient(0, batch/2), gradient(batch/2, batch)
			var difference, length float64
			for i := range whole {
				d := float64(first[i]+second[i])/2 - float64(whole[i])
				difference += d * d
				length += float64(whole[i]) * float64(whole[i])
			}
			relative := math.Sqrt(difference / length)
			t.Logf("%v, statistics of each half: %v: relative difference %.2g", kind, own, relative)
			if own && relative < 0.01 || !own && relative > 1e-5 {
				t.Errorf("%v, statistics of each half: %v: the gradients differ by %g", kind, own, relative)
			}
		}
	}
}

// Training on two devices, the batch split by XLA (GoMLX's AutoSharding), gives the
// numbers of one. XLA's plugin for the processor can pose as two devices:
// XLA_FLAGS=--xla_force_host_platform_device_count=2.
func TestTwoDevicesTrainAsOne(t *testing.T) {
	b := engine(t)
	if b.NumDevices() < 2 {
		t.Skipf("%s has one device", b.Name())
	}
	k := newTask(t, model.NeSy)
	network := func() *network {
		n, err := newNetwork(b, k.data.Features(), newCached(k.data.Views, k.config.Batch), k.model, k.loss, k.config)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	one, two := network(), network()

	mesh, err := distributed.NewDeviceMesh([]int{2}, []string{"data"})
	if err != nil {
		t.Fatal(err)
	}
	whole := distributed.NewReplicatedShardingSpec(mesh)
	split := func(axis int) *distributed.ShardingSpec {
		builder := distributed.BuildSpec(mesh)
		for range axis {
			builder = builder.R()
		}
		spec, err := builder.S("data").Done()
		if err != nil {
			t.Fatal(err)
		}
		return spec
	}
	// The inputs of step: labels and mask, the optimiser's rates, dropout's masks,
	// whose second axis is the batch, and features.
	specs := []*distributed.ShardingSpec{split(0), split(0), split(0), whole}
	for range two.dropout.Masks {
		specs = append(specs, split(1))
	}
	specs = append(specs, split(0))
	two.learn.AutoSharding(mesh).WithInputShardingSpecs(specs...).WithOutputShardingSpecs(whole)

	images := order(len(k.data.Train.Fine), 1, 0)[:k.config.Batch]
	for number := range 5 {
		var want Measures
		if err := one.step(0, k.data.Train, images, number, 1e-2, false, &want); err != nil {
			t.Fatal(err)
		}
		want.divide(float64(len(images)))

		two.training.fill(k.data.Train, images)
		two.dropout.Draw(number)
		rates := tensors.FromValue(two.optimiser.Rates(1e-2, number+1))
		inputs := []*tensors.Tensor{two.training.fine, two.training.coarse, two.training.mask, rates}
		var shards []any
		for i, input := range slices.Concat(inputs, two.dropout.Masks, two.source.Inputs(0, images)) {
			shard, err := dtensor.ShardTensor(specs[i], input)
			if err != nil {
				t.Fatal(err)
			}
			shards = append(shards, shard)
		}
		outputs, err := two.learn.DistributedExec(shards...)
		if err != nil {
			t.Fatal(err)
		}
		vector, err := outputs[0].Merge()
		if err != nil {
			t.Fatal(err)
		}
		var got Measures
		got.add(vector, 1)
		for i, want := range want.fields() {
			if got := *got.fields()[i]; math.Abs(got-*want) > 1e-5*(1+math.Abs(*want)) {
				t.Errorf("step %d, measure %d: %g on two devices, %g on one", number, i, got, *want)
			}
		}
	}
}
