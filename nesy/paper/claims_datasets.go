package paper

import (
	"fmt"
	"slices"
	"strings"
)

// datasetClaims are those of appendix D on the subset of iNaturalist. They are
// tested on the official taxonomy, whatever the evidence.
func datasetClaims() []Claim {
	return []Claim{
		{
			ID: "inat-images", Place: "app. D",
			Content: "The iNaturalist subset has 45,990 images.",
			Check:   "validation images of the 50 families with most species",
			Test: func(Evidence) Finding {
				images, species := 0, 0
				for _, f := range Families() {
					images, species = images+f.Images, species+f.Species
				}
				return Finding{verdict(images == 45990), fmt.Sprintf("%d images of %d species in %d families", images, species, len(Families()))}
			},
		},
		{
			ID: "inat-classes", Place: "app. D",
			Content: "The subset's families lie in 20 classes.",
			Check:   "classes of those families",
			Test: func(Evidence) Finding {
				count := familiesPerClass()
				single := 0
				var list []string
				for _, c := range count {
					list = append(list, fmt.Sprintf("%s %d", c.class, c.families))
					if c.families == 1 {
						single++
					}
				}
				return Finding{verdict(len(count) == 20), fmt.Sprintf("%d classes: %s; %d hold a single family",
					len(count), strings.Join(list, ", "), single)}
			},
		},
		{
			ID: "inat-class-examples", Place: "app. D",
			Content: "Mammalia, Aves, Reptilia and Magnoliopsida are among the classes.",
			Check:   "each has a family in the subset",
			Test: func(Evidence) Finding {
				var absent []string
				for _, name := range []string{"Mammalia", "Aves", "Reptilia", "Magnoliopsida"} {
					if !slices.ContainsFunc(familiesPerClass(), func(c classCount) bool { return c.class == name }) {
						absent = append(absent, name)
					}
				}
				return Finding{verdict(absent == nil), fmt.Sprintf("%d absent: %s", len(absent), strings.Join(absent, ", "))}
			},
		},
	}
}

type classCount struct {
	class    string
	families int
}

// familiesPerClass counts the subset's families, the largest class first.
func familiesPerClass() []classCount {
	var count []classCount
	for _, f := range Families() {
		i := slices.IndexFunc(count, func(c classCount) bool { return c.class == f.Class })
		if i < 0 {
			i, count = len(count), append(count, classCount{class: f.Class})
		}
		count[i].families++
	}
	slices.SortStableFunc(count, func(a, b classCount) int { return b.families - a.families })
	return count
}
