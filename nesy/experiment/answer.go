package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nesybook/nesy/metrics"
)

// Answer is what is known of a section: the finished variants, in its order. The
// first is the reference; without it there are none.
type Answer struct {
	Section
	Rows []AnswerRow

	comparisons int // of the whole study, at both levels
}

// AnswerRow is one finished variant.
type AnswerRow struct {
	Variant
	Sets    int              // fine focal sets beside the singletons
	Reports []metrics.Report // one a finished seed, in their order

	// Against the reference, on the same images with the first seed: A is the
	// variant. Of the reference itself they have no samples.
	Fine, Coarse metrics.PairedTest
}

// Answers returns what stands finished, section by section. Variants count that are
// finished with the first seed.
func (s *Study) Answers() ([]Answer, error) {
	comparisons := 0
	for _, section := range s.Sections {
		comparisons += 2 * (len(section.Variants) - 1)
	}
	var list []Answer
	for _, section := range s.Sections {
		a := Answer{Section: section, comparisons: comparisons}
		var reference measures
		for i, v := range section.Variants {
			row, first, err := s.row(section, v)
			if err != nil {
				return nil, err
			}
			if len(row.Reports) == 0 {
				if i == 0 {
					break // nothing to compare with
				}
				continue
			}
			if i == 0 {
				reference = first
			} else if row.Fine, row.Coarse, err = s.compare(s.part(), first, reference); err != nil {
				return nil, err
			}
			a.Rows = append(a.Rows, row)
		}
		list = append(list, a)
	}
	return list, nil
}

// row returns what is finished of a variant, and its measures with the first seed.
// Without those there are no reports.
func (s *Study) row(section Section, v Variant) (row AnswerRow, first measures, err error) {
	row.Variant = v
	for i, seed := range s.Seeds {
		f := s.fits[fitKey(section, v, seed)]
		finished, err := f.finished()
		if err != nil {
			return row, first, err
		}
		if !finished {
			if i == 0 {
				break
			}
			continue
		}
		m, err := f.read()
		if err != nil {
			return row, first, err
		}
		if i == 0 {
			first, row.Sets = m, m.Sets
		}
		row.Reports = append(row.Reports, m.Report)
	}
	return row, first, nil
}

// compare tests whether two trainings are equally often right on a part.
func (s *Study) compare(part Part, a, b measures) (fine, coarse metrics.PairedTest, err error) {
	d, err := s.run.Dataset()
	if err != nil {
		return fine, coarse, err
	}
	images := part.Images(d)
	return metrics.McNemar(d.Integer(0, images), a.Fine, b.Fine), metrics.McNemar(d.Integer(1, images), a.Coarse, b.Coarse), nil
}

// Differs reports whether a paired test of the study shows a difference: its p-value
// is below 0.05 divided by the number of the study's comparisons, two a variant (Dunn
// 1961, "Multiple comparisons among means").
func (a Answer) Differs(t metrics.PairedTest) bool {
	return t.Samples > 0 && t.P < 0.05/float64(a.comparisons)
}

// Interval returns the interval of a difference at a level that the study's
// comparisons hold together with 0.95, so that it leaves out 0 about where Differs. It
// panics for the reference, which is compared with nothing.
func (a Answer) Interval(t metrics.PairedTest) (low, high float64) {
	return t.Interval(1 - 0.05/float64(a.comparisons))
}

// Finding says in a sentence what the section shows, with the first seed. A difference
// in accuracy is named only where it is one.
func (a Answer) Finding() string {
	if len(a.Rows) < 2 {
		return "Not measured yet."
	}
	fine := a.different(func(r AnswerRow) metrics.PairedTest { return r.Fine })
	coarse := a.different(func(r AnswerRow) metrics.PairedTest { return r.Coarse })
	text := "No difference in accuracy is shown"
	if len(fine)+len(coarse) > 0 {
		text = fmt.Sprintf("Fine accuracy differs from %q with %s, coarse accuracy with %s", a.Rows[0].Name, list(fine), list(coarse))
	}
	return fmt.Sprintf("%s; consistency before decoding lies between %s, fine ECE between %s.", text,
		a.between(func(r metrics.Report) float64 { return r.BetPConsistency }),
		a.between(func(r metrics.Report) float64 { return r.Fine.ECE }))
}

// different lists the variants that differ from the first, with by how much.
func (a Answer) different(test func(AnswerRow) metrics.PairedTest) (names []string) {
	for _, r := range a.Rows[1:] {
		if t := test(r); a.Differs(t) {
			names = append(names, fmt.Sprintf("%q (%+.1f points)", r.Name, 100*t.Difference()))
		}
	}
	return names
}

// between names the least and the greatest value of a measure, and whose they are.
func (a Answer) between(measure func(metrics.Report) float64) string {
	value := func(r AnswerRow) float64 { return measure(r.Reports[0]) }
	by := func(r, q AnswerRow) int { return cmp.Compare(value(r), value(q)) }
	low, high := slices.MinFunc(a.Rows, by), slices.MaxFunc(a.Rows, by)
	return fmt.Sprintf("%.3f (%s) and %.3f (%s)", value(low), low.Name, value(high), high.Name)
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
