package paper

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"

	"nesybook/nesy/decode"
)

//go:embed data
var data embed.FS

// Table1 returns the rows of Table 1, in the paper's order.
func Table1() []Row {
	var rows []Row
	for _, l := range read("table1.csv") {
		rows = append(rows, l.row())
	}
	return rows
}

// Grid returns the rows of the six threshold tables: 2 data sets, 3 t-norms,
// 3 memberships, with and without warm-up, 9 pairs of thresholds.
func Grid() []Row {
	var rows []Row
	for _, l := range read("threshold_grid.csv") {
		rows = append(rows, l.row())
	}
	return rows
}

// ThresholdFree returns the rows of the two tables of threshold-free metrics.
func ThresholdFree() []FreeRow {
	var rows []FreeRow
	for _, l := range read("threshold_free.csv") {
		row := l.row()
		free := FreeRow{Configuration: row.Configuration, Values: row.Values}
		for i := range free.Printed {
			free.Printed[i] = l.number(fmt.Sprintf("omega_%d", i+1))
		}
		free.Order, free.Decided = identityOrder(free.Values, free.Printed)
		if !free.Decided {
			free.Order = likelyOrder(free.Printed)
		}
		free.Order.assign(&free.Values, free.Printed)
		rows = append(rows, free)
	}
	return rows
}

// Printed returns the paper's tables as one Evidence: the grid, each row with its
// configuration's threshold-free metrics, and the baselines of Table 1.
func Printed() Evidence {
	free := map[Configuration]Values{}
	for _, r := range ThresholdFree() {
		free[r.Configuration] = r.Values
	}
	var e Evidence
	for _, r := range Grid() {
		for m := FinePrecision; m < measures; m++ {
			r.Values[m] = free[r.Configuration][m]
		}
		e = append(e, r)
	}
	for _, r := range Table1() {
		if r.Model != NeSy {
			e = append(e, r)
		}
	}
	return e
}

// A Family is a fine label of the paper's subset of iNaturalist 2021.
type Family struct {
	Class, Name string
	Species     int
	Images      int // in the official validation split
}

// Families returns the 50 families with most species in iNaturalist 2021, which
// the paper's number of images identifies as its subset.
func Families() []Family {
	var families []Family
	for _, l := range read("inat2021_families.csv") {
		families = append(families, Family{
			Class: l.text("class"), Name: l.text("family"),
			Species: int(l.number("species")), Images: int(l.number("val_images")),
		})
	}
	return families
}

// line is one line of an embedded CSV file. What is embedded is this package's
// own, so that a mistake in it panics and the tests find it.
type line struct {
	file   string
	fields map[string]string
}

func read(file string) []line {
	f, err := data.Open("data/" + file)
	if err != nil {
		panic("paper: " + err.Error())
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		panic("paper: " + file + ": " + err.Error())
	}
	var lines []line
	for _, record := range records[1:] {
		l := line{file: file, fields: map[string]string{}}
		for i, name := range records[0] {
			l.fields[name] = record[i]
		}
		lines = append(lines, l)
	}
	return lines
}

func (l line) text(column string) string {
	s, ok := l.fields[column]
	if !ok {
		panic("paper: " + l.file + ": no column " + column)
	}
	return s
}

func (l line) number(column string) float64 {
	v, err := strconv.ParseFloat(l.text(column), 64)
	if err != nil {
		panic("paper: " + l.file + ": " + err.Error())
	}
	return v
}

// row reads the key and whatever measures the file has. Only Table 1 has a column
// for the model; the other tables are of NeSy alone. The baselines' thresholds and
// the whole threshold-free tables' are absent.
func (l line) row() Row {
	row := Row{Seeds: 1, Values: missing(), Deviation: missing()}
	row.Dataset, row.Model = l.text("dataset"), NeSy
	if model, ok := l.fields["model"]; ok {
		row.Model = model
	}
	row.TNorm, row.Membership = l.text("tnorm"), l.text("membership")
	row.Warmup = l.text("warmup") == "1"
	if l.fields["tau_f"] != "" {
		row.Thresholds = decode.Thresholds{Fine: l.number("tau_f"), Coarse: l.number("tau_c")}
	}
	for m := range measures {
		if _, ok := l.fields[m.String()]; ok {
			row.Values[m] = l.number(m.String())
		}
	}
	return row
}
