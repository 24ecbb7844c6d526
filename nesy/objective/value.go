package objective

import (
	"math"

	"nesybook/nesy/belief"
)

// Sample is what one image adds to the loss: the heads' logits and its labels.
type Sample struct {
	FineLogits, CoarseLogits []float64
	Fine, Coarse             int
}

// Values are Terms as numbers.
type Values struct {
	Total        float64 `json:"total"`
	CrossEntropy float64 `json:"crossEntropy"`
	Mass         float64 `json:"mass"`
	Sum          float64 `json:"sum"`
	Consistency  float64 `json:"consistency"`
	Pignistic    float64 `json:"pignistic"`
	Alpha        float64 `json:"alpha"`
	Beta         float64 `json:"beta"`
	Gamma        float64 `json:"gamma"`
	Sigma        float64 `json:"sigma"`
}

// Value returns the loss of equation 8 over a batch, the same as Graph, to be
// read beside the paper.
func (o *Objective) Value(p Parameters, batch []Sample, warmup bool) Values {
	var v Values
	n := float64(len(batch))
	if !o.Config.Kind.Sets() {
		for _, s := range batch {
			v.CrossEntropy += (LabelCrossEntropy(s.FineLogits, s.Fine) + LabelCrossEntropy(s.CoarseLogits, s.Coarse)) / n
		}
		v.Total = v.CrossEntropy
		return v
	}

	c := o.Config
	term := o.consistency
	if term != nil {
		v.Sigma = c.Consistency.Membership.Sigma
		if c.LearnSigma {
			v.Sigma = math.Exp(p.LogSigma)
			term = o.withSigma(v.Sigma)
		}
	}
	for _, s := range batch {
		v.CrossEntropy += (SetCrossEntropy(s.FineLogits, o.fine.family.Targets(s.Fine), c.Reduction) +
			SetCrossEntropy(s.CoarseLogits, o.coarse.family.Targets(s.Coarse), c.Reduction)) / n
		fine, coarse := o.fine.masses(s.FineLogits), o.coarse.masses(s.CoarseLogits)
		if c.Alpha > 0 {
			v.Mass += (belief.Negativity(fine) + belief.Negativity(coarse)) / n
		}
		if c.Beta > 0 {
			v.Sum += (belief.Excess(fine) + belief.Excess(coarse)) / n
		}
		if term != nil {
			v.Consistency += (1 - term.Score(fine, coarse)) / n
		}
		if c.PignisticFine > 0 {
			v.Pignistic += c.PignisticFine * o.fine.surprisal(fine, s.Fine) / n
		}
		if c.PignisticCoarse > 0 {
			v.Pignistic += c.PignisticCoarse * o.coarse.surprisal(coarse, s.Coarse) / n
		}
	}

	v.Total = v.CrossEntropy
	add := func(contribution float64) {
		if !warmup {
			v.Total += contribution
		}
	}
	var contribution float64
	if c.Alpha > 0 {
		v.Alpha, contribution = c.weigh(v.Mass, c.Alpha, p.LogAlpha)
		add(contribution)
	}
	if c.Beta > 0 {
		v.Beta, contribution = c.weigh(v.Sum, c.Beta, p.LogBeta)
		add(contribution)
	}
	if term != nil {
		v.Gamma, contribution = c.weigh(v.Consistency, c.Gamma, p.LogGamma)
		add(contribution)
	}
	add(v.Pignistic)
	return v
}

func (l level) masses(logits []float64) []float64 {
	beliefs := make([]float64, len(logits))
	for i, y := range logits {
		beliefs[i] = 1 / (1 + math.Exp(-y)) // equation 2
	}
	return belief.Masses(beliefs, l.inverse)
}

func (l level) surprisal(masses []float64, label int) float64 {
	supported, total := make([]float64, len(masses)), 0.0
	for k, m := range masses {
		supported[k] = max(0, m)
		total += supported[k]
	}
	betp := belief.PaperBetP(l.family, supported)[label] / max(total, smallestBetP)
	return -math.Log(max(betp, smallestBetP))
}

// ReferenceLoss returns equation 8 of measured terms with the coefficients at
// their initial values. It compares epochs by one yardstick, which the total
// does not where coefficients are learnt: it can fall because they do.
func (o *Objective) ReferenceLoss(v Values) float64 {
	c := o.Config
	return v.CrossEntropy + c.Alpha*v.Mass + c.Beta*v.Sum + c.Gamma*v.Consistency + v.Pignistic
}
