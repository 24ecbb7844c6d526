package metrics

import (
	"nesybook/nesy/belief"
	"nesybook/nesy/decode"
	"nesybook/nesy/focal"
)

// Level is what a model says about one level, and the truth.
type Level struct {
	BetP   [][]float64   // [samples][labels], each row a distribution
	Labels []int         // [samples]
	Masses []belief.Mass // [samples], complete; nil for a softmax model
	Family *focal.Family // the sets of Masses; nil for a softmax model
}

// Input is all that Evaluate looks at.
type Input struct {
	Fine, Coarse Level
	Parents      []int // the coarse label of each fine label
	Thresholds   decode.Thresholds
	Bins         int // of the calibration errors; 0 means DefaultBins
}

// LevelReport holds the columns of one level.
type LevelReport struct {
	Accuracy     float64 `json:"accuracy"`      // after decoding: the tables' "Acc"
	BetPAccuracy float64 `json:"betp_accuracy"` // of the argmax of BetP: "BetP Acc"
	PRF                  // macro, after decoding

	ECE          float64 `json:"ece"`
	AdaptiveECE  float64 `json:"adaptive_ece"`
	ClasswiseECE float64 `json:"classwise_ece"`
	Entropy      float64 `json:"entropy_nats"`
	NLL          float64 `json:"nll_nats"`
	Brier        float64 `json:"brier"`

	MaxMass   *Coverage `json:"max_mass,omitempty"`   // nil for a softmax model
	MaxBelief *Coverage `json:"max_belief,omitempty"` // nil for a softmax model

	Reliability []Bin `json:"reliability"` // the bins behind ECE
}

// Report holds every column of the paper's tables for one model and one pair of
// thresholds. Shares are in [0, 1].
type Report struct {
	Samples    int               `json:"samples"`
	Thresholds decode.Thresholds `json:"thresholds"`

	Consistency     float64 `json:"consistency"`      // after decoding: the tables' "Log. Cons."
	BetPConsistency float64 `json:"betp_consistency"` // of the two argmaxes
	Overridden      float64 `json:"overridden"`       // share of coarse labels that decoding changed

	Fine   LevelReport `json:"fine"`
	Coarse LevelReport `json:"coarse"`

	Joint JointReport `json:"joint"`
}

// JointReport holds the accuracies of decode.Joint, an extension of the paper's
// decoding. Its consistency is 1 by construction.
type JointReport struct {
	FineAccuracy   float64 `json:"fine_accuracy"`
	CoarseAccuracy float64 `json:"coarse_accuracy"`
}

// Evaluate decodes every sample and measures the result.
func Evaluate(in Input) Report {
	n := len(in.Fine.Labels)
	checkPaired(n, len(in.Coarse.Labels))
	checkProbabilities(in.Fine.BetP, in.Fine.Labels)
	checkProbabilities(in.Coarse.BetP, in.Coarse.Labels)

	var fine, coarse, fineBase, coarseBase, jointFine, jointCoarse []int
	overridden := 0
	for i := range n {
		p := decode.Decode(in.Fine.BetP[i], in.Coarse.BetP[i], in.Parents, in.Thresholds)
		fine, fineBase = append(fine, p.Fine), append(fineBase, p.FineBase)
		coarse, coarseBase = append(coarse, p.Coarse), append(coarseBase, p.CoarseBase)
		if p.Overridden {
			overridden++
		}
		j := decode.Joint(in.Fine.BetP[i], in.Coarse.BetP[i], in.Parents)
		jointFine, jointCoarse = append(jointFine, j.Fine), append(jointCoarse, j.Coarse)
	}
	return Report{
		Samples:         n,
		Thresholds:      in.Thresholds,
		Consistency:     Consistency(fine, coarse, in.Parents),
		BetPConsistency: Consistency(fineBase, coarseBase, in.Parents),
		Overridden:      ratio(overridden, n),
		Fine:            in.Fine.report(fine, fineBase, in.Bins),
		Coarse:          in.Coarse.report(coarse, coarseBase, in.Bins),
		Joint: JointReport{
			FineAccuracy:   Accuracy(in.Fine.Labels, jointFine),
			CoarseAccuracy: Accuracy(in.Coarse.Labels, jointCoarse),
		},
	}
}

func (l Level) report(decoded, base []int, bins int) LevelReport {
	if bins == 0 {
		bins = DefaultBins
	}
	r := LevelReport{
		Accuracy:     Accuracy(l.Labels, decoded),
		BetPAccuracy: Accuracy(l.Labels, base),
		PRF:          Macro(l.Labels, decoded, len(l.BetP[0])),
		ClasswiseECE: ClasswiseECE(l.BetP, l.Labels, bins),
		Entropy:      MeanEntropy(l.BetP),
		NLL:          NLL(l.BetP, l.Labels),
		Brier:        Brier(l.BetP, l.Labels),
	}
	r.ECE, r.Reliability = ECE(l.BetP, l.Labels, bins)
	r.AdaptiveECE, _ = AdaptiveECE(l.BetP, l.Labels, bins)
	if l.Masses != nil {
		byMass := Cover(l.Family, l.Masses, l.Labels, MaxMass)
		byBelief := Cover(l.Family, l.Masses, l.Labels, MaxBelief)
		r.MaxMass, r.MaxBelief = &byMass, &byBelief
	}
	return r
}
