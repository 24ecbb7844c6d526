package figures

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"

	"nesybook/nesy/embedding"

	"gonum.org/v1/plot/vg"
)

// demo is a figure drawn from made-up data, at the size it is meant for.
type demo struct {
	name          string
	figure        Drawer
	width, height vg.Length
}

// demos holds every figure of the package.
func demos() []demo {
	return []demo{
		{"memberships", demoMemberships(), Column, 0},
		{"tnorms", demoTNorms(), Page, 0},
		{"sweep", demoSweep(), Column, 0},
		{"coefficients", demoCoefficients(), Column, 0},
		{"contact", demoContactSheet(), Page, 0},
		{"hierarchy", demoHierarchy(), Page, 0},
		{"hierarchy_narrow", demoHierarchy(), Column, 0},
		{"hierarchy_images", demoHierarchyImages(), Page, 0},
		{"setsizes", demoSetSizes(), Column, 0},
		{"composition_small", demoComposition(32, 8, 60), Page, 4.2 * vg.Inch},
		{"composition_large", demoComposition(100, 20, 192), Page, 4.8 * vg.Inch},
		{"embedding", demoEmbedding(8, true), Page * 0.75, 0},
		{"embedding_many", demoEmbedding(20, false), Page * 0.75, 0},
		{"embedding_two", demoEmbeddings(), Page, 0},
		{"regions", demoRegions(), Column * 1.4, 0},
		{"training", demoTraining(), Page, 0},
		{"reliability", demoReliability(), Page, 0},
		{"reliability_one", Reliability(demoCalibration("NeSy", 0.06, 2)), Column, 0},
		{"rightwrong", demoRightWrong(), Page, 0},
		{"masses", demoMasses(), Column, 0},
		{"explanation", demoExplanation(), Page, 0},
		{"tradeoff", demoTradeoff(), Column * 1.3, 0},
		{"differences", demoDifferences(), Page, 0},
		{"stacked", demoStacked(), Column * 1.3, 0},
		{"confusion_small", demoConfusion(8), Column * 1.4, 0},
		{"confusion_large", demoConfusion(20), Page * 0.8, 0},
		{"thresholds", demoThresholds(), Page, 0},
		{"lossflow", LossFlow(), Page, 0},
		{"overview", Overview(), Page, 0},
	}
}

func random(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(42, stream)) }

func demoMemberships() *Panels {
	return Memberships(
		Curve{"Gaussian, σ = 0.4", func(x float64) float64 { return math.Exp(-(x - 1) * (x - 1) / 0.32) }},
		Curve{"triangular (0, 1, 1)", func(x float64) float64 { return x }},
		Curve{"trapezoidal (0, 0.6, 1, 1)", func(x float64) float64 { return math.Min(1, x/0.6) }},
	)
}

func demoTNorms() *Panels {
	return TNorms(
		Surface{"product", func(a, b float64) float64 { return a * b }},
		Surface{"Gödel", math.Min},
		Surface{"Łukasiewicz", func(a, b float64) float64 { return math.Max(0, a+b-1) }},
	)
}

func demoSweep() *Panels {
	var series []Series
	for _, tnorm := range []string{"product", "Gödel", "Łukasiewicz"} {
		s := Series{Name: tnorm}
		for k := range 9 {
			sigma := 0.2 + 0.225*float64(k)
			s.X = append(s.X, sigma)
			s.Y = append(s.Y, 0.28-0.1/(1+sigma)-0.03*float64(len(series)))
		}
		series = append(series, s)
	}
	return Lines(Axes{X: "membership's σ", Y: "Cons of the worked example"}, series...)
}

func demoCoefficients() *Panels {
	names := []string{"α (masses)", "β (sums)", "γ (consistency)"}
	values := make([][]float64, 3)
	for e := range 20 {
		for k := range values {
			values[k] = append(values[k], 1e-3*math.Exp(float64(e)*(0.25-0.18*float64(k))))
		}
	}
	return Coefficients(names, values)
}

