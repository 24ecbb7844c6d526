package paper

import (
	"fmt"
	"strings"
)

// Claim is one statement of the paper's text and how it is tested.
type Claim struct {
	ID      string // short and unique, such as "inat-fine-ece"
	Place   string // section or appendix of the paper
	Content string // what is claimed, in our words
	Check   string // what the test looks at
	Test    func(Evidence) Finding

	// OurCheck and OurTest replace Check and Test for our runs, where they are not
	// empty: another backbone cannot be held to the paper's absolute numbers, so ours
	// is asked for what they mean.
	OurCheck string
	OurTest  func(Evidence) Finding
}

// Verdict is the outcome of a claim's test.
type Verdict int

const (
	NoData      Verdict = iota // the evidence lacks rows or measures that the test needs
	NotTestable                // no table of numbers can decide it
	Holds
	Contradicted
)

// String returns the verdict in lower case.
func (v Verdict) String() string {
	return [...]string{"no data", "not testable", "holds", "contradicted"}[v]
}

// Finding is a verdict with the numbers that led to it.
type Finding struct {
	Verdict Verdict
	Numbers string
}

// String returns the verdict and the numbers on one line.
func (f Finding) String() string {
	if f.Numbers == "" {
		return f.Verdict.String()
	}
	return f.Verdict.String() + ": " + f.Numbers
}

// Judgement is what the paper's tables and our runs say of a claim.
type Judgement struct {
	Claim       Claim
	Paper, Ours Finding
}

// Claims returns the paper's claims, much in the order of its text.
func Claims() []Claim {
	var claims []Claim
	claims = append(claims, openingClaims()...)
	claims = append(claims, formulaClaims()...)
	claims = append(claims, decodingClaims()...)
	claims = append(claims, accuracyClaims()...)
	claims = append(claims, consistencyClaims()...)
	claims = append(claims, calibrationClaims()...)
	claims = append(claims, datasetClaims()...)
	claims = append(claims, cifarClaims()...)
	claims = append(claims, omegaClaims()...)
	return append(claims, inatClaims()...)
}

// Judge tests every claim, on the paper's tables and on our runs.
func Judge(ours Evidence) []Judgement {
	printed := Printed()
	var judgements []Judgement
	for _, c := range Claims() {
		j := Judgement{Claim: c, Paper: c.Test(printed)}
		if c.OurTest != nil {
			j.Ours = c.OurTest(ours)
		} else {
			j.Ours = c.Test(ours)
		}
		judgements = append(judgements, j)
	}
	return judgements
}

// ClaimsTable lays judgements out as a table: a claim a row, with both verdicts and
// their numbers. Where our evidence lacks what a test needs it says "no run", and
// where the paper's tables do, "not testable". The rows' series is the verdict
// on the paper's tables.
func ClaimsTable(judgements []Judgement) Table {
	t := Table{
		Name: "claims",
		Caption: fmt.Sprintf("%d claims of the paper. Its own tables: %s. Our runs: %s.", len(judgements),
			tally(judgements, paperVerdict), tally(judgements, ourVerdict)),
		Columns: []Column{text("Where", "place"), text("Claim", "claim"), text("Test", "test"),
			text("The paper's tables", "paper"), text("Numbers", "paper_numbers"),
			text("Our runs", "ours"), text("Numbers", "our_numbers")},
		Groups: []Group{{}},
	}
	for _, j := range judgements {
		check := j.Claim.Check
		if j.Claim.OurCheck != "" {
			check += "; ours: " + j.Claim.OurCheck
		}
		verdicts := [2]string{paperVerdict(j), ourVerdict(j)}
		t.Groups[0].Rows = append(t.Groups[0].Rows, TableRow{Series: verdicts[0], Cells: []Cell{
			{Text: j.Claim.Place}, {Text: j.Claim.Content}, {Text: check},
			{Text: verdicts[0]}, {Text: j.Paper.Numbers}, {Text: verdicts[1]}, {Text: j.Ours.Numbers},
		}})
	}
	return t
}

func paperVerdict(j Judgement) string {
	if j.Paper.Verdict == NoData {
		return NotTestable.String()
	}
	return j.Paper.Verdict.String()
}

func ourVerdict(j Judgement) string {
	if j.Ours.Verdict == NoData {
		return "no run"
	}
	return j.Ours.Verdict.String()
}

// tally counts verdicts, such as "40 holds, 30 contradicted".
func tally(judgements []Judgement, verdict func(Judgement) string) string {
	var parts []string
	for _, word := range []string{Holds.String(), Contradicted.String(), NotTestable.String(), "no run"} {
		n := 0
		for _, j := range judgements {
			if verdict(j) == word {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, word))
		}
	}
	return strings.Join(parts, ", ")
}
