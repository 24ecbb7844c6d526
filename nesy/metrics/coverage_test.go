package metrics

import (
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"nesybook/nesy/belief"
	"nesybook/nesy/focal"
)

// Three labels; the family is {0}, {1}, {2}, {0, 1}.
var smallFamily = focal.NewFamily(3, focal.NewSet(0, 1))

var smallMasses = []belief.Mass{
	{Sets: []float64{0.6, 0.1, 0.1, 0.1}, Omega: 0.1},   // {0}; belief: {0, 1} with 0.8
	{Sets: []float64{0.1, 0.1, 0.2, 0.5}, Omega: 0.1},   // {0, 1}; belief: {0, 1} with 0.7
	{Sets: []float64{0.1, 0.1, 0.2, 0.2}, Omega: 0.4},   // Omega; belief: {0, 1} and Omega with 0.4 each
	{Sets: []float64{0, 0, 0.3, 0}, Omega: 0.7},         // Omega twice
	{Sets: []float64{0.5, 0, 0, 0}, Omega: 0.5},         // {0} before Omega; belief: {0} before {0, 1}
	{Sets: []float64{0.25, 0.25, 0.3, 0.1}, Omega: 0.1}, // {2}; belief: {0, 1} with 0.6
}

func TestPredictSets(t *testing.T) {
	for _, test := range []struct {
		rule SetRule
		want []int
	}{
		{MaxMass, []int{0, 3, Omega, Omega, 0, 2}},
		{MaxBelief, []int{3, 3, 3, Omega, 0, 3}},
	} {
		if got := PredictSets(smallFamily, smallMasses, test.rule); !slices.Equal(got, test.want) {
			t.Errorf("%v predicts %v, want %v", test.rule, got, test.want)
		}
	}
	panics(t, "metrics: length mismatch", func() { PredictSets(smallFamily, []belief.Mass{{Sets: []float64{1}}}, MaxMass) })
}

func TestCover(t *testing.T) {
	truth := []int{1, 1, 2, 0, 0, 2}
	for _, test := range []struct {
		rule SetRule
		want Coverage
	}{
		// {0} misses 1, {0,1} covers 1, Omega, Omega, {0} covers 0, {2} covers 2.
		{MaxMass, Coverage{Including: 5. / 6, Excluding: 3. / 4, OmegaRate: 2. / 6, OmegaMass: 1.9 / 6, MeanSize: 5. / 4}},
		// {0,1} covers 1 twice, misses 2, Omega, {0} covers 0, {0,1} misses 2.
		{MaxBelief, Coverage{Including: 4. / 6, Excluding: 3. / 5, OmegaRate: 1. / 6, OmegaMass: 1.9 / 6, MeanSize: 9. / 5}},
	} {
		got := Cover(smallFamily, smallMasses, truth, test.rule)
		near(t, "coverage with Omega", got.Including, test.want.Including)
		near(t, "coverage without Omega", got.Excluding, test.want.Excluding)
		near(t, "Omega rate", got.OmegaRate, test.want.OmegaRate)
		near(t, "Omega mass", got.OmegaMass, test.want.OmegaMass)
		near(t, "mean size", got.MeanSize, test.want.MeanSize)
	}
}

func TestCoverWhenAllIsOmega(t *testing.T) {
	got := Cover(smallFamily, []belief.Mass{{Sets: make([]float64, 4), Omega: 1}}, []int{2}, MaxMass)
	if want := (Coverage{Including: 1, OmegaRate: 1, OmegaMass: 1}); got != want {
		t.Errorf("Cover = %+v, want %+v", got, want)
	}
}

// TestCoverageIdentity checks Including = Excluding (1 - OmegaRate) + OmegaRate on
// random masses, and the predicted sets against the rules' definitions.
func TestCoverageIdentity(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 4))
	f := focal.NewFamily(6, focal.NewSet(0, 1), focal.NewSet(2, 3), focal.NewSet(0, 1, 2), focal.NewSet(1, 3, 4, 5))
	var masses []belief.Mass
	var truth []int
	for range 400 {
		m := belief.Mass{Sets: make([]float64, f.Len()), Omega: 0.5 * rng.Float64()}
		sum := m.Omega
		for a := range m.Sets {
			m.Sets[a] = math.Pow(rng.Float64(), 6)
			sum += m.Sets[a]
		}
		for a := range m.Sets {
			m.Sets[a] /= sum
		}
		m.Omega /= sum
		masses, truth = append(masses, m), append(truth, rng.IntN(6))
	}
	for _, rule := range []SetRule{MaxMass, MaxBelief} {
		c := Cover(f, masses, truth, rule)
		near(t, rule.String(), c.Including, c.Excluding*(1-c.OmegaRate)+c.OmegaRate)
		if c.OmegaRate == 0 || c.OmegaRate == 1 || c.Excluding == 0 || c.Excluding == 1 {
			t.Errorf("%v: the draw is one-sided: %+v", rule, c)
		}
		for i, a := range PredictSets(f, masses, rule) {
			support := func(a int) float64 {
				if a == Omega {
					return masses[i].Omega
				}
				sum := 0.0
				for b, m := range masses[i].Sets {
					if b == a || rule == MaxBelief && f.Sets[b].SubsetOf(f.Sets[a]) {
						sum += m
					}
				}
				return sum
			}
			for other := Omega; other < f.Len(); other++ {
				if support(other) > support(a) {
					t.Fatalf("%v predicts set %d, but %d has more support", rule, a, other)
				}
			}
		}
	}
}

// TestPaperTables holds the identity of coverage to the paper's own 36 rows: it
// is how the paper's undefined columns were read. Numbers are printed with four
// digits, so 1e-4 is as near as they can come.
//
// The four numbers of the Omega column are printed in two orders. The first six
// rows of CIFAR-100 hold rate and mass of the fine level, then of the coarse one;
// the others hold both rates, then both masses.
func TestPaperTables(t *testing.T) {
	file, err := os.Open("../paper/data/threshold_free.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	header, rows := rows[0], rows[1:]
	if len(rows) != 36 {
		t.Fatalf("%d rows, want 36", len(rows))
	}
	var bad []int
	for r, row := range rows {
		number := func(column string) float64 {
			v, err := strconv.ParseFloat(row[slices.Index(header, column)], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		rates := map[string]float64{"f": number("omega_1"), "c": number("omega_2")}
		if r < 6 {
			rates["c"] = number("omega_3")
		}
		holds := true
		for _, level := range []string{"f", "c"} {
			rate := rates[level]
			expected := number("coverage_excl_"+level)*(1-rate) + rate
			if math.Abs(number("coverage_incl_"+level)-expected) > 1e-4 {
				holds = false
			}
		}
		if !holds {
			bad = append(bad, r)
		}
	}
	// The row in which the ECE stands in the column of coverage: CIFAR-100,
	// Lukasiewicz, trapezoidal, with warm-up.
	if want := []int{6}; !slices.Equal(bad, want) {
		t.Errorf("the identity fails in rows %v, want %v", bad, want)
	}
	if got := rows[6][1:4]; !slices.Equal(got, []string{"lukasiewicz", "trapezoidal", "1"}) {
		t.Errorf("row 6 is %v", got)
	}
}
