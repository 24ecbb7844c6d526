package experiment

import (
	"fmt"
	"slices"

	"nesybook/nesy/metrics"
)

// searchGoal is the logical consistency that the search asks for.
const searchGoal = 0.90

// search looks for the NeSy that keeps the base's fine accuracy best where its
// consistency reaches the goal. In each section both have the same features and the
// same number of epochs. Where the profile's grid is short, so is this.
//
// An earlier search over about twenty settings (reduction by sum, gamma 0.1 to 15,
// learning rate 7e-4 to 3e-3, dropout 0.2 to 0.5, coarse evidence that follows the
// fine one) found nothing better on CIFAR-100 than the likelihood of BetP with a
// budget of 30 sets. What is tried here goes on from there.
func search(p Profile) ([]Section, float64) {
	base := func(set ...string) Variant { return Variant{Name: "base", Model: "base", Set: set} }
	betp := func(name string, set ...string) Variant { return Variant{Name: name, Model: "nesy-betp", Set: set} }
	views := []string{"backbone.views=4", "backbone.augmentation=crop-flip"}
	epochs := 2 * p.Train.Epochs
	longer := append(slices.Clone(views), fmt.Sprintf("train.epochs=%d", epochs))
	with := func(common []string, more ...string) []string { return append(slices.Clone(common), more...) }

	sections := []Section{
		{"images as they are", "Images as they are, the profile's number of epochs.", []Variant{
			base(),
			betp("nesy-betp, 30 sets", "focal.budget=30"),
			betp("nesy-betp"),
			betp("nesy-betp, 10 sets", "focal.budget=10"),
			betp("30 sets, fine weight 2", "focal.budget=30", "model.objective.pignisticfine=2"),
			betp("30 sets, fine weight 4", "focal.budget=30", "model.objective.pignisticfine=4"),
			betp("30 sets, γ 0.1", "focal.budget=30", "model.objective.gamma=0.1"),
			betp("30 sets, fine weight 4, γ 0.1", "focal.budget=30", "model.objective.pignisticfine=4", "model.objective.gamma=0.1"),
		}},
		{"four views", "Four views in turn, three of them cropped and flipped.", []Variant{
			base(views...),
			betp("nesy-betp, 30 sets", with(views, "focal.budget=30")...),
			betp("30 sets, fine weight 2", with(views, "focal.budget=30", "model.objective.pignisticfine=2")...),
			betp("30 sets, fine weight 4, γ 0.1", with(views, "focal.budget=30", "model.objective.pignisticfine=4", "model.objective.gamma=0.1")...),
			betp("30 sets, fine weight 4, coarse follows", with(views, "focal.budget=30", "model.objective.pignisticfine=4", "model.objective.coarsefollows=true")...),
		}},
		{fmt.Sprintf("four views, %d epochs", epochs), "Four views in turn, twice as many epochs.", []Variant{
			base(longer...),
			betp("nesy-betp, 30 sets", with(longer, "focal.budget=30")...),
			betp("30 sets, fine weight 4, γ 0.1", with(longer, "focal.budget=30", "model.objective.pignisticfine=4", "model.objective.gamma=0.1")...),
		}},
	}
	if p.Grid.Short {
		sections = sections[:1]
		sections[0].Variants = sections[0].Variants[:3]
	}
	return sections, searchGoal
}

// Choice is the outcome of a search: on the validation images and on the test images
// the base of a section, which is the first row, and the variant that was chosen,
// each with its own thresholds.
type Choice struct {
	Variant          Variant
	Validation, Test Answer
}

// Lead returns by how much the fine accuracy exceeds the base's, with the first seed.
func (c Choice) Lead() (validation, test float64) { return c.Validation.lead(), c.Test.lead() }

// lead is that of the second row over the first.
func (a Answer) lead() float64 {
	return a.Rows[1].Reports[0].Fine.Accuracy - a.Rows[0].Reports[0].Fine.Accuracy
}

// Choose ends a search. Of the variants that reach the goal on the validation images,
// but for the sections' first ones, it takes the one whose fine accuracy there exceeds
// its section's base most, all with the first seed, and measures it and that base on
// the test images. It returns nil where the search is not finished, so that the test
// images cannot lead it, and where no variant reaches the goal.
func (s *Study) Choose() (*Choice, error) {
	finished, all, err := s.Trainings()
	if err != nil || finished < all {
		return nil, err
	}
	answers, err := s.Answers()
	if err != nil {
		return nil, err
	}
	var c *Choice
	for _, a := range answers {
		for _, row := range a.Rows[1:] {
			pair := a
			pair.Rows = []AnswerRow{a.Rows[0], row}
			if row.Reports[0].Consistency >= s.Goal && (c == nil || pair.lead() > c.Validation.lead()) {
				c = &Choice{Variant: row.Variant, Validation: pair}
			}
		}
	}
	if c == nil {
		return nil, nil
	}
	section := c.Validation.Section
	c.Test = Answer{Section: section, comparisons: 2} // one variant, at two levels
	c.Test.Name, c.Validation.Name = section.Name+", test images", section.Name+", validation images"
	var both []measures
	for _, row := range c.Validation.Rows {
		m, err := s.fits[fitKey(section, row.Variant, s.Seeds[0])].test(row.Reports[0].Thresholds)
		if err != nil {
			return nil, err
		}
		both = append(both, m)
		c.Test.Rows = append(c.Test.Rows, AnswerRow{Variant: row.Variant, Sets: m.Sets, Reports: []metrics.Report{m.Report}})
	}
	c.Test.Rows[1].Fine, c.Test.Rows[1].Coarse, err = s.compare(Test, both[1], both[0])
	return c, err
}
