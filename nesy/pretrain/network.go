package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/parallel"
	"nesybook/nesy/swin"
	"nesybook/nesy/train"
)

// network is the Swin with what is needed to train and to measure it. A batch is
// computed in chunks, whose gradients are added up: small ones fit the processor's
// cache, and several can be computed side by side.
type network struct {
	recipe     Recipe
	store      *model.Store
	optimiser  train.AdamW
	parameters []*model.Variable

	learn   *model.Exec // a chunk's measures, and its part of the gradient
	apply   *model.Exec // moves the parameters by a gradient
	measure *model.Exec // a chunk's measures
}

// measures are sums over images.
type measures struct {
	Loss float64 `json:"loss"`
	Hits float64 `json:"hits"` // images whose label had the largest logit
}

func newNetwork(backend compute.Backend, r Recipe) (*network, error) {
	n := &network{recipe: r, store: model.NewStore(), optimiser: train.NewAdamW(r.Decay)}
	n.optimiser.Decays = func(v *model.Variable) bool {
		return v.Shape().Rank() >= 2 && !strings.HasSuffix(v.Path(), ".relative_position_bias_table")
	}
	start := swin.Initial(r.Network, r.Seed)
	start.CreateVariables(n.store.RootScope())
	for _, t := range start.Tensors() {
		n.parameters = append(n.parameters, n.store.GetVariable("/"+t.Name))
	}

	c := r.Network
	images := shapes.Make(dtypes.Float32, r.Chunk, 3, c.Image, c.Image)
	labels := shapes.Make(dtypes.Int32, r.Chunk)
	var err error
	if n.learn, err = model.NewExec(backend, n.store, n.learnGraph); err != nil {
		return nil, fmt.Errorf("pretrain: %w", err)
	}
	if _, err = n.learn.Compile(images, labels, shapes.Make(dtypes.Float32, r.Chunk, c.Branches())); err != nil {
		return nil, fmt.Errorf("pretrain: %w", err)
	}
	if n.measure, err = model.NewExec(backend, n.store, n.measureGraph); err != nil {
		return nil, fmt.Errorf("pretrain: %w", err)
	}
	if _, err = n.measure.Compile(images, labels, shapes.Make(dtypes.Float32, r.Chunk)); err != nil {
		return nil, fmt.Errorf("pretrain: %w", err)
	}
	if n.apply, err = model.NewExec(backend, n.store, n.applyGraph); err != nil {
		return nil, fmt.Errorf("pretrain: %w", err)
	}
	return n, nil
}

// learnGraph takes a chunk's images, labels and stochastic depth, and returns the
// sums of its losses and hits, [2], and the gradient of its part of the batch's mean
// loss, [parameters].
func (n *network) learnGraph(scope *model.Scope, inputs []*Node) []*Node {
	images, labels, keep := ConvertDType(inputs[0], precisions[n.recipe.Precision]), inputs[1], inputs[2]
	logits := swin.ForwardTraining(scope, n.recipe.Network, images, keep).Logits
	loss := ReduceAllSum(crossEntropyGraph(logits, labels, n.recipe.Smoothing))
	var values []*Node
	for _, v := range n.parameters {
		values = append(values, v.NodeValue(loss.Graph()))
	}
	gradients := Gradient(DivScalar(loss, float64(n.recipe.Batch)), values...)
	for i, gradient := range gradients {
		gradients[i] = Reshape(gradient, -1)
	}
	return []*Node{Stack([]*Node{loss, ReduceAllSum(hitsGraph(logits, labels))}, 0), Concatenate(gradients, 0)}
}

// applyGraph takes the gradient of a batch, [parameters], and the optimiser's rates,
// and returns the gradient's norm.
func (n *network) applyGraph(scope *model.Scope, inputs []*Node) *Node {
	gradient, rates := inputs[0], inputs[1]
	norm := Sqrt(ReduceAllSum(Square(gradient)))
	shorten := MinScalar(MulScalar(Inverse(AddScalar(norm, 1e-6)), n.recipe.MaxNorm), 1)
	gradient = Mul(gradient, shorten)
	var gradients []*Node
	start := 0
	for _, v := range n.parameters {
		end := start + v.Shape().Size()
		gradients = append(gradients, Reshape(Slice(gradient, AxisRange(start, end)), v.Shape().Dimensions...))
		start = end
	}
	n.optimiser.ApplyGraph(scope.Store(), n.parameters, gradients, rates)
	return norm
}

// measureGraph takes a chunk's images, labels and the weight of each, 1 or 0, and
// returns the sums of its losses, without smoothing, and hits.
func (n *network) measureGraph(scope *model.Scope, inputs []*Node) *Node {
	images, labels, counts := ConvertDType(inputs[0], precisions[n.recipe.Precision]), inputs[1], inputs[2]
	logits := swin.ForwardTraining(scope, n.recipe.Network, images, nil).Logits
	sum := func(x *Node) *Node { return ReduceAllSum(Mul(x, counts)) }
	return Stack([]*Node{sum(crossEntropyGraph(logits, labels, 0)), sum(hitsGraph(logits, labels))}, 0)
}

// step moves the parameters by the loss of a batch, whose measures it adds to m. It
// is step number `number` of the run, from 0.
func (n *network) step(b *batch, number int, rate float64, m *measures) error {
	gradient, err := n.gradient(b, m)
	if err != nil {
		return err
	}
	_, err = execute(n.apply, gradient, tensors.FromValue(n.optimiser.Rates(rate, number+1)))
	return err
}

// execute runs a graph and frees its inputs.
func execute(exec *model.Exec, inputs ...*tensors.Tensor) (outputs []*tensors.Tensor, err error) {
	outputs, err = exec.Exec(inputs)
	for _, input := range inputs {
		err = cmp.Or(err, input.FinalizeAll())
	}
	if err != nil {
		return nil, fmt.Errorf("pretrain: %w", err)
	}
	return outputs, nil
}

// gradient returns the gradient of a batch's mean loss, [parameters], and adds the
// batch's measures to m.
func (n *network) gradient(b *batch, m *measures) (*tensors.Tensor, error) {
	chunks := n.recipe.Batch / n.recipe.Chunk
	outputs, errs := make([][]*tensors.Tensor, chunks), make([]error, chunks)
	parallel.For(chunks, func(k int) {
		outputs[k], errs[k] = execute(n.learn, b.chunk(k)...)
	})
	if err := cmp.Or(errs...); err != nil { // one of them: they will be the same
		return nil, err
	}
	for _, output := range outputs {
		m.add(output[0])
	}
	if chunks == 1 {
		return outputs[0][1], nil // wherever it is, it can stay there
	}
	// Added up in the chunks' order, whichever was ready first.
	total := tensors.MustCopyFlatData[float32](outputs[0][1])
	for _, output := range outputs[1:] {
		tensors.MustConstFlatData(output[1], func(part []float32) {
			for i, g := range part {
				total[i] += g
			}
		})
	}
	for _, output := range outputs {
		if err := output[1].FinalizeAll(); err != nil {
			return nil, fmt.Errorf("pretrain: %w", err)
		}
	}
	return tensors.FromFlatDataAndDimensions(total, len(total)), nil
}

func (m *measures) add(vector *tensors.Tensor) {
	tensors.MustConstFlatData(vector, func(flat []float32) {
		m.Loss += float64(flat[0])
		m.Hits += float64(flat[1])
	})
}
