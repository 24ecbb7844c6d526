package ipynb

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// identify gives every cell an identifier of its own, keeping those that are
// there. nbformat 4.5 asks for one; Jupyter draws them at random, which would
// change the file on every run.
func identify(cells []Cell) {
	taken := map[string]bool{}
	for i := range cells {
		c := &cells[i]
		for try := 0; c.ID == "" || taken[c.ID]; try++ {
			sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s", i, try, c.Source))
			c.ID = hex.EncodeToString(sum[:4])
		}
		taken[c.ID] = true
	}
}
