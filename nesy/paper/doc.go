// Package paper holds the paper's own numbers as data and its claims as tests:
// Table 1 of section 4, the six threshold tables and the two threshold-free ones of
// appendix E, beside whatever our runs measure.
//
//	ours := paper.OfRuns(runs)                     // []paper.Run: a key and a metrics.Report
//	tables := paper.Tables(ours, "small Swin at 32 pixels")
//	err := paper.WriteTables("results/tables", tables) // .md, .html, .csv and .tex of each
//	for _, j := range paper.Judge(ours) {          // every claim of the text
//		fmt.Println(j.Claim.Content, j.Paper, j.Ours)
//	}
//
// Both sources are the same thing, Evidence: rows of measures under a Key. So a
// claim has one test, which reads the paper's tables first and our runs second.
// Nothing about either is typed in but the transcribed tables (see
// data/README.md) and what each sentence of the paper asserts.
package paper