// blob is a made-up image of 32 x 32 pixels.
func blob(rng *rand.Rand, kind int) image.Image {
	const side = 32
	planes := make([]byte, 3*side*side)
	cx, cy, r := 12+8*rng.Float64(), 12+8*rng.Float64(), 7+4*rng.Float64()
	base := palette[kind%len(palette)]
	for i := range side * side {
		dx, dy := float64(i%side)-cx, float64(i/side)-cy
		angle := math.Atan2(dy, dx)
		inside := math.Hypot(dx, dy) < r*(1+0.25*math.Cos(float64(3+kind%5)*angle))
		for p, v := range []uint8{base.R, base.G, base.B} {
			value := 90 + 60*math.Sin(float64(i/side)/9+float64(p))
			if inside {
				value = float64(v)
			}
			planes[p*side*side+i] = byte(min(max(value+20*rng.NormFloat64(), 0), 255))
		}
	}
	return RGB(planes, side)
}

func demoContactSheet() *Contacts {
	rng := random(1)
	fine := []string{"pentagon", "hexagon", "octagon", "disc", "aquarium_fish", "sweet_pepper", "lawn_mower", "cross"}
	var pictures []Picture
	for k := range 24 {
		pictures = append(pictures, Picture{blob(rng, k), fine[k%8] + "\n" + demoCoarse[k%20]})
	}
	return ContactSheet(pictures, 12)
}

var demoCoarse = []string{
	"aquatic_mammals", "fish", "flowers", "food_containers", "fruit_and_vegetables",
	"household_electrical_devices", "household_furniture", "insects", "large_carnivores",
	"large_man-made_outdoor_things", "large_natural_outdoor_scenes", "large_omnivores_and_herbivores",
	"medium_mammals", "non-insect_invertebrates", "people", "reptiles", "small_mammals", "trees",
	"vehicles_1", "vehicles_2",
}

var demoFine = []string{"aquarium_fish", "flatfish", "ray", "shark", "trout", "orchid", "poppy", "rose", "sunflower", "tulip"}

func demoHierarchy() *Tree {
	var groups []Group
	for g, name := range demoCoarse {
		group := Group{Name: name}
		for k := range 5 {
			group.Leaves = append(group.Leaves, Picture{Caption: demoFine[(5*g+k)%10]})
		}
		groups = append(groups, group)
	}
	return Hierarchy(groups...)
}

func demoHierarchyImages() *Tree {
	rng := random(2)
	var groups []Group
	for g, name := range []string{"polygons", "discs", "crosses", "stars", "arrows", "letters", "rings", "grids"} {
		group := Group{Name: name}
		for k := range 4 {
			group.Leaves = append(group.Leaves, Picture{blob(rng, 4*g+k), []string{"pentagon", "hexagon", "octagon", "plain disc"}[k]})
		}
		groups = append(groups, group)
	}
	return Hierarchy(groups...)
}

func demoSetSizes() *Panels {
	rng := random(3)
	sizes := func(name string, singles, sets, spread int) Sizes {
		s := Sizes{Name: name}
		for range singles {
			s.Sizes = append(s.Sizes, 1)
		}
		for range sets {
			s.Sizes = append(s.Sizes, 2+rng.IntN(spread)*rng.IntN(spread)/spread)
		}
		return s
	}
	return SetSizes(sizes("fine", 100, 92, 9), sizes("coarse", 20, 63, 6))
}

func demoComposition(labels, groups, sets int) Drawer {
	rng := random(4)
	names, parents := make([]string, labels), make([]int, labels)
	for y := range names {
		names[y], parents[y] = fmt.Sprintf("%s_%d", demoFine[y%10], y), y*groups/labels
	}
	var members [][]int
	for k := range sets {
		if k < labels {
			members = append(members, []int{k})
			continue
		}
		set := map[int]bool{}
		first := rng.IntN(labels)
		set[first] = true
		for range 1 + rng.IntN(4) {
			set[(first+rng.IntN(2*labels/groups))%labels] = true
		}
		var list []int
		for y := range labels {
			if set[y] {
				list = append(list, y)
			}
		}
		members = append(members, list)
	}
	coarse := make([]string, groups)
	for g := range coarse {
		coarse[g] = demoCoarse[g%20]
	}
	return Composition(members, names, parents, coarse)
}

