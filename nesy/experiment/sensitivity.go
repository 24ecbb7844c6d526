package experiment

// sensitivity asks of one setting after another what it does to NeSy with the
// self-normalised consistency term. Where the profile's grid is short, so is this.
func sensitivity(p Profile) []Section {
	nesy := func(name string, set ...string) Variant { return Variant{Name: name, Model: "nesy", Set: set} }
	base := func(name string, set ...string) Variant { return Variant{Name: name, Model: "base", Set: set} }
	profile := "as in the profile"
	recipe := "backbone.augmentation=" + (&Run{Profile: p}).paperData()

	sections := []Section{
		{"budget", "How many focal sets beside the singletons?", []Variant{
			nesy(profile),
			nesy("none", "focal.maxsize=1"),
			nesy("at most 10", "focal.budget=10"),
			nesy("at most 30", "focal.budget=30"),
			nesy("at most 60", "focal.budget=60"),
			nesy("all of 200 clusters", "focal.clusters=200", "focal.budget=0"),
			nesy("all of 400 clusters", "focal.clusters=400", "focal.budget=0"),
		}},
		{"method", "How are the focal sets found?", []Variant{
			nesy(profile),
			nesy("Gaussian mixture", "focal.method=mixture"),
			nesy("class overlap, PCA", "focal.method=class-overlap", "focal.embedding=pca"),
			nesy("class overlap, t-SNE", "focal.method=class-overlap", "focal.embedding=tsne"),
		}},
		{"inversion", "Which inverse leads from beliefs to masses?", []Variant{
			nesy(profile),
			nesy("restricted, equation 3", "model.objective.inversion=restricted"),
		}},
		{"width", "How wide is the last layer before the heads?", []Variant{
			nesy(profile),
			nesy("128", "network.width=128"),
			nesy("256", "network.width=256"),
			nesy("1024", "network.width=1024"),
		}},
		{"coefficients", "Are the coefficients of the loss learnt?", []Variant{
			nesy(profile),
			nesy("learnt", "model.objective.weighting=learnt"),
			nesy("learnt by equation 8 itself", "model.objective.weighting=plain"),
		}},
		{"specificity", "Which specificity exponents, the fine and the coarse one?", []Variant{
			nesy(profile),
			nesy("0 and 0", "model.objective.consistency.fineexponent=0", "model.objective.consistency.coarseexponent=0"),
			nesy("1 and 1", "model.objective.consistency.fineexponent=1", "model.objective.consistency.coarseexponent=1"),
			nesy("2 and 2", "model.objective.consistency.fineexponent=2", "model.objective.consistency.coarseexponent=2"),
		}},
		{"views", "What do augmented views bring?", []Variant{
			nesy(profile),
			nesy("2, cropped and flipped", "backbone.views=2", "backbone.augmentation=crop-flip"),
			nesy("4, cropped and flipped", "backbone.views=4", "backbone.augmentation=crop-flip"),
			nesy("2, the paper's recipe", "backbone.views=2", recipe),
			nesy("4, the paper's recipe", "backbone.views=4", recipe),
		}},
		{"views of the base", "And what do they bring to the softmax base?", []Variant{
			base(profile),
			base("2, cropped and flipped", "backbone.views=2", "backbone.augmentation=crop-flip"),
			base("4, cropped and flipped", "backbone.views=4", "backbone.augmentation=crop-flip"),
			base("2, the paper's recipe", "backbone.views=2", recipe),
			base("4, the paper's recipe", "backbone.views=4", recipe),
		}},
	}
	if !p.Grid.Short {
		return sections
	}
	for i := range sections {
		keep := 2
		switch sections[i].Name {
		case "budget":
			keep = 4 // enough for a curve
		case "method":
			keep = 3 // t-SNE takes long
		}
		sections[i].Variants = sections[i].Variants[:min(keep, len(sections[i].Variants))]
	}
	return sections
}
