package train

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	ml "github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/model"
	"nesybook/nesy/objective"
)

// Measures are the terms of the loss and how well the predictions do, means
// over images. Predictions are the argmax at each level, without decoding.
type Measures struct {
	objective.Values
	FineAccuracy   float64 `json:"fineAccuracy"`
	CoarseAccuracy float64 `json:"coarseAccuracy"`
	// Agreement is the share of images whose coarse prediction is the parent of
	// the fine one.
	Agreement float64 `json:"agreement"`
}

// fields lists the measures in the order in which the graph returns them.
func (m *Measures) fields() []*float64 {
	return []*float64{
		&m.Total, &m.CrossEntropy, &m.Mass, &m.Sum, &m.Consistency, &m.Pignistic,
		&m.Alpha, &m.Beta, &m.Gamma, &m.Sigma,
		&m.FineAccuracy, &m.CoarseAccuracy, &m.Agreement,
	}
}

// measuresGraph returns the measures of a batch as one vector.
func measuresGraph(o *objective.Objective, t objective.Terms, b objective.Batch) *Node {
	fineScores, coarseScores := o.ScoresGraph(b.FineLogits, b.CoarseLogits)
	fine, coarse := ArgMax(fineScores, -1, dtypes.Int32), ArgMax(coarseScores, -1, dtypes.Int32)
	share := func(condition *Node) *Node {
		hits := Mul(ConvertDType(condition, b.Mask.DType()), b.Mask)
		return Div(ReduceAllSum(hits), ReduceAllSum(b.Mask))
	}
	return Stack([]*Node{
		t.Total, t.CrossEntropy, t.Mass, t.Sum, t.Consistency, t.Pignistic,
		t.Alpha, t.Beta, t.Gamma, t.Sigma,
		share(Equal(fine, b.FineLabels)),
		share(Equal(coarse, b.CoarseLabels)),
		share(Equal(o.ParentsGraph(fine), coarse)),
	}, 0)
}

// add adds the measures of a batch, weighed by its number of images, in n.
func (m *Measures) add(vector *tensors.Tensor, n float64) {
	tensors.MustConstFlatData(vector, func(flat []float32) {
		for i, field := range m.fields() {
			*field += n * float64(flat[i])
		}
	})
}

// divide turns sums into means over n images.
func (m *Measures) divide(n float64) {
	for _, field := range m.fields() {
		*field /= n
	}
}

// network is the model with what is needed to train and to measure it.
type network struct {
	store     *ml.Store
	optimiser AdamW
	warmup    *ml.Exec // a training step during warm-up
	learn     *ml.Exec // and after it
	measure   *ml.Exec
	dropout   *model.Dropout
	source    source // of the training images
	training  *batch
	measuring *batch
}

// measuringBatch is the number of images measured at a time.
const measuringBatch = 256

func newNetwork(backend compute.Backend, features int, images source, mc model.Config, o *objective.Objective, c Config) (*network, error) {
	n := &network{
		store:     ml.NewStore(),
		optimiser: NewAdamW(c.WeightDecay),
		dropout:   model.NewDropout(mc, c.Batch, c.Seed),
		source:    images,
		training:  newBatch(c.Batch),
		measuring: newBatch(measuringBatch),
	}
	if err := model.Initialise(n.store, features, mc, c.Seed); err != nil {
		return nil, err
	}
	if c.UniformStart {
		fine, coarse := o.UniformLogits()
		if err := model.SetBiases(n.store, fine, coarse); err != nil {
			return nil, err
		}
	}
	batchOf := func(fine, coarse *Node, inputs []*Node) objective.Batch {
		return objective.Batch{FineLogits: fine, CoarseLogits: coarse, FineLabels: inputs[0], CoarseLabels: inputs[1], Mask: inputs[2]}
	}
	stepOf := func(warmup bool) func(*ml.Scope, []*Node) *Node {
		return func(scope *ml.Scope, inputs []*Node) *Node {
			dropout, pictures := inputs[4:4+len(n.dropout.Masks)], inputs[4+len(n.dropout.Masks):]
			x := n.source.Graph(scope.In(sourceScope), pictures)
			fine, coarse := model.ForwardTraining(scope, x, dropout, mc)
			b := batchOf(fine, coarse, inputs)
			terms := o.Graph(scope, b, warmup)
			measures := measuresGraph(o, terms, b)
			n.optimiser.StepGraph(scope, terms.Total, inputs[3])
			o.ConfineGraph(scope, fine.Graph())
			return measures
		}
	}
	var err error
	if n.warmup, err = ml.NewExec(backend, n.store, stepOf(true)); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if n.learn, err = ml.NewExec(backend, n.store, stepOf(false)); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	n.measure, err = ml.NewExec(backend, n.store, func(scope *ml.Scope, inputs []*Node) *Node {
		fine, coarse := model.Forward(scope, inputs[3], mc)
		b := batchOf(fine, coarse, inputs)
		return measuresGraph(o, o.Graph(scope, b, false), b)
	})
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return n, nil
}

// step trains on the images of the given indices, as they are seen in an epoch, and
// adds their measures to m. It is step number `number` of the run, from 0.
func (n *network) step(epoch int, labels Labels, indices []int, number int, rate float64, warmup bool, m *Measures) error {
	n.training.fill(labels, indices)
	n.dropout.Draw(number)
	exec := n.learn
	if warmup {
		exec = n.warmup
	}
	inputs := []any{n.training.fine, n.training.coarse, n.training.mask, n.optimiser.Rates(rate, number+1)}
	for _, tensor := range slices.Concat(n.dropout.Masks, n.source.Inputs(epoch, indices)) {
		inputs = append(inputs, tensor)
	}
	return n.run(exec, inputs, len(indices), m)
}

// measures returns the measures over all of the images.
func (n *network) measures(rows [][]float32, labels Labels) (Measures, error) {
	var m Measures
	images := newCached([][][]float32{rows}, measuringBatch)
	for start := 0; start < len(rows); start += measuringBatch {
		indices := make([]int, min(measuringBatch, len(rows)-start))
		for i := range indices {
			indices[i] = start + i
		}
		b := n.measuring
		b.fill(labels, indices)
		if err := n.run(n.measure, []any{b.fine, b.coarse, b.mask, images.Inputs(0, indices)[0]}, len(indices), &m); err != nil {
			return m, err
		}
	}
	m.divide(float64(len(rows)))
	return m, nil
}

// close frees the compiled graphs and the variables, of which a backbone's take most
// of a device's memory.
func (n *network) close() {
	for _, exec := range []*ml.Exec{n.warmup, n.learn, n.measure} {
		exec.Finalize()
	}
	n.store.Finalize()
}

func (n *network) run(exec *ml.Exec, inputs []any, images int, m *Measures) error {
	outputs, err := exec.Exec(inputs...)
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	m.add(outputs[0], float64(images))
	return outputs[0].FinalizeAll()
}