func demoEmbedding(labels int, clusters bool) *Panels {
	return Embedding(demoCloud(labels, clusters))
}

func demoEmbeddings() *Panels {
	components, neighbours := demoCloud(10, true), demoCloud(10, true)
	components.Title, neighbours.Title, neighbours.Explained = "principal components", "t-SNE", nil
	return Embedding(components, neighbours)
}

func demoRegions() *Panels {
	cloud := demoCloud(14, false)
	regions := make([]Region, 14)
	for y := range regions {
		for i, point := range cloud.Points {
			if cloud.Labels[i] == y {
				regions[y].Points = append(regions[y].Points, point)
			}
		}
		regions[y].Name = cloud.Names[y]
		regions[y].Mean, regions[y].Covariance = moments(regions[y].Points)
	}
	return Regions("2 of 14 classes", regions, 3, 7)
}

func demoCloud(labels int, clusters bool) Cloud {
	rng := random(5)
	var rows [][]float32
	cloud := Cloud{Names: demoCoarse[:labels]}
	for i := range 900 {
		g := i % labels
		row := make([]float32, 6)
		for j := range row {
			row[j] = float32(rng.NormFloat64() + 4*math.Sin(float64(g*(j+2))*1.7)/float64(j+1))
		}
		rows, cloud.Labels = append(rows, row), append(cloud.Labels, g)
		if clusters {
			cloud.Clusters = append(cloud.Clusters, g)
		}
	}
	cloud.Points, cloud.Explained = embedding.PCA(rows, 2)
	return cloud
}

func demoTraining() *Panels {
	rng := random(6)
	quantities := []string{"total loss", "cross-entropy", "consistency loss", "fine accuracy", "coarse accuracy", "learning rate"}
	var runs []Run
	for k, name := range []string{"base", "RS-NN", "NeSy"} {
		run := Run{Name: name, Train: map[string][]float64{}, Val: map[string][]float64{}, Best: 21 - 3*k}
		for q, quantity := range quantities {
			for e := range 25 {
				decay := math.Exp(-float64(e) / 7)
				value := (1.2+0.2*float64(k))*decay + 0.3 + 0.1*float64(q)
				if q >= 3 {
					value = 0.6 - 0.04*float64(k) - 0.35*decay + 0.1*float64(q-3)
				}
				if q == 5 {
					value = 2e-4 * math.Pow(0.1, float64(e/(9+k)))
				}
				noise := 0.02 * rng.NormFloat64()
				if q == 5 {
					run.Val[quantity] = append(run.Val[quantity], value)
					continue
				}
				if q == 2 && k == 0 {
					continue
				}
				run.Train[quantity] = append(run.Train[quantity], value-0.004*float64(e))
				run.Val[quantity] = append(run.Val[quantity], value+noise)
			}
		}
		runs = append(runs, run)
	}
	return Training(quantities, 3, runs...)
}

// demoCalibration makes fifteen bins, of which the first few are empty.
func demoCalibration(name string, bias float64, empty int) Calibration {
	c := Calibration{Name: name}
	total := 0
	for b := range 15 {
		low, high := float64(b)/15, float64(b+1)/15
		bin := Bin{Low: low, High: high}
		if b >= empty {
			bin.Count = 40 + 3*b*b
			if b == 14 {
				bin.Count *= 4
			}
			bin.Confidence = (low + high) / 2
			bin.Accuracy = bin.Confidence - bias*math.Sin(math.Pi*bin.Confidence)
		}
		total += bin.Count
		c.ECE += float64(bin.Count) * math.Abs(bin.Accuracy-bin.Confidence)
		c.Bins = append(c.Bins, bin)
	}
	c.ECE /= float64(total)
	return c
}

func demoReliability() *Panels {
	return Reliability(demoCalibration("base", 0.05, 2), demoCalibration("RS-NN", 0.2, 1), demoCalibration("NeSy", -0.08, 3))
}

