package metrics

import (
	"math"
	"sort"
)

// DefaultBins is the number of confidence bins where none is asked for.
const DefaultBins = 15

// Bin is one interval of confidence of a reliability diagram. The bins of equal
// width are closed below and open above, the last closed at both ends, so that a
// confidence of exactly 1 belongs to the last. An empty bin has Count 0 and no
// meaningful Confidence or Accuracy.
type Bin struct {
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Count      int     `json:"count"`
	Confidence float64 `json:"confidence"` // mean over the bin's samples
	Accuracy   float64 `json:"accuracy"`   // share of the bin's samples that are right
}

// ECE returns the expected calibration error of the most probable label over bins
// of equal width, and the bins: the mean of |accuracy - confidence| weighted by
// the bins' counts (Naeini, Cooper and Hauskrecht 2015, "Obtaining Well
// Calibrated Probabilities Using Bayesian Binning"; Guo et al. 2017, "On
// Calibration of Modern Neural Networks").
func ECE(p [][]float64, truth []int, bins int) (float64, []Bin) {
	checkProbabilities(p, truth)
	filled := equalWidth(topLabel(p, truth), bins)
	return calibrationError(filled), filled
}

// AdaptiveECE is ECE over bins of equal count in place of equal width: samples
// sorted by confidence are cut into groups whose sizes differ by at most one
// (Nixon et al. 2019, "Measuring Calibration in Deep Learning"). A bin's limits
// are the confidences of its first and last sample. Samples of equal confidence
// keep their order and may fall on both sides of a cut.
func AdaptiveECE(p [][]float64, truth []int, bins int) (float64, []Bin) {
	checkProbabilities(p, truth)
	filled := equalCount(topLabel(p, truth), bins)
	return calibrationError(filled), filled
}

// ClasswiseECE is the calibration error of the whole distribution: for each label
// in turn the probability given to it is compared with how often it is true, over
// bins of equal width, and the labels' errors are averaged (Kull et al. 2019,
// "Beyond temperature scaling").
func ClasswiseECE(p [][]float64, truth []int, bins int) float64 {
	classes := checkProbabilities(p, truth)
	outcomes := make([]outcome, len(p))
	sum := 0.0
	for label := range classes {
		for i, row := range p {
			outcomes[i] = outcome{confidence: row[label], right: truth[i] == label}
		}
		sum += calibrationError(equalWidth(outcomes, bins))
	}
	return sum / float64(classes)
}

// outcome is a claim made with some confidence, and whether it came true.
type outcome struct {
	confidence float64
	right      bool
}

func topLabel(p [][]float64, truth []int) []outcome {
	outcomes := make([]outcome, len(p))
	for i, row := range p {
		y := argmax(row)
		outcomes[i] = outcome{confidence: row[y], right: y == truth[i]}
	}
	return outcomes
}

func equalWidth(outcomes []outcome, bins int) []Bin {
	checkBins(bins)
	groups := make([][]outcome, bins)
	for _, o := range outcomes {
		// Rounding may put BetP a hair outside [0, 1].
		b := min(max(int(math.Floor(o.confidence*float64(bins))), 0), bins-1)
		groups[b] = append(groups[b], o)
	}
	filled := make([]Bin, bins)
	for b, group := range groups {
		filled[b] = fill(group, float64(b)/float64(bins), float64(b+1)/float64(bins))
	}
	return filled
}

func equalCount(outcomes []outcome, bins int) []Bin {
	checkBins(bins)
	sorted := append([]outcome(nil), outcomes...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].confidence < sorted[j].confidence })

	var filled []Bin
	for b := range bins {
		group := sorted[b*len(sorted)/bins : (b+1)*len(sorted)/bins]
		if len(group) > 0 { // fewer samples than bins
			filled = append(filled, fill(group, group[0].confidence, group[len(group)-1].confidence))
		}
	}
	return filled
}

func fill(group []outcome, low, high float64) Bin {
	bin := Bin{Low: low, High: high, Count: len(group)}
	if bin.Count == 0 {
		return bin
	}
	right, sum := 0, 0.0
	for _, o := range group {
		sum += o.confidence
		if o.right {
			right++
		}
	}
	bin.Confidence = sum / float64(bin.Count)
	bin.Accuracy = float64(right) / float64(bin.Count)
	return bin
}

func calibrationError(bins []Bin) float64 {
	total, sum := 0, 0.0
	for _, b := range bins {
		total += b.Count
		sum += float64(b.Count) * math.Abs(b.Accuracy-b.Confidence)
	}
	return sum / float64(total)
}

func checkBins(bins int) {
	if bins < 1 {
		panic("metrics: no bins")
	}
}
