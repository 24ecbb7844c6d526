package paper

// numberColumn is a column of the paper's tables: one measure or several.
type numberColumn struct {
	title    string
	measures []Measure
}

var (
	accuracy           = numberColumn{"Acc (f/c) ↑", []Measure{FineAccuracy, CoarseAccuracy}}
	betpAccuracy       = numberColumn{"BetP Acc (f/c) ↑", []Measure{FineBetPAccuracy, CoarseBetPAccuracy}}
	logicalConsistency = numberColumn{"Log. Cons. ↑", []Measure{Consistency}}
	coarsePRF          = numberColumn{"PRF coarse (P/R/F1) ↑", []Measure{CoarsePrecision, CoarseRecall, CoarseF1}}
	finePRF            = numberColumn{"PRF fine (P/R/F1) ↑", []Measure{FinePrecision, FineRecall, FineF1}}
	calibration        = numberColumn{"ECE (f/c) ↓", []Measure{FineECE, CoarseECE}}
	entropy            = numberColumn{"Entropy (f/c) ↓, nats", []Measure{FineEntropy, CoarseEntropy}}
	coverageExcluding  = numberColumn{"Coverage excl. Ω (f/c) ↑", []Measure{FineCoverageExcluding, CoarseCoverageExcluding}}
	coverageIncluding  = numberColumn{"Coverage incl. Ω (f/c) ↑", []Measure{FineCoverageIncluding, CoarseCoverageIncluding}}
	omegaRate          = numberColumn{"Ω rate (f/c)", []Measure{FineOmegaRate, CoarseOmegaRate}}
	omegaMass          = numberColumn{"Ω mass (f/c)", []Measure{FineOmegaMass, CoarseOmegaMass}}
)

func (n numberColumn) column() Column {
	c := Column{Title: n.title}
	for _, m := range n.measures {
		c.Fields = append(c.Fields, m.String())
		c.Better = append(c.Better, m.better())
	}
	return c
}

func text(title, field string) Column { return Column{Title: title, Fields: []string{field}} }