func demoRightWrong() *Panels {
	rng := random(7)
	entropy := Uncertainty{Name: "entropy", Unit: "entropy of BetP in nats"}
	omega := Uncertainty{Name: "Ω", Unit: "mass of Ω"}
	for range 3000 {
		entropy.Right = append(entropy.Right, math.Abs(0.8*rng.NormFloat64()))
		omega.Right = append(omega.Right, math.Min(1, math.Abs(0.1*rng.NormFloat64())))
		if rng.IntN(2) == 0 {
			entropy.Wrong = append(entropy.Wrong, math.Abs(1.8+0.7*rng.NormFloat64()))
			omega.Wrong = append(omega.Wrong, math.Min(1, math.Abs(0.3+0.15*rng.NormFloat64())))
		}
	}
	return RightWrong(entropy, omega)
}

var demoFineMasses = []Mass{
	{"{tulip}", 0.41, true}, {"{rose, tulip}", 0.2, true}, {"{poppy}", 0.12, false},
	{"{orchid, poppy, rose, sunflower, tulip}", 0.08, true}, {"{apple, sweet_pepper}", 0.03, false}, {Omega, 0.11, true},
}

func demoMasses() Drawer { return Masses("fine level", "mass m(A)", demoFineMasses) }

func demoExplanation() *Explanation {
	return &Explanation{
		Image: blob(random(8), 1),
		Facts: [][2]string{{"true", "tulip, flowers"}, {"BetP", "tulip 0.55\nfruit_and_vegetables 0.48"}, {"decoded (0.5, 0.5)", "tulip, flowers"}},
		Fine:  demoFineMasses,
		Coarse: []Mass{
			{"{fruit_and_vegetables}", 0.44, false}, {"{flowers}", 0.36, true}, {"{flowers, fruit_and_vegetables}", 0.1, true}, {Omega, 0.06, true},
		},
		Pairs: []Pair{
			{"{tulip}", "{flowers}", 1, 1, 0.17, 0.17},
			{"{rose, tulip}", "{flowers}", 1, 0.71, 0.12, 0.0852},
			{"{tulip}", "{flowers, fruit_and_vegetables}", 1, 0.71, 0.05, 0.0355},
			{"{apple, mushroom, orange, pear, sweet_pepper}", "{flowers, food_containers, fruit_and_vegetables}", 1, 0.26, 0.02, 0.0052},
		},
		Consistency: 0.7312,
	}
}

func demoTradeoff() *Panels {
	results := []Result{{"base", 0.432, 0.796, "softmax"}, {"RS-NN", 0.395, 0.824, "RS-NN"}, {"RS-NN, eq. 3", 0.382, 0.751, "RS-NN"}}
	for _, r := range []struct {
		gamma string
		x, y  float64
	}{{"0.01", 0.393, 0.829}, {"0.03", 0.383, 0.854}, {"0.1", 0.385, 0.887}, {"0.3", 0.384, 0.889}, {"1", 0.37, 0.91}} {
		results = append(results, Result{"γ = " + r.gamma, r.x, r.y, "NeSy"})
	}
	return Tradeoff(Axes{X: "fine accuracy", Y: "logical consistency"}, results...)
}

func demoConfusion(labels int) *Panels {
	rng := random(9)
	counts := make([][]int, labels)
	for t := range counts {
		counts[t] = make([]int, labels)
		for p := range counts[t] {
			counts[t][p] = rng.IntN(20) / (1 + abs(t-p))
		}
		counts[t][t] = 40 + rng.IntN(60)
	}
	return Confusion(counts, demoCoarse[:labels])
}

func demoThresholds() *Panels {
	grid := func(name string, base float64) Grid {
		g := Grid{Name: name, Fine: []float64{0.4, 0.5, 0.6}, Coarse: []float64{0.4, 0.5, 0.6}}
		for i := range 3 {
			g.Values = append(g.Values, []float64{base - 0.004*float64(i), base + 0.002 - 0.003*float64(i), base + 0.003 - 0.002*float64(i)})
		}
		return g
	}
	return Thresholds(grid("coarse accuracy", 0.9267), grid("logical consistency", 0.9748))
}
