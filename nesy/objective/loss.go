package objective

import (
	. "github.com/gomlx/gomlx/core/graph"
	ml "github.com/gomlx/gomlx/ml/model"

	"nesybook/nesy/belief"
)

// Batch is what the loss is computed from. Labels are of an integer type.
type Batch struct {
	FineLogits, CoarseLogits *Node // [batch, outputs], of the heads
	FineLabels, CoarseLabels *Node // [batch], the true labels
	// Mask is 1 for the samples that count and 0 for those that only fill the
	// batch up, [batch]. Where it is nil all count.
	Mask *Node
}

// Terms are the parts of the loss, scalars. A part that the setting leaves out
// is 0.
type Terms struct {
	Total        *Node // what is minimised
	CrossEntropy *Node // fine plus coarse
	Mass         *Node // R_mass, fine plus coarse (equation 4)
	Sum          *Node // R_sum, fine plus coarse (equation 5)
	Consistency  *Node // L_cons (equation 17)
	Pignistic    *Node // -log BetP of the true labels, weighted by level and added

	Alpha, Beta, Gamma, Sigma *Node // as they are at this step
}

// Graph builds the loss of equation 8, each term the mean over the batch of
// the samples' own. During warm-up the total is the cross-entropy alone; the
// other terms are computed all the same.
func (o *Objective) Graph(scope *ml.Scope, b Batch, warmup bool) Terms {
	c := o.Config
	zero := ScalarZero(b.FineLogits.Graph(), b.FineLogits.DType())
	t := Terms{Mass: zero, Sum: zero, Consistency: zero, Pignistic: zero, Alpha: zero, Beta: zero, Gamma: zero, Sigma: zero}
	mean := func(each *Node) *Node { return meanOf(each, b.Mask) }

	if !c.Kind.Sets() {
		t.CrossEntropy = mean(Add(LabelCrossEntropyGraph(b.FineLogits, b.FineLabels), LabelCrossEntropyGraph(b.CoarseLogits, b.CoarseLabels)))
		t.Total = t.CrossEntropy
		return t
	}
	t.CrossEntropy = mean(Add(
		SetCrossEntropyGraph(b.FineLogits, o.fine.targetsGraph(b.FineLabels), c.Reduction),
		SetCrossEntropyGraph(b.CoarseLogits, o.coarse.targetsGraph(b.CoarseLabels), c.Reduction)))
	t.Total = t.CrossEntropy

	fine, coarse := o.fine.massesGraph(b.FineLogits), o.coarse.massesGraph(b.CoarseLogits) // [batch, sets]
	add := func(contribution *Node) {
		if !warmup {
			t.Total = Add(t.Total, contribution)
		}
	}
	if c.Alpha > 0 {
		var contribution *Node
		t.Mass = mean(Add(belief.NegativityGraph(fine), belief.NegativityGraph(coarse)))
		t.Alpha, contribution = c.weighGraph(scope, t.Mass, c.Alpha, logAlpha)
		add(contribution)
	}
	if c.Beta > 0 {
		var contribution *Node
		t.Sum = mean(Add(belief.ExcessGraph(fine), belief.ExcessGraph(coarse)))
		t.Beta, contribution = c.weighGraph(scope, t.Sum, c.Beta, logBeta)
		add(contribution)
	}
	if o.consistency != nil {
		var cons, contribution *Node // [batch], scalar
		witness := fine              // [batch, sets]
		if c.CoarseFollows {
			witness = StopGradient(fine)
		}
		if c.LearnSigma {
			t.Sigma = Exp(parameter(scope, logSigma, c.Consistency.Membership.Sigma).NodeValue(fine))
			cons = o.consistency.GraphWithSigma(witness, coarse, t.Sigma)
		} else {
			t.Sigma = Scalar(fine.Graph(), fine.DType(), c.Consistency.Membership.Sigma)
			cons = o.consistency.Graph(witness, coarse)
		}
		t.Consistency = mean(OneMinus(cons))
		t.Gamma, contribution = c.weighGraph(scope, t.Consistency, c.Gamma, logGamma)
		add(contribution)
	}
	if c.PignisticFine > 0 || c.PignisticCoarse > 0 {
		t.Pignistic = mean(Add(
			MulScalar(o.fine.surprisalGraph(fine, b.FineLabels), c.PignisticFine),
			MulScalar(o.coarse.surprisalGraph(coarse, b.CoarseLabels), c.PignisticCoarse)))
		add(t.Pignistic)
	}
	return t
}

// ScoresGraph returns what the prediction at each level is the argmax of: BetP
// of every label, or the base's logits, [batch, labels].
func (o *Objective) ScoresGraph(fineLogits, coarseLogits *Node) (fine, coarse *Node) {
	if !o.Config.Kind.Sets() {
		return fineLogits, coarseLogits
	}
	return o.fine.betpGraph(o.fine.massesGraph(fineLogits)), o.coarse.betpGraph(o.coarse.massesGraph(coarseLogits))
}

// meanOf returns the mean of each sample's value [batch] over those that mask
// lets count.
func meanOf(each, mask *Node) *Node {
	if mask == nil {
		return ReduceAllMean(each)
	}
	return Div(ReduceAllSum(Mul(each, mask)), ReduceAllSum(mask))
}

// targetsGraph returns Bel(A) of the true labels: [batch, sets] from [batch].
func (l level) targetsGraph(labels *Node) *Node {
	table := make([][]float32, l.labels) // [labels, sets]
	for y := range table {
		for _, bel := range l.family.Targets(y) {
			table[y] = append(table[y], float32(bel))
		}
	}
	return Gather(Const(labels.Graph(), table), ExpandAxes(labels, -1))
}

func (l level) massesGraph(logits *Node) *Node {
	return belief.MassesGraph(Sigmoid(logits), l.inverse)
}

func (l level) betpGraph(masses *Node) *Node {
	sets, omega := belief.CompleteGraph(masses)
	return belief.BetPGraph(l.family, sets, omega)
}

// surprisalGraph returns -log of BetP of the true labels given that the answer is
// in one of the sets, [batch]: Omega's share, the same for all labels, is left out.
// It would bound the loss of a hard image, and with it what is learnt from it.
func (l level) surprisalGraph(masses, labels *Node) *Node {
	supported := MaxScalar(masses, 0)                                // [batch, sets]
	total := MaxScalar(ReduceSum(supported, -1), smallestBetP)       // [batch]
	betp := pick(belief.PaperBetPGraph(l.family, supported), labels) // [batch]
	return Neg(Log(MaxScalar(Div(betp, total), smallestBetP)))
}

// smallestBetP keeps the surprisal finite where the true label has no mass.
const smallestBetP = 1e-6

// ParentsGraph returns pi of fine labels, of any shape and integer type.
func (o *Objective) ParentsGraph(fine *Node) *Node {
	parents := ConstAs(fine, o.parents)
	return Gather(parents, ExpandAxes(fine, -1))
}
