package consistency

// leastEvidence is the joint evidence that the self-normalised form takes for
// granted on compatible pairs. It makes a sample without evidence consistent, since
// ignorance contradicts nothing, without a division by 0 or a jump beside it, and
// changes any other score by about a millionth.
const leastEvidence = 1e-6

// Score returns Cons(m^f, m^c) of one sample, in the term's form. The masses are as
// the inversion gives them; the form clamps and normalises them where it says so. It
// panics if the lengths are not the families'.
func (t *Term) Score(mf, mc []float64) float64 {
	t.checkLengths(mf, mc)
	a, b := t.support(mf, mc)
	agreement, evidence := 0.0, 0.0
	for i := range a {
		for j := range b {
			joint := t.fineWeights[i] * t.coarseWeights[j] * t.config.TNorm.Of(a[i], b[j])
			agreement += t.kappa[i][j] * joint
			evidence += joint
		}
	}
	if t.config.Form == SelfNormalised {
		return (agreement + leastEvidence) / (evidence + leastEvidence)
	}
	return agreement / t.totalKappa
}

// support returns what the t-norm joins: the masses of the fine sets and the
// memberships of those of the coarse sets.
func (t *Term) support(mf, mc []float64) (a, b []float64) {
	a, mc = t.config.Form.masses(mf), t.config.Form.masses(mc)
	b = make([]float64, len(mc))
	for j, m := range mc {
		b[j] = t.config.Membership.At(m)
	}
	return a, b
}

// masses returns a copy of m as the form sees it.
func (f Form) masses(m []float64) []float64 {
	seen := make([]float64, len(m))
	sum := 0.0
	for i, v := range m {
		if f != Paper {
			v = max(0, v)
		}
		seen[i] = v
		sum += v
	}
	if f == Normalised {
		for i := range seen {
			seen[i] /= max(1, sum)
		}
	}
	return seen
}

// Pair is the contribution of one feasible pair of sets to a sample's score.
type Pair struct {
	A, B   int     // the sets' positions in the fine and the coarse family
	Kappa  float64 // equation 12
	Weight float64 // w^f(A) w^c(B), equation 13
	T      float64 // the t-norm of A's mass and B's membership
	Score  float64 // s(A, B) = Weight Kappa T, equation 15
}

// Pairs returns the feasible pairs, in the order of A and then of B: what a sample's
// score is made of. Their scores sum to the score's numerator. It panics if the
// lengths are not the families'.
func (t *Term) Pairs(mf, mc []float64) []Pair {
	t.checkLengths(mf, mc)
	a, b := t.support(mf, mc)
	var pairs []Pair
	for i := range a {
		for j := range b {
			if t.kappa[i][j] == 0 {
				continue
			}
			p := Pair{A: i, B: j, Kappa: t.kappa[i][j]}
			p.Weight = t.fineWeights[i] * t.coarseWeights[j]
			p.T = t.config.TNorm.Of(a[i], b[j])
			p.Score = p.Weight * p.Kappa * p.T
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// Bound returns a bound that the score does keep, in place of equation 16's 1, which
// weights of mean 1 can pass:
//
//   - Paper: the mean weight of the pairs, by compatibility, where every mass is in
//     [0,1]. Masses outside have no bound.
//   - Normalised: the largest share of the total compatibility that one fine set
//     has, weights included, because T(a, b) <= a and the fine masses sum to at most
//     1. It is far below 1.
//   - SelfNormalised: 1.
func (t *Term) Bound() float64 {
	if t.config.Form == SelfNormalised {
		return 1
	}
	sum, most := 0.0, 0.0
	for i, row := range t.kappa {
		share := 0.0
		for j, kappa := range row {
			share += t.fineWeights[i] * t.coarseWeights[j] * kappa
		}
		sum += share
		most = max(most, share)
	}
	if t.config.Form == Normalised {
		return most / t.totalKappa
	}
	return sum / t.totalKappa
}
